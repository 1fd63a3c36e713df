package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;

/**
 * How far the rows of a server have come in one reader, under the names that servers of MySQL have: where in the split of which a
 * row was made last, and when. Written by the task's thread alone.
 */
final class MockServerFigures {
    private final Counter rows;
    private volatile String file = "";
    private volatile long position;
    private volatile long lastRowMillis;

    /** Those of a server in a group of metrics of its own. */
    MockServerFigures(MetricGroup server) {
        requireNonNull(server, "server");
        this.rows = server.counter("rows");
        server.gauge("binlogFile", () -> file);
        server.gauge("binlogPosition", () -> position);
        server.gauge("lastEventAgeMs", () -> lastRowMillis == 0 ? -1L : System.currentTimeMillis() - lastRowMillis);
    }

    /** Rows were made. */
    void made(int number, MockSplit split, long nowMillis) {
        rows.inc(number);
        file = SplitEvents.file(split.number());
        position = split.next();
        lastRowMillis = nowMillis;
    }
}
