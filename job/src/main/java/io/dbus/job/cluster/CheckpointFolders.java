package io.dbus.job.cluster;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/** Where the checkpoints of jobs may lie, each job's in a folder of its id: all that say so are heard. */
public final class CheckpointFolders {
    private CheckpointFolders() {}

    /**
     * The folders that pipeline files, this machine's options and the cluster name; none when checkpoints are kept in memory alone.
     *
     * @param files the options of Flink in pipeline files, those of jobs that ran before too
     */
    public static List<String> of(Cluster cluster, List<Configuration> files)
            throws ClusterException, InterruptedException {
        List<Configuration> all = new ArrayList<>(files);
        all.add(cluster.options().flink());
        Set<String> folders = new LinkedHashSet<>();
        for (Configuration options : all) {
            options.getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY).ifPresent(folders::add);
        }
        Optional.ofNullable(cluster.configuration().get(CheckpointingOptions.CHECKPOINTS_DIRECTORY.key()))
                .ifPresent(folders::add);
        return folders.stream()
                .map(folder -> folder.replaceFirst("/+$", ""))
                .distinct()
                .toList();
    }
}
