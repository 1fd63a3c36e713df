package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The holds of a reader's servers. Thread-safe. */
final class CheckpointHolds {
    private final String source;
    private final Map<String, CheckpointHold> byServer = new ConcurrentHashMap<>();

    CheckpointHolds(String source) {
        this.source = requireNonNull(source, "source");
    }

    CheckpointHold of(String server) {
        return byServer.computeIfAbsent(server, name -> new CheckpointHold(source, name));
    }

    /** A checkpoint takes the positions of all servers. */
    void saved(long checkpointId) {
        byServer.values().forEach(hold -> hold.saved(checkpointId));
    }

    /** A checkpoint is complete. */
    void completed(long checkpointId) {
        byServer.values().forEach(hold -> hold.completed(checkpointId));
    }
}
