package io.dbus.sink.stream;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreWriteTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Lines of JSON, all through the first writer: there is one output, whatever the parallelism. The changes of one key keep their order. */
final class StreamSink
        implements Sink<Event>, SupportsWriterState<Event, WrittenFile>, SupportsPreWriteTopology<Event> {
    private static final long serialVersionUID = 1L;

    private final StreamSinkSettings settings;

    StreamSink(StreamSinkSettings settings) {
        this.settings = requireNonNull(settings, "settings");
    }

    @Override
    public DataStream<Event> addPreWriteTopology(DataStream<Event> events) {
        return events.global();
    }

    @Override
    public StatefulSinkWriter<Event, WrittenFile> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<Event, WrittenFile> restoreWriter(
            WriterInitContext context, Collection<WrittenFile> state) throws IOException {
        return StreamWriter.open(settings, context, state);
    }

    @Override
    public SimpleVersionedSerializer<WrittenFile> getWriterStateSerializer() {
        return new WrittenFileSerializer();
    }
}
