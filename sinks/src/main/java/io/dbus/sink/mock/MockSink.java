package io.dbus.sink.mock;

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

/** Takes events, counts and checks them, and writes them nowhere. Its state are its counts. */
final class MockSink implements Sink<Event>, SupportsWriterState<Event, Tally> {
    private static final long serialVersionUID = 1L;

    private final MockSinkSettings settings;

    MockSink(MockSinkSettings settings) {
        this.settings = requireNonNull(settings, "settings");
    }

    @Override
    public StatefulSinkWriter<Event, Tally> createWriter(WriterInitContext context) throws IOException {
        return restoreWriter(context, List.of());
    }

    @Override
    public StatefulSinkWriter<Event, Tally> restoreWriter(WriterInitContext context, Collection<Tally> state)
            throws IOException {
        return MockWriter.open(settings, context, state);
    }

    @Override
    public SimpleVersionedSerializer<Tally> getWriterStateSerializer() {
        return new TallySerializer();
    }
}
