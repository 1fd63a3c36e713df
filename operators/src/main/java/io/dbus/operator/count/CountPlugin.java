package io.dbus.operator.count;

import static io.dbus.operator.count.CountOptions.BY;
import static io.dbus.operator.count.CountOptions.EXPRESSION;
import static io.dbus.operator.count.CountOptions.STATE_TTL;
import static io.dbus.operator.count.CountOptions.TIME;
import static io.dbus.operator.count.CountOptions.WINDOW;

import io.dbus.event.Event;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.SerializerTypeInfo;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionSyntaxException;
import io.dbus.operator.state.StateOptions;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code count}: counts row changes in windows. */
public final class CountPlugin implements OperatorPlugin {
    private static final Duration LONGEST = Duration.ofDays(1);

    @Override
    public String type() {
        return "count";
    }

    @Override
    public String description() {
        return "Counts row changes by table, operation or expression in windows, and sends the counts as messages in JSON; the rows themselves go no further: who wants "
                + "them too reads what this component reads.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(BY, EXPRESSION, WINDOW, TIME, STATE_TTL);
    }

    @Override
    public boolean keyed() {
        return true;
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        ReadableConfig options = context.options();
        return Optional.of(new KeptState(
                "the counts of windows that are not over",
                Map.of(
                        BY.key(),
                        options.getOptional(EXPRESSION).isPresent()
                                ? ""
                                : options.get(BY).toString().toLowerCase(Locale.ROOT),
                        EXPRESSION.key(),
                        options.getOptional(EXPRESSION).orElse("")),
                List.of()));
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>(StateOptions.problems(options, STATE_TTL));
        options.getOptional(EXPRESSION).ifPresent(text -> {
            if (options.getOptional(BY).isPresent()) {
                problems.add(Problem.ofOption(
                        EXPRESSION.key(), "there is 'by' too", "give one of them; an expression has db, table and op"));
            }
            try {
                Expression.compile(text);
            } catch (ExpressionSyntaxException e) {
                problems.add(Problem.ofOption(
                        EXPRESSION.key(),
                        "the expression is not valid: " + e.getMessage(),
                        "write one like after == null ? before.country : after.country"));
            }
        });
        if (new HashSet<>(options.get(BY)).size() < options.get(BY).size()) {
            problems.add(Problem.ofOption(BY.key(), "a property is there twice", "name each once"));
        }
        long window = options.get(WINDOW).toMillis();
        if (window < 1_000 || window > LONGEST.toMillis()) {
            problems.add(Problem.ofOption(WINDOW.key(), "a window must be 1 s to 1 d long", "give a time like 1 min"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        ReadableConfig options = context.options();
        String component = context.component();
        CountTime time = options.get(TIME);
        if (time == CountTime.COMMIT) {
            Watermarked.require(input, component);
        }
        CountGroups groups =
                new CountGroups(options.get(BY), options.getOptional(EXPRESSION).map(Expression::compile));
        long window = options.get(WINDOW).toMillis();
        // A name cannot hold a space, so no component has this uid.
        String tally = component + " tally";
        return Outputs.of(input.transform(
                        tally,
                        new SerializerTypeInfo<>(Tally.class, new TallySerializer(), false),
                        new EventTally(component, context.rejects(), groups, window, time))
                .uid(tally)
                .keyBy(counted -> counted.key(component), EventKeyTypeInfo.INSTANCE)
                .process(
                        new WindowCounter(
                                component,
                                new CountMessage(component, groups.names(), window),
                                window,
                                time,
                                options.getOptional(STATE_TTL).orElse(null)),
                        EventTypeInfo.INSTANCE));
    }
}
