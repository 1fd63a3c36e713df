package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.jobgraph.OperatorID;

/**
 * Savepoints and checkpoints as they lie in folders, by the file systems that this machine's Flink knows. Every method throws an
 * {@link IOException} when the folder's file system cannot be reached from here. A folder that is not there is an empty one in a
 * distributed file system, where folders may come and go with what is in them; on this machine it may be one that only others see.
 */
final class StateFiles {
    /** Flink writes it last, so a folder that has it is whole. */
    private static final String METADATA = "_metadata";

    private static final Pattern CHECKPOINT = Pattern.compile("chk-(\\d+)");
    private static final Pattern JOB = Pattern.compile("[0-9a-f]{32}");

    private StateFiles() {}

    /** Those that the options of a cluster and the plugins of this machine's Flink give. */
    static StateFiles of(ClusterOptions options) {
        requireNonNull(options, "options");
        FileSystem.initialize(options.flink(), PluginUtils.createPluginManagerFromRootFolder(options.flink()));
        return new StateFiles();
    }

    /** The whole savepoints in a folder; none when there is no such folder. */
    List<LatestState.State> savepoints(String folder) throws IOException {
        return whole(folder, Pattern.compile(".*"), true).orElse(List.of());
    }

    /**
     * The whole checkpoints of a job in a folder of checkpoints, the newest first, by its number, which grows from one to the next: file
     * systems may tell times in whole seconds.
     *
     * @return empty when this machine sees no folder of the job
     */
    Optional<List<LatestState.State>> checkpoints(String folder, JobID job) throws IOException {
        return whole(folder + "/" + job, CHECKPOINT, false).map(all -> all.stream()
                .sorted(Comparator.comparingLong(StateFiles::number).reversed())
                .toList());
    }

    /** The number of a checkpoint, from the path of its folder. */
    static long number(LatestState.State checkpoint) {
        String path = checkpoint.path();
        Matcher name = CHECKPOINT.matcher(path.substring(path.lastIndexOf('/') + 1));
        if (!name.matches()) {
            throw new IllegalArgumentException(path + " is no checkpoint's");
        }
        return Long.parseLong(name.group(1));
    }

    /** The jobs that have a folder in a folder of checkpoints; empty when this machine sees no such folder. */
    Optional<List<JobID>> jobs(String folder) throws IOException {
        Path path = new Path(folder);
        Optional<FileStatus[]> children = list(path.getFileSystem(), path);
        if (children.isEmpty()) {
            return Optional.empty();
        }
        List<JobID> jobs = new ArrayList<>();
        for (FileStatus child : children.get()) {
            if (child.isDir() && JOB.matcher(child.getPath().getName()).matches()) {
                jobs.add(JobID.fromHexString(child.getPath().getName()));
            }
        }
        return Optional.of(jobs);
    }

    /** The operators that have state in a checkpoint or savepoint; empty when it is gone meanwhile. */
    Optional<Set<OperatorID>> operators(String state) throws IOException {
        return states(state)
                .map(all -> all.stream().map(OperatorState::getOperatorID).collect(Collectors.toSet()));
    }

    /** Whether a checkpoint holds events that were on their way between tasks. */
    boolean inFlight(String checkpoint) throws IOException {
        return states(checkpoint).stream()
                .flatMap(Collection::stream)
                .flatMap(operator -> operator.getStates().stream())
                .anyMatch(subtask -> !subtask.getInputChannelState().isEmpty()
                        || !subtask.getResultSubpartitionState().isEmpty());
    }

    private static Optional<Collection<OperatorState>> states(String state) throws IOException {
        Path metadata = new Path(new Path(state), METADATA);
        try (DataInputStream in = new DataInputStream(metadata.getFileSystem().open(metadata))) {
            return Optional.of(Checkpoints.loadCheckpointMetadata(in, StateFiles.class.getClassLoader(), state)
                    .getOperatorStates());
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Optional<List<LatestState.State>> whole(String folder, Pattern names, boolean savepoint)
            throws IOException {
        Path path = new Path(folder);
        FileSystem files = path.getFileSystem();
        Optional<FileStatus[]> children = list(files, path);
        if (children.isEmpty()) {
            return Optional.empty();
        }
        List<LatestState.State> states = new ArrayList<>();
        for (FileStatus child : children.get()) {
            if (child.isDir() && names.matcher(child.getPath().getName()).matches()) {
                made(files, new Path(child.getPath(), METADATA))
                        .ifPresent(made ->
                                states.add(new LatestState.State(child.getPath().toString(), made, savepoint, false)));
            }
        }
        return Optional.of(states);
    }

    private static Optional<Instant> made(FileSystem files, Path metadata) throws IOException {
        try {
            return Optional.of(
                    Instant.ofEpochMilli(files.getFileStatus(metadata).getModificationTime()));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    private static Optional<FileStatus[]> list(FileSystem files, Path folder) throws IOException {
        try {
            FileStatus[] children = files.listStatus(folder);
            if (children != null) {
                return Optional.of(children);
            }
        } catch (FileNotFoundException e) {
            // As one that is null, which is what the local file system says.
        }
        return files.isDistributedFS() ? Optional.of(new FileStatus[0]) : Optional.empty();
    }
}
