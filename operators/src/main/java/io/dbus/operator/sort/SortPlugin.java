package io.dbus.operator.sort;

import static io.dbus.operator.sort.SortOptions.BY;
import static io.dbus.operator.sort.SortOptions.LATE;
import static io.dbus.operator.sort.SortOptions.MAX_DELAY;
import static io.dbus.operator.sort.SortOptions.MAX_HELD;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.operator.state.Grouping;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code sort}: puts events of several servers in the order of their commits. */
public final class SortPlugin implements OperatorPlugin {
    private static final Duration LONGEST = Duration.ofHours(1);

    @Override
    public String type() {
        return "sort";
    }

    @Override
    public String description() {
        return "Puts the events of several servers in the order of their commit times, within a delay; those of one server stay in the order of their sequences, and "
                + "where times are equal, the names of source and server decide.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(BY, MAX_DELAY, LATE, MAX_HELD);
    }

    @Override
    public boolean keyed() {
        return true;
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(new KeptState(
                "the events that it holds",
                Map.of(
                        BY.key(),
                        new TreeSet<>(context.options().get(BY)).toString().toLowerCase(Locale.ROOT)),
                List.of()));
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        Duration delay = options.get(MAX_DELAY);
        if (delay.toMillis() < 1 || delay.compareTo(LONGEST) > 0) {
            problems.add(Problem.ofOption(
                    MAX_DELAY.key(), "the delay must be between 1 ms and 1 h", "give a time like 5 s"));
        }
        if (options.get(MAX_HELD).getBytes() < 1) {
            problems.add(Problem.ofOption(MAX_HELD.key(), "nothing could be held", "give a size like 64 mb"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        ReadableConfig options = context.options();
        EventSorter sorter = new EventSorter(
                context.component(),
                options.get(MAX_DELAY).toMillis(),
                options.get(MAX_HELD).getBytes(),
                options.get(LATE) == Late.DROP);
        return Outputs.of(
                new Grouping(options.get(BY)).spread(input).transform("sort", EventTypeInfo.INSTANCE, sorter));
    }
}
