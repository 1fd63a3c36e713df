package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
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
     * Gives a job another number of lanes, and waits until it runs on them: it goes on from its last checkpoint.
     *
     * @throws ClusterException when it does not come to it in time; the message says what it runs on, and it takes what it was
     *     asked for once there are slots
     */
    public void rescale(JobID job, int lanes, Duration patience) throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
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
            JobDetailsInfo details = cluster.details(job);
            Progress progress = Progress.of(details);
            if (lanes(details) == lanes && progress.runs()) {
                return;
            }
            if (progress.state().isGloballyTerminalState()) {
                throw new ClusterException("the job " + job + " has ended meanwhile, as " + progress.state());
            }
            if (System.nanoTime() > deadline) {
                throw new ClusterException("the job " + job + " has not come to " + lanes + " lanes in "
                        + patience.toSeconds() + " s: it runs on " + lanes(details) + " (" + progress.words()
                        + "), and takes more once there are slots; the cluster has "
                        + cluster.await("GET /overview", cluster.client().getClusterOverview())
                                .getNumSlotsAvailable()
                        + " free");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }
}
