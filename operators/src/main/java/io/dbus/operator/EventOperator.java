package io.dbus.operator;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.plugin.OperatorPlugin.Outputs;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.ProcessFunction;

/** Puts a function on events into a stream. It takes its input as it comes, so Flink chains it to its neighbours. */
public final class EventOperator {
    private EventOperator() {}

    /** The one output of a function. */
    public static Outputs on(DataStream<Event> input, ProcessFunction<Event, Event> function) {
        return Outputs.of(input.process(function, EventTypeInfo.INSTANCE));
    }
}
