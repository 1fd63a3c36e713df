package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.checkpoint.CheckpointStatsStatus;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointStatistics.CompletedCheckpointStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.util.RestMapperUtils;

/** The newest state of a pipeline from which it can go on. */
public final class LatestState {
    /** Flink writes it last, so a folder that has it is whole. */
    private static final String METADATA = "_metadata";

    private final Cluster cluster;

    public LatestState(Cluster cluster) {
        this.cluster = requireNonNull(cluster, "cluster");
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
    }

    /** What the cluster knows of the jobs of a name: of all their savepoints and checkpoints that are still there, the newest. */
    public Optional<State> known(String pipeline) throws ClusterException, InterruptedException {
        List<State> states = new ArrayList<>();
        for (ClusterJob job : Jobs.of(cluster).named(pipeline)) {
            states.addAll(of(job.id(), job.state()));
        }
        return states.stream().max(Comparator.comparing(State::made));
    }

    /**
     * A state, and whose it is.
     *
     * @param job the job that made it
     * @param state what it made
     */
    public record Made(ClusterJob job, State state) {}

    /** The savepoint or checkpoint of a path, made by a job of a name; empty when the cluster does not know it any more. */
    public Optional<Made> made(String pipeline, String path) throws ClusterException, InterruptedException {
        for (ClusterJob job : Jobs.of(cluster).named(pipeline)) {
            for (State state : of(job.id(), job.state())) {
                if (state.path().equals(path)) {
                    return Optional.of(new Made(job, state));
                }
            }
        }
        return Optional.empty();
    }

    /** The newest state of one job. */
    public Optional<State> known(JobID job) throws ClusterException, InterruptedException {
        return of(job, cluster.details(job).getJobStatus()).stream().max(Comparator.comparing(State::made));
    }

    private List<State> of(JobID job, JobStatus status) throws ClusterException, InterruptedException {
        List<State> states = new ArrayList<>();
        Optional<CheckpointingStatistics> statistics = statistics(job);
        if (statistics.isEmpty()) {
            return states;
        }
        for (CheckpointStatistics checkpoint : statistics.get().getHistory()) {
            add(checkpoint, status, states);
        }
        CheckpointingStatistics.LatestCheckpoints latest = statistics.get().getLatestCheckpoints();
        add(latest.getCompletedCheckpointStatistics(), status, states);
        add(latest.getSavepointStatistics(), status, states);
        return states;
    }

    /** Takes what is there to start from: a job that ended by itself, or by a savepoint, has removed its checkpoints. */
    private static void add(CheckpointStatistics statistics, JobStatus status, List<State> states) {
        if (statistics instanceof CompletedCheckpointStatistics completed
                && completed.getStatus() == CheckpointStatsStatus.COMPLETED
                && completed.getExternalPath() != null
                && completed.getExternalPath().contains("/")
                && !completed.isDiscarded()
                && (completed.isSavepoint() || status != JobStatus.FINISHED)) {
            states.add(new State(
                    completed.getExternalPath(),
                    Instant.ofEpochMilli(completed.getLatestAckTimestamp()),
                    completed.isSavepoint(),
                    !completed.isSavepoint() && persistedInFlight(completed) > 0));
        }
    }

    /** Bytes of events between tasks; the class has no getter for them. */
    private static long persistedInFlight(CheckpointStatistics statistics) {
        return RestMapperUtils.getStrictObjectMapper()
                .valueToTree(statistics)
                .path(CheckpointStatistics.FIELD_NAME_PERSISTED_DATA)
                .asLong();
    }

    /** How the checkpoints of a job went; empty when it makes none. */
    public Optional<CheckpointingStatistics> statistics(JobID job) throws ClusterException, InterruptedException {
        try {
            return Optional.of(cluster.ask(CheckpointingStatisticsHeaders.getInstance(), Cluster.of(job)));
        } catch (RefusedException e) {
            // "Checkpointing was not enabled for job": the job is there, it has just been asked for.
            if (e.status() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * The newest whole savepoint in a folder, by the file systems that this machine's Flink knows.
     *
     * @throws IOException when the folder's file system cannot be reached from here
     */
    public Optional<State> inFolder(String folder) throws IOException {
        FileSystem.initialize(
                cluster.options().flink(),
                PluginUtils.createPluginManagerFromRootFolder(cluster.options().flink()));
        Path path = new Path(folder);
        FileSystem files = path.getFileSystem();
        List<State> states = new ArrayList<>();
        FileStatus[] children = list(files, path);
        for (FileStatus child : children) {
            Path metadata = new Path(child.getPath(), METADATA);
            if (child.isDir() && files.exists(metadata)) {
                states.add(new State(
                        child.getPath().toString(),
                        Instant.ofEpochMilli(files.getFileStatus(metadata).getModificationTime()),
                        true,
                        false));
            }
        }
        return states.stream().max(Comparator.comparing(State::made));
    }

    private static FileStatus[] list(FileSystem files, Path folder) throws IOException {
        try {
            FileStatus[] children = files.listStatus(folder);
            return children == null ? new FileStatus[0] : children;
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }
}
