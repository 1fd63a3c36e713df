package io.dbus.operator.throttle;

import static io.dbus.operator.throttle.ThrottleOptions.BURST;
import static io.dbus.operator.throttle.ThrottleOptions.BY;
import static io.dbus.operator.throttle.ThrottleOptions.BYTES;
import static io.dbus.operator.throttle.ThrottleOptions.MAX_HELD;
import static io.dbus.operator.throttle.ThrottleOptions.ROWS;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventTypeInfo;
import io.dbus.operator.state.Grouping;
import io.dbus.operator.state.Lanes;
import io.dbus.operator.state.Place;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;

/** {@code throttle}: lets events go on no faster than its limit. */
public final class ThrottlePlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "throttle";
    }

    @Override
    public String description() {
        return "Lets events go on no faster than so many rows or bytes a second, in all or for each source, server, database, table or key; it presses back and drops "
                + "nothing.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(ROWS, BYTES, BY, BURST, MAX_HELD);
    }

    /** With limits for groups; a limit for all takes its input as it comes. */
    @Override
    public boolean keyed(PluginContext context) {
        return context.options().get(BY) != ThrottleBy.ALL;
    }

    /** A limit for all holds nothing. */
    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return keyed(context)
                ? Optional.of(new KeptState(
                        "the events that it holds",
                        Map.of(BY.key(), context.options().get(BY).toString().toLowerCase(Locale.ROOT)),
                        List.of()))
                : Optional.empty();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        if (options.getOptional(ROWS).isEmpty() && options.getOptional(BYTES).isEmpty()) {
            problems.add(Problem.of("there is no limit", "give rows-per-second, bytes-per-second or both"));
        }
        options.getOptional(ROWS).ifPresent(rows -> {
            if (!(rows > 0) || rows.isInfinite()) {
                problems.add(Problem.ofOption(
                        ROWS.key(), "the limit " + rows + " is not above zero", "give a number like 1000 or 0.5"));
            }
        });
        options.getOptional(BYTES).ifPresent(bytes -> {
            if (bytes.getBytes() < 1) {
                problems.add(Problem.ofOption(BYTES.key(), "nothing could pass", "give a size like 2 mb"));
            }
        });
        if (options.get(BURST).isNegative() || options.get(BURST).isZero()) {
            problems.add(Problem.ofOption(BURST.key(), "the burst must be above zero", "give a time like 1 s"));
        }
        if (options.getOptional(MAX_HELD).isPresent() && !keyed(context)) {
            problems.add(Problem.ofOption(
                    MAX_HELD.key(),
                    "nothing is held with 'by: all'",
                    "take max-held out, or limit each group with 'by'"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return apply(input, context, Pause.SLEEP);
    }

    static Outputs apply(DataStream<Event> input, PluginContext context, Pause pause) {
        ReadableConfig options = context.options();
        Limits limits = new Limits(
                options.getOptional(ROWS).orElse(Double.POSITIVE_INFINITY),
                options.getOptional(BYTES)
                        .map(MemorySize::getBytes)
                        .map(Long::doubleValue)
                        .orElse(Double.POSITIVE_INFINITY),
                options.get(BURST).toNanos() / 1e9);
        ThrottleBy by = options.get(BY);
        if (by == ThrottleBy.ALL) {
            return Outputs.of(
                    input.process(new LaneThrottle(context.component(), limits, pause), EventTypeInfo.INSTANCE));
        }
        return Outputs.of(spread(input, by)
                .transform(
                        "throttle",
                        EventTypeInfo.INSTANCE,
                        new GroupThrottle(
                                context.component(),
                                limits,
                                options.get(MAX_HELD).getBytes(),
                                pause)));
    }

    private static KeyedStream<Event, EventKey> spread(DataStream<Event> input, ThrottleBy by) {
        return switch (by) {
            case SOURCE -> new Grouping(List.of(Place.SOURCE)).spread(input);
            case SERVER -> new Grouping(List.of(Place.SERVER)).spread(input);
            case DATABASE -> new Grouping(List.of(Place.DATABASE)).spread(input);
            case TABLE -> new Grouping(List.of(Place.TABLE)).spread(input);
            case KEY, ALL -> Lanes.byKey(input);
        };
    }
}
