package io.dbus.source.mock;

import io.dbus.source.split.SplitAssignment;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Gives the splits to the readers, and remembers which failures have been had: a task that starts again does not know. */
final class MockEnumerator implements SplitEnumerator<MockSplit, MockEnumeratorState> {
    private final SplitEnumeratorContext<MockSplit> context;
    private final SplitAssignment<MockSplit> splits;
    private final Set<Long> failed = new HashSet<>();

    MockEnumerator(SplitEnumeratorContext<MockSplit> context, MockEnumeratorState state, boolean bounded) {
        this.context = context;
        this.splits = new SplitAssignment<>(context, state.waiting(), bounded);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int reader, String host) {
        // Splits are given unasked.
    }

    @Override
    public void handleSourceEvent(int reader, SourceEvent event) {
        if (event instanceof FailureEvent failure) {
            context.sendEventToSourceReader(reader, new FailureEvent(failure.number(), failed.add(failure.number())));
        }
    }

    @Override
    public void addSplitsBack(List<MockSplit> back, int reader) {
        splits.addBack(back, reader);
    }

    @Override
    public void addReader(int reader) {
        splits.addReader(reader);
    }

    @Override
    public MockEnumeratorState snapshotState(long checkpoint) {
        return new MockEnumeratorState(splits.waiting());
    }

    @Override
    public void close() throws IOException {}
}
