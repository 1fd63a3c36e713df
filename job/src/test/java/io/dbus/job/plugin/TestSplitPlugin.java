package io.dbus.job.plugin;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** {@code test-split}: passes all on, to each of its outputs too. */
public final class TestSplitPlugin implements OperatorPlugin {
    private static final ConfigOption<List<String>> OUTPUTS =
            ConfigOptions.key("outputs").stringType().asList().noDefaultValue().withDescription("Names.");

    @Override
    public String type() {
        return "test-split";
    }

    @Override
    public String description() {
        return "Has named outputs, for tests.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(OUTPUTS);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public List<String> outputs(PluginContext context) {
        return context.options().get(OUTPUTS);
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        List<OutputTag<Event>> tags = outputs(context).stream()
                .map(name -> new OutputTag<>(name, EventTypeInfo.INSTANCE))
                .toList();
        SingleOutputStreamOperator<Event> main = input.process(new Split(tags)).returns(EventTypeInfo.INSTANCE);
        Map<String, DataStream<Event>> named =
                tags.stream().collect(Collectors.toMap(OutputTag::getId, tag -> main.getSideOutput(tag)));
        return new Outputs(main, named);
    }

    private static final class Split extends ProcessFunction<Event, Event> {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // lists from List.of and toList are serializable
        private final List<OutputTag<Event>> tags;

        Split(List<OutputTag<Event>> tags) {
            this.tags = tags;
        }

        @Override
        public void processElement(Event event, Context context, Collector<Event> out) {
            out.collect(event);
            tags.forEach(tag -> context.output(tag, event));
        }
    }
}
