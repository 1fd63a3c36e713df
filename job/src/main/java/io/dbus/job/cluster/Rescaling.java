package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.JobManagerOptions.SchedulerType;
import org.apache.flink.runtime.jobgraph.JobResourceRequirements;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.jobgraph.JobVertexResourceRequirements;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.messages.job.JobResourceRequirementsHeaders;

/** The lanes of jobs, and other numbers of them while they run: what the adaptive scheduler can do (FLIP-291). */
public final class Rescaling {
    private static final long POLL_MILLIS = 250;

    private final Cluster cluster;

    public Rescaling(Cluster cluster) {
        this.cluster = requireNonNull(cluster, "cluster");
    }

    /** Whether a job can have another number of lanes without being submitted again. */
    public static boolean isPossible(JobDetailsInfo job) {
        return job.getSchedulerType() == SchedulerType.Adaptive;
    }

    /** The lanes that a job runs on. */
    public static int lanes(JobDetailsInfo job) {
        return job.getJobVertexInfos().stream()
                .mapToInt(JobDetailsInfo.JobVertexDetailsInfo::getParallelism)
                .max()
                .orElse(1);
    }

    /** The lanes that a job is meant to have; it may run on fewer for want of slots. */
    public int wantedLanes(JobDetailsInfo job) throws ClusterException, InterruptedException {
        if (!isPossible(job)) {
            return lanes(job);
        }
        return requirements(job.getJobId()).values().stream()
                .mapToInt(vertex -> vertex.getParallelism().getUpperBound())
                .max()
                .orElse(lanes(job));
    }

    private Map<JobVertexID, JobVertexResourceRequirements> requirements(JobID job)
            throws ClusterException, InterruptedException {
        return cluster.ask(new JobResourceRequirementsHeaders(), Cluster.of(job))
                .asJobResourceRequirements()
                .map(JobResourceRequirements::getJobVertexParallelisms)
                .orElse(Map.of());
    }

    /**
     * Gives a job another number of lanes, and waits until it runs on them, or on as many of them as there are slots for: it goes on
     * from its last checkpoint, and takes the others by itself when there are slots.
     *
     * @return what it runs on
     * @throws ClusterException when it does not come to it in time; the message says what it runs on
     */
    public int rescale(JobID job, int lanes, Duration patience) throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        // Before it is asked for them: slots are the job's, and not free any more, some time before it runs on them.
        int reach =
                Math.min(lanes, lanes(cluster.details(job)) + cluster.slots().free());
        Map<JobVertexID, JobVertexResourceRequirements> wanted = new HashMap<>();
        requirements(job)
                .forEach((vertex, now) -> wanted.put(
                        vertex,
                        new JobVertexResourceRequirements(new JobVertexResourceRequirements.Parallelism(
                                Math.min(now.getParallelism().getLowerBound(), lanes), lanes))));
        cluster.await(
                "PUT /jobs/" + job + "/resource-requirements",
                cluster.client().updateJobResourceRequirements(job, new JobResourceRequirements(wanted)));
        while (true) {
            Slots slots = cluster.slots();
            JobDetailsInfo details = cluster.details(job);
            Progress progress = Progress.of(details);
            int now = lanes(details);
            boolean allThereAre = now < lanes && now >= reach && slots.free() == 0 && !slots.onDemand();
            if (progress.runs() && (now == lanes || allThereAre)) {
                return now;
            }
            if (progress.state().isGloballyTerminalState()) {
                throw new ClusterException("the job " + job + " has ended meanwhile, as " + progress.state());
            }
            if (System.nanoTime() > deadline) {
                throw new ClusterException("the job " + job + " has not come to " + lanes + " lanes in "
                        + patience.toSeconds() + " s: it runs on " + now + " (" + progress.words()
                        + "), and takes more once there are slots; the cluster has " + slots.free() + " free");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    /**
     * What a job waits for that was just submitted, in a sentence for people; empty when there are slots enough, or TaskManagers are
     * started for it.
     *
     * @param lanes how many it is to have
     * @param slots those of the cluster before it was submitted
     */
    public static Optional<String> shortage(JobDetailsInfo job, int lanes, Slots slots) {
        if (slots.free() >= lanes || slots.onDemand()) {
            return Optional.empty();
        }
        return Optional.of(
                isPossible(job) && slots.free() > 0
                        ? "it begins on " + slots.free() + " of its " + lanes + " lanes, since " + slots.words()
                                + ", and takes the others by itself when there are more"
                        : "it waits for slots: it takes " + lanes + ", and " + slots.words()
                                + "; it runs once there are enough TaskManagers");
    }

    /**
     * What keeps a job from being started again on some lanes, for people; empty when nothing does. Without the adaptive scheduler it
     * would wait for the slots that it lacks, and fail.
     *
     * @param job what runs, whose slots the next one takes
     */
    public Optional<String> lacks(JobDetailsInfo job, int lanes) throws ClusterException, InterruptedException {
        Slots slots = cluster.slots();
        int reach = lanes(job) + slots.free();
        return isPossible(job) || slots.onDemand() || lanes <= reach
                ? Optional.empty()
                : Optional.of("the Flink cluster at " + cluster.url() + " has slots for " + reach + " lanes of "
                        + job.getName() + ", those that it runs on counted in, and not for " + lanes
                        + "; add TaskManagers (taskmanager.numberOfTaskSlots slots each), or take fewer lanes");
    }
}
