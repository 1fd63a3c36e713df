package io.dbus.source.stream;

import io.dbus.source.split.SplitAssignment;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;

/** Gives the stream to one reader. */
final class StreamEnumerator implements SplitEnumerator<StreamSplit, StreamEnumeratorState> {
    private final SplitAssignment<StreamSplit> splits;

    StreamEnumerator(SplitEnumeratorContext<StreamSplit> context, StreamEnumeratorState state, boolean ends) {
        this.splits = new SplitAssignment<>(context, state.waiting(), ends);
    }

    @Override
    public void start() {}

    @Override
    public void handleSplitRequest(int reader, String host) {
        // The split is given unasked.
    }

    @Override
    public void addSplitsBack(List<StreamSplit> back, int reader) {
        splits.addBack(back, reader);
    }

    @Override
    public void addReader(int reader) {
        splits.addReader(reader);
    }

    @Override
    public StreamEnumeratorState snapshotState(long checkpoint) {
        return new StreamEnumeratorState(splits.waiting());
    }

    @Override
    public void close() throws IOException {}
}
