package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/** Lines on their way from the fetcher to the emitter. */
final class LineBatch implements RecordsWithSplitIds<Line> {
    private static final int MOST_LINES = 4096;
    private static final long MOST_BYTES = 1 << 20;

    private final String stream;
    private final List<Line> lines = new ArrayList<>();
    private long bytes;
    private boolean ended;
    private boolean begun;
    private int next;

    LineBatch(String stream) {
        this.stream = requireNonNull(stream, "stream");
    }

    void add(Line line) {
        lines.add(line);
        bytes += line.bytes().length;
    }

    boolean isFull() {
        return lines.size() >= MOST_LINES || bytes >= MOST_BYTES;
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** There are no lines after these. */
    void end() {
        ended = true;
    }

    @Override
    public String nextSplit() {
        if (begun || lines.isEmpty()) {
            return null;
        }
        begun = true;
        return stream;
    }

    @Override
    public Line nextRecordFromSplit() {
        return next < lines.size() ? lines.get(next++) : null;
    }

    @Override
    public Set<String> finishedSplits() {
        return ended ? Set.of(stream) : Set.of();
    }
}
