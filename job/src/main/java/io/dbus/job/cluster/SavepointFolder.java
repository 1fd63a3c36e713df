package io.dbus.job.cluster;

import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/** Where the savepoints of a pipeline lie: in a folder of its own, so that the newest can be found. */
public final class SavepointFolder {
    private SavepointFolder() {}

    /**
     * The folder of a pipeline.
     *
     * @param given what the user says; wins over the options
     * @param file the options of Flink in the pipeline's file
     * @throws ClusterException when nobody says where savepoints go
     */
    public static String of(Cluster cluster, String pipeline, Optional<String> given, Configuration file)
            throws ClusterException, InterruptedException {
        return find(cluster, pipeline, given, file)
                .orElseThrow(() -> new ClusterException("nobody says where savepoints go: set "
                        + CheckpointingOptions.SAVEPOINT_DIRECTORY.key()
                        + " in the configuration of the Flink cluster at " + cluster.url()
                        + ", or give --savepoints FOLDER, a path that all of its machines can reach"));
    }

    /**
     * The same, empty when nobody says where savepoints go. The Flink inside a process of dbus has them where {@code dbus run --from last}
     * looks, whatever else is configured.
     */
    public static Optional<String> find(Cluster cluster, String pipeline, Optional<String> given, Configuration file)
            throws ClusterException, InterruptedException {
        Map<String, String> theirs = cluster.configuration();
        Optional<String> run = OneRun.of(theirs).map(any -> theirs.get(CheckpointingOptions.SAVEPOINT_DIRECTORY.key()));
        Optional<String> folder = given.or(() -> run)
                .or(() -> file.getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY))
                .or(() -> cluster.options().flink().getOptional(CheckpointingOptions.SAVEPOINT_DIRECTORY));
        if (folder.isEmpty()) {
            folder = Optional.ofNullable(theirs.get(CheckpointingOptions.SAVEPOINT_DIRECTORY.key()));
        }
        return folder.map(path -> path.replaceFirst("/+$", "") + "/" + pipeline);
    }
}
