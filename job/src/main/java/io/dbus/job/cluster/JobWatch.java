package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Secrets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.CheckpointType;
import org.apache.flink.runtime.rest.messages.TriggerId;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerHeaders;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerMessageParameters;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointTriggerRequestBody;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;

/**
 * Whether a job that was just submitted has come to work: all of its tasks have run, and a checkpoint has been completed, which
 * means that each source, operator and sink has taken up its state, has worked, and has had its results stored.
 */
public final class JobWatch {
    private static final long POLL_MILLIS = 250;

    /** How long a checkpoint that was asked for may not be begun, before it is asked for again: a new leader does not know of it. */
    private static final Duration ASKED = Duration.ofSeconds(5);

    private final Cluster cluster;
    private final Secrets secrets;

    /** Watches jobs of a cluster; secrets are kept out of what is said of them. */
    public JobWatch(Cluster cluster, Secrets secrets) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.secrets = requireNonNull(secrets, "secrets");
    }

    /** What became of a job. */
    public sealed interface Outcome {
        /** It works. */
        record Works() implements Outcome {}

        /**
         * It does not.
         *
         * @param reason why, for people
         */
        record Fails(String reason) implements Outcome {}
    }

    /**
     * Waits for a verdict on a job of which nothing was asked but to start.
     *
     * @param patience how long it may take to come to a checkpoint
     * @throws ClusterException when the cluster does not answer for so long
     */
    public Outcome judge(JobID job, Duration patience) throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        Optional<Long> asked = Optional.empty();
        while (true) {
            try {
                Progress progress = Progress.of(cluster.details(job));
                List<JobFailures.Failure> failures = new JobFailures(cluster, secrets).of(job);
                Optional<Outcome> verdict = verdict(job, progress, failures);
                if (verdict.isPresent()) {
                    return verdict.get();
                }
                boolean waiting = asked.isPresent() && System.nanoTime() - asked.get() < ASKED.toNanos();
                if (progress.runs() && !waiting && !makesCheckpoint(job)) {
                    asked = askForCheckpoint(job) ? Optional.of(System.nanoTime()) : Optional.empty();
                }
                if (System.nanoTime() > deadline) {
                    return new Outcome.Fails("it has completed no checkpoint in " + patience.toSeconds() + " s: "
                            + progress.words() + whyNoCheckpoint(job));
                }
            } catch (UnreachableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    private Optional<Outcome> verdict(JobID job, Progress progress, List<JobFailures.Failure> failures)
            throws ClusterException, InterruptedException {
        if (progress.state() == JobStatus.FINISHED) {
            return Optional.of(new Outcome.Works());
        }
        // A restart without a failure is the adaptive scheduler's, which takes slots that came later.
        if (!failures.isEmpty()) {
            return Optional.of(new Outcome.Fails(
                    failures.get(0).reason().replaceFirst("\\.$", "") + " (it is " + progress.words() + ")"));
        }
        if (progress.state().isGloballyTerminalState() || progress.state() == JobStatus.FAILING) {
            return Optional.of(new Outcome.Fails("it is " + progress.words()));
        }
        return progress.runs() && completed(job) > 0 ? Optional.of(new Outcome.Works()) : Optional.empty();
    }

    /** How many checkpoints a job has completed since it was submitted. */
    private long completed(JobID job) throws ClusterException, InterruptedException {
        return cluster.checkpoints(job)
                .map(statistics -> statistics.getCounts().getNumberCompletedCheckpoints())
                .orElse(0L);
    }

    private boolean makesCheckpoint(JobID job) throws ClusterException, InterruptedException {
        return cluster.checkpoints(job)
                .filter(statistics -> statistics.getCounts().getNumberInProgressCheckpoints() > 0)
                .isPresent();
    }

    /** Checkpoints may be minutes apart: one now says the same earlier. False when Flink takes none yet. */
    private boolean askForCheckpoint(JobID job) throws ClusterException, InterruptedException {
        CheckpointTriggerMessageParameters parameters =
                CheckpointTriggerHeaders.getInstance().getUnresolvedMessageParameters();
        parameters.jobID.resolve(job);
        try {
            cluster.ask(
                    CheckpointTriggerHeaders.getInstance(),
                    parameters,
                    new CheckpointTriggerRequestBody(CheckpointType.CONFIGURED, new TriggerId()));
            return true;
        } catch (RefusedException e) {
            return false;
        }
    }

    private String whyNoCheckpoint(JobID job) throws ClusterException, InterruptedException {
        Optional<CheckpointingStatistics> statistics = cluster.checkpoints(job);
        if (statistics.isEmpty()) {
            return "; checkpoints are switched off (execution.checkpointing.interval)";
        }
        var failed = statistics.get().getLatestCheckpoints().getFailedCheckpointStatistics();
        return failed == null || failed.getFailureMessage() == null
                ? ""
                : "; the last checkpoint failed: " + secrets.redact(failed.getFailureMessage());
    }
}
