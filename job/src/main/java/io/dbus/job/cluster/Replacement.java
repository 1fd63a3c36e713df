package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.graph.StateFit;
import io.dbus.job.pipeline.Secrets;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobID;

/**
 * Puts a job in the place of one that runs: stops that with a savepoint, starts the new one from it, and waits until it has come to
 * work. If it does not, it is cancelled and the old one is started again from the same savepoint.
 *
 * <p>A new job that had completed a checkpoint before it failed has delivered what came before: then the old one goes on from that
 * checkpoint, where its state fits, so that nothing is delivered twice.
 */
public final class Replacement {
    private final Cluster cluster;
    private final Submitter submitter;
    private final Secrets secrets;
    private final Duration patience;
    private final Consumer<String> told;

    /**
     * A replacement on a cluster.
     *
     * @param patience how long each step may take: the savepoint, and each job's coming to work
     * @param told is told of each step, for people
     */
    public Replacement(
            Cluster cluster, Submitter submitter, Secrets secrets, Duration patience, Consumer<String> told) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.submitter = requireNonNull(submitter, "submitter");
        this.secrets = requireNonNull(secrets, "secrets");
        this.patience = requireNonNull(patience, "patience");
        this.told = requireNonNull(told, "told");
    }

    /** How it ended. */
    public sealed interface Outcome {
        /** The job that works now. */
        JobID job();

        /** The new job works. */
        record Done(JobID job) implements Outcome {}

        /**
         * The old one works again.
         *
         * @param reason why the new one does not
         */
        record WentBack(JobID job, String reason) implements Outcome {}
    }

    /**
     * Replaces a job.
     *
     * @param running the job that runs
     * @param folder where its savepoint is to lie
     * @param next the job that is to run
     * @param dropState whether state that the next job does not take may be dropped
     * @param back the job that is to run if that one does not work; empty to leave it
     * @throws ClusterException when a step failed after which there is no next one; the message says what runs and where the
     *     savepoint is
     */
    public Outcome replace(
            ClusterJob running,
            String folder,
            Submitter.Prepared next,
            boolean dropState,
            Optional<Submitter.Prepared> back)
            throws ClusterException, InterruptedException {
        told.accept("stopping job " + running.id() + ": what was read is being delivered");
        String savepoint = new Stopping(cluster, secrets, told).withSavepoint(running.id(), folder, patience);
        told.accept("stopped, the savepoint is " + savepoint);
        told.accept("starting job " + next.id() + " from it");
        Optional<String> failure = start(next, savepoint, dropState, savepoint);
        if (failure.isEmpty()) {
            return new Outcome.Done(next.id());
        }
        if (back.isEmpty()) {
            throw new ClusterException("the new job " + next.id() + " does not work, and there is no way back: "
                    + failure.get() + "; it is left as it is, and the savepoint is " + savepoint);
        }
        told.accept("it does not work, and is taken away");
        return goBack(next, back.get(), savepoint, failure.get());
    }

    /** Why a job that was started does not work; empty when it does. */
    private Optional<String> start(Submitter.Prepared job, String from, boolean dropState, String savepoint)
            throws ClusterException, InterruptedException {
        try {
            submitter.submit(job, from, dropState, secrets);
        } catch (UnreachableException e) {
            throw lost(job, savepoint, e);
        } catch (ClusterException e) {
            return Optional.of(e.getMessage());
        }
        try {
            JobWatch.Outcome verdict = new JobWatch(cluster, secrets).judge(job.id(), patience);
            return verdict instanceof JobWatch.Outcome.Fails fails ? Optional.of(fails.reason()) : Optional.empty();
        } catch (ClusterException e) {
            throw lost(job, savepoint, e);
        }
    }

    private static ClusterException lost(Submitter.Prepared job, String savepoint, ClusterException e) {
        return new ClusterException(
                "whether job " + job.id() + " runs is not known: " + e.getMessage()
                        + "; once the cluster answers, dbus list --all shows it, and if it does not run, dbus submit --from "
                        + savepoint
                        + " goes on",
                e);
    }

    private Outcome goBack(Submitter.Prepared next, Submitter.Prepared back, String savepoint, String reason)
            throws ClusterException, InterruptedException {
        String from = savepoint;
        boolean dropState = false;
        Optional<ClusterJob> ended;
        try {
            ended = end(next);
        } catch (ClusterException e) {
            throw new ClusterException(
                    "the new job " + next.id() + " does not work (" + reason
                            + ") and could not be taken away: " + e.getMessage()
                            + "; the old one was not started, its savepoint is " + savepoint,
                    e);
        }
        if (ended.isPresent()) {
            try {
                from = origin(ended.get(), next, back, savepoint);
            } catch (ClusterException e) {
                throw new ClusterException(
                        "the new job " + next.id() + " does not work (" + reason
                                + ") and was taken away, but whether it had delivered anything is not known: "
                                + e.getMessage()
                                + "; the old one was not started. If it had, dbus submit FILE --from latest with the old file"
                                + " goes on from its last checkpoint; if not, --from " + savepoint,
                        e);
            }
            dropState = !from.equals(savepoint);
        }
        told.accept("going back: starting the old file as job " + back.id() + " from " + from);
        Optional<String> failure = start(back, from, dropState, savepoint);
        if (failure.isPresent()) {
            throw new ClusterException(
                    "the new file does not work: " + reason + "; and the old one, started again as job " + back.id()
                            + ", neither: " + failure.get() + "; the savepoint is " + savepoint);
        }
        return new Outcome.WentBack(back.id(), reason);
    }

    /** Ends a job that does not work; empty when the cluster does not know it. */
    private Optional<ClusterJob> end(Submitter.Prepared job) throws ClusterException, InterruptedException {
        Optional<ClusterJob> known = cluster.job(job.id());
        if (known.isPresent() && !known.get().isOver()) {
            new Stopping(cluster, secrets, told).cancel(job.id(), patience);
            return cluster.job(job.id());
        }
        return known;
    }

    /** Where the old job goes on: at the savepoint, unless the new one has delivered something since. */
    private String origin(ClusterJob ended, Submitter.Prepared next, Submitter.Prepared back, String savepoint)
            throws ClusterException, InterruptedException {
        LatestState.Left left =
                new LatestState(cluster, next.checkpointFolder().stream().toList()).left(ended);
        if (left instanceof LatestState.Left.Nothing) {
            return savepoint;
        }
        if (left instanceof LatestState.Left.Kept kept
                && StateFit.problemsOfCheckpoint(
                                next.facts(), back.facts(), true, kept.state().inFlight())
                        .isEmpty()) {
            told.accept(
                    "the new job had completed a checkpoint and delivered what came before: the old file goes on there");
            return kept.state().path();
        }
        told.accept(
                left instanceof LatestState.Left.Unknown unknown
                        ? "whether the new job had completed a checkpoint is not known (" + unknown.why()
                                + "): what it may have delivered since the savepoint is delivered a second time"
                        : "the new job had completed a checkpoint from which the old file cannot go on: what it has"
                                + " delivered since the savepoint is delivered a second time");
        return savepoint;
    }
}
