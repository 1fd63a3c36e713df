package io.dbus.operator;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.plugin.OperatorPlugin.Outputs;
import io.dbus.plugin.PluginContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;

/**
 * Puts a function on events into a stream. It takes its input as it comes, so Flink chains it to its neighbours. What the function cannot take goes to the
 * component's rejects.
 */
public final class EventOperator {
    private EventOperator() {}

    /** The one output of a function. */
    public static Outputs on(DataStream<Event> input, PluginContext context, EventFunction function) {
        return on(input, context, function, List.of());
    }

    /** The main output of a function, and outputs with names. */
    public static Outputs on(
            DataStream<Event> input, PluginContext context, EventFunction function, List<String> outputs) {
        EventProcess process = new EventProcess(context.component(), function, context.rejects(), outputs);
        SingleOutputStreamOperator<Event> main = input.process(process, EventTypeInfo.INSTANCE);
        Map<String, DataStream<Event>> named = new HashMap<>();
        outputs.forEach(output -> named.put(output, main.getSideOutput(EventProcess.tag(output))));
        return new Outputs(main, named);
    }
}
