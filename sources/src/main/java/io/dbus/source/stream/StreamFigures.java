package io.dbus.source.stream;

import io.dbus.metrics.ComponentMetrics;
import org.apache.flink.metrics.Counter;

/** The figures of a stream, in the group of its component. Counters have one writer each. */
final class StreamFigures {
    private final Counter lines;
    private final Counter bytes;
    private final Counter restarts;
    private final Counter rotations;
    private final Counter truncations;
    private final Counter refusedClients;
    private volatile int clients;
    private volatile long unconfirmed;

    StreamFigures(ComponentMetrics metrics) {
        lines = metrics.group().counter("lines");
        bytes = metrics.group().counter("bytes");
        restarts = metrics.group().counter("restarts");
        rotations = metrics.group().counter("rotations");
        truncations = metrics.group().counter("truncations");
        refusedClients = metrics.group().counter("refusedClients");
        metrics.group().gauge("clients", () -> clients);
        metrics.group().gauge("unconfirmedLines", () -> unconfirmed);
    }

    void line(Line line) {
        lines.inc();
        bytes.inc(line.length());
    }

    void restarted() {
        restarts.inc();
    }

    void rotated() {
        rotations.inc();
    }

    void truncated() {
        truncations.inc();
    }

    void refusedClient() {
        refusedClients.inc();
    }

    void clients(int now) {
        clients = now;
    }

    /** How many lines were taken since the last checkpoint that is complete: those that a failure now would lose, or read once more. */
    void unconfirmed(long now) {
        unconfirmed = now;
    }
}
