package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointConfigHeaders;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics.CompletedCheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.util.RestMapperUtils;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.MissingNode;

/**
 * The newest state that a job has left, from which another can go on. Flink's REST interface tells of a job's checkpoints; of one that ended while it had no slots, and of one that a new leader took
 * over, it may tell of none, and then the folder of checkpoints is looked into.
 */
public final class LatestState {
    private final Cluster cluster;
    private final List<String> folders;

    /**
     * Of jobs on a cluster.
     *
     * @param folders where checkpoints may lie; see {@link CheckpointFolders}
     */
    public LatestState(Cluster cluster, List<String> folders) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.folders = List.copyOf(folders);
    }

    /**
     * A savepoint, or a checkpoint that was kept.
     *
     * @param path where it is
     * @param made when it was complete
     * @param savepoint whether it is a savepoint
     * @param inFlight whether it holds events that were on their way between tasks, as a checkpoint may that was not aligned
     */
    public record State(String path, Instant made, boolean savepoint, boolean inFlight) {
        public State {
            requireNonNull(path, "path");
            requireNonNull(made, "made");
        }

        /** {@code savepoint} or {@code checkpoint}. */
        public String kind() {
            return savepoint ? "savepoint" : "checkpoint";
        }
    }

    /** What a job has left. */
    public sealed interface Left {
        /** Its newest state, with all that it has delivered. */
        record Kept(State state) implements Left {}

        /** It came to no checkpoint, and so has delivered nothing for good. */
        record Nothing() implements Left {}

        /**
         * It has, or may have, delivered more than any state that is known has in it.
         *
         * @param why for people, as the end of a sentence
         * @param cure what to do, likewise
         */
        record Unknown(String why, String cure) implements Left {}
    }

    /** The newest state of a job, running or over, as far as it is known. */
    public Optional<State> known(ClusterJob job) throws ClusterException, InterruptedException {
        return left(job) instanceof Left.Kept kept ? Optional.of(kept.state()) : Optional.empty();
    }

    /** What a job has left until now. */
    public Left left(ClusterJob job) throws ClusterException, InterruptedException {
        Optional<CheckpointingStatistics> statistics = cluster.checkpoints(job.id());
        Optional<CompletedCheckpointStatistics> newest =
                statistics.stream().flatMap(all -> completed(all).stream()).max(Comparator.comparing(c -> c.getId()));
        if (newest.isPresent()) {
            return told(job, newest.get());
        }
        if (job.state() == JobStatus.FINISHED) {
            return finished();
        }
        boolean told = statistics.isPresent()
                && statistics.get().getCounts().getTotalNumberCheckpoints() > 0
                && statistics.get().getLatestCheckpoints().getRestoredCheckpointStatistics() == null;
        return told ? new Left.Nothing() : inFolders(job);
    }

    private Left told(ClusterJob job, CompletedCheckpointStatistics newest)
            throws ClusterException, InterruptedException {
        State state = state(newest);
        if (job.state() == JobStatus.FINISHED && !newest.isSavepoint()) {
            return finished();
        }
        if (newest.isDiscarded() || !newest.getExternalPath().contains("/")) {
            return removed();
        }
        if (newest.isSavepoint()) {
            return new Left.Kept(state);
        }
        return isRemoved(job) ? removed() : new Left.Kept(state);
    }

    private static Left finished() {
        return new Left.Unknown(
                "it came to its end by itself, with all delivered, and left no state",
                "submit without --from to do all of it again");
    }

    private static Left removed() {
        return new Left.Unknown(
                "its checkpoints were removed when it ended (execution.checkpointing.externalized-checkpoint-retention, or no"
                        + " execution.checkpointing.dir)",
                "submit without --from to start anew");
    }

    /** Whether the checkpoints of a job went with it: what it was told to do with them at its end. */
    private boolean isRemoved(ClusterJob job) throws ClusterException, InterruptedException {
        if (!job.isOver()) {
            return false;
        }
        JsonNode kept = retention(job.id());
        return !kept.path("enabled").asBoolean(true)
                || (job.state() == JobStatus.CANCELED
                        && kept.path("delete_on_cancellation").asBoolean());
    }

    private JsonNode retention(JobID job) throws ClusterException, InterruptedException {
        try {
            return RestMapperUtils.getStrictObjectMapper()
                    .valueToTree(cluster.ask(CheckpointConfigHeaders.getInstance(), Cluster.of(job)))
                    .path("externalization");
        } catch (RefusedException e) {
            // The job makes no checkpoints, or could not be made.
            if (e.status() == 404) {
                return MissingNode.getInstance();
            }
            throw e;
        }
    }

    private Left inFolders(ClusterJob job) throws ClusterException, InterruptedException {
        String why = folders.isEmpty() ? "where its checkpoints are is not known (no execution.checkpointing.dir)" : "";
        List<State> states = new ArrayList<>();
        StateFiles files = cluster.stateFiles();
        for (String folder : folders) {
            String own = folder + "/" + job.id();
            try {
                Optional<List<State>> found = files.checkpoints(folder, job.id());
                found.stream().flatMap(List::stream).findFirst().ifPresent(states::add);
                if (found.isEmpty() && !isOfTheCluster(files, folder)) {
                    why = "the cluster does not tell of its checkpoints, and this machine sees no folder " + own;
                }
            } catch (IOException e) {
                why = "the cluster does not tell of its checkpoints, and this machine cannot look into " + own + " ("
                        + reason(e) + ")";
            }
        }
        if (!states.isEmpty()) {
            State newest = states.stream()
                    .max(Comparator.comparingLong(StateFiles::number))
                    .get();
            return new Left.Kept(new State(newest.path(), newest.made(), false, inFlight(newest.path())));
        }
        // Any of the folders may be the job's: all must be seen before there is nothing.
        if (why.isEmpty() || couldNotBeMade(job)) {
            return isRemoved(job) ? removed() : new Left.Nothing();
        }
        return new Left.Unknown(
                why,
                "name its newest checkpoint, --from .../" + job.id()
                        + "/chk-<n>, where a file _metadata is in the folder; without any, it has delivered nothing for good");
    }

    /** Whether this machine sees there what the cluster does: a job gets its folder when it is first started. */
    private boolean isOfTheCluster(StateFiles files, String folder)
            throws IOException, ClusterException, InterruptedException {
        Optional<List<JobID>> seen = files.jobs(folder);
        return seen.isPresent()
                && cluster.jobs().stream().anyMatch(job -> seen.get().contains(job.id()));
    }

    /** Whether a job failed before it had tasks, and not after another leader had run it. */
    private boolean couldNotBeMade(ClusterJob job) throws ClusterException, InterruptedException {
        return cluster.details(job.id()).getJobVertexInfos().isEmpty()
                && cluster.configuration()
                        .getOrDefault(HighAvailabilityOptions.HA_MODE.key(), "NONE")
                        .equalsIgnoreCase("NONE");
    }

    /** Why a folder cannot be looked into, in a line. */
    static String reason(IOException e) {
        String message = e.getMessage() == null ? "" : e.getMessage();
        return message.lines().findFirst().orElse(e.getClass().getSimpleName());
    }

    private static List<CompletedCheckpointStatistics> completed(CheckpointingStatistics statistics) {
        List<CompletedCheckpointStatistics> completed = new ArrayList<>();
        for (CheckpointStatistics checkpoint : statistics.getHistory()) {
            add(checkpoint, completed);
        }
        add(statistics.getLatestCheckpoints().getCompletedCheckpointStatistics(), completed);
        add(statistics.getLatestCheckpoints().getSavepointStatistics(), completed);
        return completed;
    }

    private static State state(CompletedCheckpointStatistics completed) {
        return new State(
                completed.getExternalPath(),
                Instant.ofEpochMilli(completed.getLatestAckTimestamp()),
                completed.isSavepoint(),
                !completed.isSavepoint() && persistedInFlight(completed) > 0);
    }

    /** Bytes of events between tasks; the class has no getter for them. */
    private static long persistedInFlight(CheckpointStatistics statistics) {
        return RestMapperUtils.getStrictObjectMapper()
                .valueToTree(statistics)
                .path(CheckpointStatistics.FIELD_NAME_PERSISTED_DATA)
                .asLong();
    }

    private static void add(CheckpointStatistics statistics, List<CompletedCheckpointStatistics> completed) {
        if (statistics instanceof CompletedCheckpointStatistics one
                && one.getStatus() == CheckpointStatsStatus.COMPLETED
                && one.getExternalPath() != null) {
            completed.add(one);
        }
    }

    /** A savepoint of a job that the cluster still knows; empty where there is none. */
    Optional<State> savepoint(JobID job) throws ClusterException, InterruptedException {
        return cluster.checkpoints(job).stream()
                .flatMap(all -> completed(all).stream())
                .filter(one -> one.isSavepoint() && !one.isDiscarded())
                .max(Comparator.comparing(one -> one.getId()))
                .map(LatestState::state);
    }

    /**
     * The job that made a state.
     *
     * @param job the job
     * @param savepoint whether it is a savepoint
     * @param inFlight whether it holds events that were on their way between tasks
     */
    public record Maker(ClusterJob job, boolean savepoint, boolean inFlight) {}

    private boolean inFlight(String checkpoint) {
        try {
            return cluster.stateFiles().inFlight(checkpoint);
        } catch (IOException e) {
            // It cannot be read here; Flink refuses one whose events would not find their tasks.
            return false;
        }
    }

    /** Which job of a name made the savepoint or checkpoint of a path; empty when the cluster does not know it any more. */
    public Optional<Maker> maker(String pipeline, String path) throws ClusterException, InterruptedException {
        for (ClusterJob job : Jobs.of(cluster).named(pipeline)) {
            for (CompletedCheckpointStatistics one : cluster.checkpoints(job.id()).stream()
                    .flatMap(all -> completed(all).stream())
                    .toList()) {
                if (one.getExternalPath().equals(path)) {
                    return Optional.of(
                            new Maker(job, one.isSavepoint(), state(one).inFlight()));
                }
            }
            if (path.contains("/" + job.id() + "/")) {
                return Optional.of(new Maker(job, false, inFlight(path)));
            }
        }
        return Optional.empty();
    }
}
