package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Secrets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.rest.handler.async.AsynchronousOperationResult;
import org.apache.flink.runtime.rest.messages.TriggerId;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.messages.job.savepoints.SavepointInfo;
import org.apache.flink.runtime.rest.messages.job.savepoints.SavepointStatusHeaders;
import org.apache.flink.runtime.rest.messages.job.savepoints.SavepointStatusMessageParameters;
import org.apache.flink.runtime.rest.messages.job.savepoints.SavepointTriggerMessageParameters;
import org.apache.flink.runtime.rest.messages.job.savepoints.stop.StopWithSavepointRequestBody;
import org.apache.flink.runtime.rest.messages.job.savepoints.stop.StopWithSavepointTriggerHeaders;
import org.apache.flink.runtime.rest.messages.queue.QueueStatus;

/** Ends jobs of a cluster. */
public final class Stopping {
    private static final long POLL_MILLIS = 250;

    /** How Flink says that there is a savepoint although the job did not end ({@code StopWithSavepointStoppingException}). */
    private static final Pattern MADE =
            Pattern.compile("A savepoint has been created at: (.+?), but the corresponding job");

    private final Cluster cluster;
    private final Secrets secrets;
    private final Consumer<String> told;
    private boolean toldOfWait;

    /**
     * Ends those of a cluster.
     *
     * @param secrets kept out of what is thrown
     * @param told is told, for people, when it is a new leader that is waited for
     */
    public Stopping(Cluster cluster, Secrets secrets, Consumer<String> told) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.secrets = requireNonNull(secrets, "secrets");
        this.told = requireNonNull(told, "told");
    }

    /**
     * Takes a savepoint and stops a job: what it read is delivered and committed. The savepoint is in Flink's canonical form, which
     * fits whatever state backend reads it.
     *
     * @param folder the folder that the savepoint is to lie in, a path that the cluster can write to
     * @param patience how long to wait for all of it
     * @return the savepoint's path
     * @throws ClusterException when there is no savepoint, or the job did not end after it; the message says whether the job runs
     */
    public String withSavepoint(JobID job, String folder, Duration patience)
            throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean endsWithIt = cluster.endsWithItsJob();
        boolean endsForGood = cluster.process().isPresent();
        awaitAllRunning(job, deadline);
        TriggerId trigger = new TriggerId();
        SavepointTriggerMessageParameters parameters = new SavepointTriggerMessageParameters();
        parameters.jobID.resolve(job);
        // The trigger's id is ours, so that asking once more after a lost answer asks for the same savepoint.
        try {
            cluster.ask(
                    StopWithSavepointTriggerHeaders.getInstance(),
                    parameters,
                    new StopWithSavepointRequestBody(folder, false, SavepointFormatType.CANONICAL, trigger));
        } catch (UnreachableException e) {
            throw unknown(job, folder, e);
        }
        String savepoint = savepoint(job, trigger, folder, endsForGood, deadline);
        awaitEnd(job, savepoint, endsWithIt, deadline);
        return savepoint;
    }

    /** Flink refuses savepoints while a task is being started, for the first time or again. */
    private void awaitAllRunning(JobID job, long deadline) throws ClusterException, InterruptedException {
        JobDetailsInfo details = cluster.details(job);
        long began = details.getNow();
        Progress progress = Progress.of(details);
        while (!progress.runs()) {
            if (progress.state().isGloballyTerminalState()) {
                throw new ClusterException("the job " + job + " has ended meanwhile, as " + progress.state());
            }
            boolean failsOn = new JobFailures(cluster, secrets)
                    .of(job).stream().anyMatch(failure -> failure.when().toEpochMilli() > began);
            if (failsOn || System.nanoTime() > deadline) {
                throw new ClusterException("the job " + job + " takes no savepoint, since not all of its tasks run: "
                        + progress.words() + lastFailure(job)
                        + "; it goes on trying. dbus stop --no-savepoint ends it, and dbus submit --from latest goes on from its last"
                        + " checkpoint");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            progress = Progress.of(cluster.details(job));
        }
    }

    private String savepoint(JobID job, TriggerId trigger, String folder, boolean endsForGood, long deadline)
            throws ClusterException, InterruptedException {
        SavepointStatusMessageParameters parameters = new SavepointStatusMessageParameters();
        parameters.jobIdPathParameter.resolve(job);
        parameters.triggerIdPathParameter.resolve(trigger);
        while (true) {
            try {
                AsynchronousOperationResult<SavepointInfo> result =
                        cluster.ask(SavepointStatusHeaders.getInstance(), parameters);
                if (result.queueStatus().getId() == QueueStatus.Id.COMPLETED) {
                    return location(job, result.resource());
                }
            } catch (UnreachableException e) {
                // A leader that goes is followed by another, which may answer; a process of dbus is not.
                if (endsForGood || System.nanoTime() > deadline) {
                    throw unknown(job, folder, e);
                }
                tellOfWait(deadline);
            } catch (RefusedException e) {
                if (e.status() == 404) {
                    throw new ClusterException(
                            "the leader of the cluster has changed while the job " + job
                                    + " made its savepoint, and the new one does"
                                    + " not know what became of it: dbus status shows whether the job runs; a savepoint that was complete"
                                    + " is in " + folder,
                            e);
                }
                throw unknown(job, folder, e);
            }
            if (System.nanoTime() > deadline) {
                throw new ClusterException(
                        "the job " + job + " has not come to a savepoint in time, and still may: it stops then, and the"
                                + " savepoint is in " + folder + "; dbus status shows how it is doing");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private static ClusterException unknown(JobID job, String folder, ClusterException e) {
        return new ClusterException(
                "whether the job " + job + " was stopped is not known: " + e.getMessage()
                        + "; once the cluster answers, dbus status shows whether it runs, and a savepoint that was complete is in "
                        + folder,
                e);
    }

    private String location(JobID job, SavepointInfo info) throws ClusterException {
        if (info.getFailureCause() != null) {
            throw new ClusterException(
                    secrets.redact(notStopped(job, info.getFailureCause().getFullStringifiedStackTrace())));
        }
        return info.getLocation();
    }

    /** What Flink's failure to stop a job means for it. */
    static String notStopped(JobID job, String trace) {
        String reason = StackTraces.reason(trace);
        Matcher made = MADE.matcher(trace);
        if (!made.find()) {
            return "the job " + job + " was not stopped and goes on: " + reason;
        }
        // A StopWithSavepointStoppingException, after which Flink does not start the job again (NonRecoverableError).
        return "the job " + job + " has made the savepoint " + made.group(1) + " and has then failed to end"
                + (MADE.matcher(reason).find() ? "" : ": " + reason)
                + "; it does not go on, and what it had not committed yet a start from this savepoint commits: dbus submit --from "
                + made.group(1);
    }

    private void awaitEnd(JobID job, String savepoint, boolean endsWithIt, long deadline)
            throws ClusterException, InterruptedException {
        String done = "the job " + job + " has made the savepoint " + savepoint;
        JobStatus state = end(job, done, endsWithIt, deadline);
        if (state != JobStatus.FINISHED) {
            throw new ClusterException(done + " and has then ended as " + state + lastFailure(job));
        }
    }

    /**
     * Waits for the end of a job that is to end.
     *
     * @param done what was done so far, as the begin of a message
     * @param endsWithIt whether the cluster ends with the job
     * @return how it ended; {@code FINISHED} too where nobody can tell any more
     */
    private JobStatus end(JobID job, String done, boolean endsWithIt, long deadline)
            throws ClusterException, InterruptedException {
        while (true) {
            try {
                JobStatus state = cluster.details(job).getJobStatus();
                if (state.isGloballyTerminalState()) {
                    return state;
                }
            } catch (UnreachableException e) {
                // An application cluster and a process of dbus end with their job; of another one a new leader may
                // answer.
                if (endsWithIt) {
                    return JobStatus.FINISHED;
                }
                tellOfWait(deadline);
            } catch (RefusedException e) {
                // A new leader does not know the jobs that have ended.
                if (e.status() == 404) {
                    return JobStatus.FINISHED;
                }
                // One that is about to end with its job may stumble over an answer.
                if (!endsWithIt || e.status() < 500) {
                    throw new ClusterException(done + ", and whether it has ended is not known: " + e.getMessage(), e);
                }
            }
            if (System.nanoTime() > deadline) {
                throw new ClusterException(done + " and has not ended yet; dbus status shows how it is doing");
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private void tellOfWait(long deadline) {
        if (!toldOfWait) {
            toldOfWait = true;
            long left = Math.max(1, TimeUnit.NANOSECONDS.toSeconds(deadline - System.nanoTime()));
            told.accept("the cluster at " + cluster.url()
                    + " does not answer: waiting for it, or for a new leader, for up to " + left + " s");
        }
    }

    /**
     * Cancels a job, and waits for its end.
     *
     * @throws ClusterException when it does not end in time
     */
    public void cancel(JobID job, Duration patience) throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        boolean endsWithIt = cluster.endsWithItsJob();
        cluster.await("PATCH /jobs/" + job, cluster.client().cancel(job));
        end(job, "the job " + job + " was cancelled", endsWithIt, deadline);
    }

    /** Why a job failed, where the cluster can tell: the message that it is for must come out without it too. */
    private String lastFailure(JobID job) throws InterruptedException {
        try {
            return new JobFailures(cluster, secrets)
                    .last(job)
                    .map(reason -> "; it failed: " + reason.replaceFirst("\\.$", ""))
                    .orElse("");
        } catch (ClusterException e) {
            return "";
        }
    }
}
