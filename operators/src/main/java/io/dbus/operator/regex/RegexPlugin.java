package io.dbus.operator.regex;

import static io.dbus.operator.regex.RegexOptions.RULES;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code regex}: finds text in columns. */
public final class RegexPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "regex";
    }

    @Override
    public String description() {
        return "Looks for regular expressions in columns of row changes: replaces what fits, or passes on only the rows that fit or do not; TRUNCATEs and schema changes pass, messages are rejected (reason wrong-kind).";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(RULES);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        try {
            RegexRule.parse(context.options().getOptional(RULES).orElse(List.of()));
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of(
                    Problem.ofOption(
                            RULES.key(),
                            e.getMessage(),
                            "write rules like {columns: phone, pattern: '^00', replace: '+'} or {columns: channel, pattern: '^test', rows: drop}"));
        }
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return EventOperator.on(
                input, context, new EventMatcher(context.options().get(RULES)));
    }
}
