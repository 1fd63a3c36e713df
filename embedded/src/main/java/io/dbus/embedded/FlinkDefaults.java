package io.dbus.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The options that a {@link FlinkCluster} has unless it is told others: small, quick to start and quick to notice. */
final class FlinkDefaults {
    private FlinkDefaults() {}

    static Map<String, String> of(Path directory, Path savepoints, int slots) {
        Map<String, String> defaults = onLoopback();
        defaults.put("taskmanager.numberOfTaskSlots", Integer.toString(slots));
        defaults.put(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        defaults.put("execution.checkpointing.savepoint-dir", savepoints.toUri().toString());
        defaults.put("taskmanager.load-balance.mode", "SLOTS");
        // Small; what the defaults would give to RocksDB and to spare goes to the heap.
        defaults.put("jobmanager.memory.process.size", "900m");
        defaults.put("taskmanager.memory.process.size", "1100m");
        defaults.put("taskmanager.memory.managed.size", "96m");
        defaults.put("taskmanager.memory.network.min", "64m");
        defaults.put("taskmanager.memory.network.max", "64m");
        defaults.put("taskmanager.memory.jvm-overhead.min", "128m");
        defaults.put("taskmanager.memory.jvm-overhead.max", "128m");
        // A dead TaskManager is noticed by two heartbeats in vain; a slow one has the usual time.
        defaults.put("heartbeat.interval", "1000");
        // What the REST API answers is no older than this; 3 s otherwise.
        defaults.put("web.refresh-interval", "200");
        // TaskManagers start together with the JobManager and find nobody at first.
        defaults.put("cluster.registration.error-delay", "500");
        return defaults;
    }

    /** Addresses that nobody else reaches. */
    static Map<String, String> onLoopback() {
        Map<String, String> options = new HashMap<>();
        for (String host : List.of(
                "jobmanager.rpc.address",
                "jobmanager.bind-host",
                "rest.address",
                "rest.bind-address",
                "taskmanager.host",
                "taskmanager.bind-host")) {
            options.put(host, "127.0.0.1");
        }
        return options;
    }

    /** What a cluster with ZooKeeper has besides; the quorum and the cluster's id are not among it. */
    static Map<String, String> highlyAvailable(Path directory) {
        Map<String, String> defaults = new HashMap<>();
        defaults.put("high-availability.type", "zookeeper");
        defaults.put(
                "high-availability.storageDir", directory.resolve("ha").toUri().toString());
        // So long a leader that was killed is the leader still.
        defaults.put("high-availability.zookeeper.client.session-timeout", "10000");
        defaults.put("high-availability.zookeeper.client.connection-timeout", "5000");
        // When these are used up, every process ends. Each wait is up to twice the one before, and ends with a
        // connection.
        defaults.put("high-availability.zookeeper.client.retry-wait", "1000");
        defaults.put("high-availability.zookeeper.client.max-retry-attempts", "10");
        return defaults;
    }
}
