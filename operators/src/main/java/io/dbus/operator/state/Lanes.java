package io.dbus.operator.state;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/**
 * How operators with state spread events over parallel lanes. Each way is a function of where a row is, never of what it holds, so all changes of a row take
 * one lane and keep their order.
 *
 * <p>Plain {@code keyBy}, also where the input is spread in the same way already: Flink's reinterpretAsKeyedStream would save that exchange, but it takes the
 * input's word for it, and state by key in the wrong lane is lost state.
 */
public final class Lanes {
    private Lanes() {}

    /** All changes of one key meet. */
    public static KeyedStream<Event, EventKey> byKey(DataStream<Event> input) {
        return input.keyBy(Event::key, EventKeyTypeInfo.INSTANCE);
    }

    /** All changes of one table of one source meet, those of one server where servers share tables. */
    public static KeyedStream<Event, EventKey> byPlace(DataStream<Event> input) {
        return input.keyBy(event -> event.key().place(), EventKeyTypeInfo.INSTANCE);
    }
}
