package io.dbus.operator.split;

import static io.dbus.operator.split.SplitOptions.DEFAULT;
import static io.dbus.operator.split.SplitOptions.MATCH;
import static io.dbus.operator.split.SplitOptions.OUTPUTS;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code split}: sends row changes to outputs with names, by condition. */
public final class SplitPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "split";
    }

    @Override
    public String description() {
        return "Sends row changes to outputs with names, by condition, which components behind read as component.output; TRUNCATEs and schema changes go to all, messages are rejected (reason wrong-kind).";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(OUTPUTS);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(MATCH, DEFAULT);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        try {
            parsed(context);
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of(Problem.ofOption(
                    OUTPUTS.key(), e.getMessage(), "write outputs like {name: eu, where: \"after.country == 'DE'\"}"));
        }
    }

    @Override
    public boolean hasMainOutput() {
        return false;
    }

    @Override
    public List<String> outputs(PluginContext context) {
        List<String> names = new ArrayList<>();
        parsed(context).forEach(output -> names.add(output.name()));
        context.options().getOptional(DEFAULT).ifPresent(names::add);
        return names;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        EventSplitter splitter = new EventSplitter(
                parsed(context), context.options().get(MATCH), context.options().getOptional(DEFAULT));
        return EventOperator.on(input, context, splitter, outputs(context));
    }

    private static List<SplitOutput> parsed(PluginContext context) {
        return SplitOutput.parse(
                context.options().getOptional(OUTPUTS).orElse(List.of()),
                context.options().getOptional(DEFAULT));
    }
}
