package io.dbus.fuzz;

import io.dbus.event.Event;
import java.util.Collection;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;

/** Takes what a reader gives out into a collection. */
record Collected(Collection<Event> events) implements ReaderOutput<Event> {
    @Override
    public void collect(Event event) {
        events.add(event);
    }

    @Override
    public void collect(Event event, long timestamp) {
        events.add(event);
    }

    @Override
    public void emitWatermark(Watermark watermark) {}

    @Override
    public void markIdle() {}

    @Override
    public void markActive() {}

    @Override
    public SourceOutput<Event> createOutputForSplit(String split) {
        return this;
    }

    @Override
    public void releaseOutputForSplit(String split) {}
}
