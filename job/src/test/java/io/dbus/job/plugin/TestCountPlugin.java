package io.dbus.job.plugin;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** {@code test-count}: passes all on and counts by key in state. */
public final class TestCountPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "test-count";
    }

    @Override
    public String description() {
        return "Counts by key, for tests.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public boolean keyed() {
        return true;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return Outputs.of(input.keyBy(Event::key, EventKeyTypeInfo.INSTANCE)
                .process(new Count())
                .returns(EventTypeInfo.INSTANCE));
    }

    private static final class Count extends KeyedProcessFunction<EventKey, Event, Event> {
        private static final long serialVersionUID = 1L;

        private transient ValueState<Long> count;

        @Override
        public void open(OpenContext context) {
            count = getRuntimeContext().getState(new ValueStateDescriptor<>("count", Types.LONG));
        }

        @Override
        public void processElement(Event event, Context context, Collector<Event> out) throws Exception {
            Long before = count.value();
            count.update(before == null ? 1 : before + 1);
            out.collect(event);
        }
    }
}
