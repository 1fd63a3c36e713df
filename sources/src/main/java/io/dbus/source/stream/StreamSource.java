package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * Lines as messages (FLIP-27): one split, read by one reader. Lines of a file come once each under exactly-once checkpoints, from where the checkpoint had read; those of a command or a socket cannot be asked for
 * again and come at most once.
 */
final class StreamSource implements Source<Event, StreamSplit, StreamEnumeratorState>, ResultTypeQueryable<Event> {
    private static final long serialVersionUID = 1L;

    private final StreamSettings settings;

    StreamSource(StreamSettings settings) {
        this.settings = requireNonNull(settings, "settings");
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SourceReader<Event, StreamSplit> createReader(SourceReaderContext context) {
        return StreamSourceReader.of(settings, context);
    }

    @Override
    public SplitEnumerator<StreamSplit, StreamEnumeratorState> createEnumerator(
            SplitEnumeratorContext<StreamSplit> context) {
        StreamSplit split = new StreamSplit(settings.source(), 0, Optional.empty());
        return restoreEnumerator(context, new StreamEnumeratorState(List.of(split)));
    }

    @Override
    public SplitEnumerator<StreamSplit, StreamEnumeratorState> restoreEnumerator(
            SplitEnumeratorContext<StreamSplit> context, StreamEnumeratorState state) {
        return new StreamEnumerator(context, state, settings.ends());
    }

    @Override
    public SimpleVersionedSerializer<StreamSplit> getSplitSerializer() {
        return new StreamSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<StreamEnumeratorState> getEnumeratorCheckpointSerializer() {
        return new StreamEnumeratorStateSerializer();
    }

    @Override
    public TypeInformation<Event> getProducedType() {
        return EventTypeInfo.INSTANCE;
    }
}
