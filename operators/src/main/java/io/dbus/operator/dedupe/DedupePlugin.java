package io.dbus.operator.dedupe;

import static io.dbus.operator.dedupe.DedupeOptions.COLUMNS;
import static io.dbus.operator.dedupe.DedupeOptions.REPEATS;
import static io.dbus.operator.dedupe.DedupeOptions.STATE_TTL;
import static io.dbus.operator.dedupe.DedupeOptions.UNCHANGED;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.operator.state.Lanes;
import io.dbus.operator.state.StateOptions;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code dedupe}: drops what says nothing new. */
public final class DedupePlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "dedupe";
    }

    @Override
    public String description() {
        return "Drops and counts updates that change no column looked at, and events that came before, told by key and sequence.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(UNCHANGED, COLUMNS, REPEATS, STATE_TTL);
    }

    @Override
    public boolean keyed() {
        return true;
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("the sequences by which it tells repeats"));
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>(StateOptions.problems(options, STATE_TTL));
        boolean unchangedPass = options.get(UNCHANGED) == Duplicates.PASS;
        boolean repeatsPass = options.get(REPEATS) == Duplicates.PASS;
        options.getOptional(COLUMNS).ifPresent(columns -> {
            if (columns.isEmpty()) {
                problems.add(Problem.ofOption(
                        COLUMNS.key(),
                        "no column is given",
                        "name some, like ['*', '!updated_at'], or take the key out for all columns"));
                return;
            }
            try {
                ChangedColumns.of(columns);
            } catch (IllegalArgumentException e) {
                problems.add(
                        Problem.ofOption(COLUMNS.key(), e.getMessage(), "write patterns like ['*', '!updated_at']"));
            }
            if (unchangedPass) {
                problems.add(Problem.ofOption(
                        COLUMNS.key(),
                        "nobody looks at the columns, as 'unchanged' is pass",
                        "take 'columns' out, or set 'unchanged' to drop"));
            }
        });
        if (unchangedPass && repeatsPass) {
            problems.add(Problem.of(
                    "everything would pass", "set 'unchanged' or 'repeats' to drop, or take the component out"));
        }
        if (repeatsPass && options.getOptional(STATE_TTL).isPresent()) {
            problems.add(Problem.ofOption(
                    STATE_TTL.key(),
                    "there is no state, as 'repeats' is pass",
                    "take 'state.ttl' out, or set 'repeats' to drop"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return Outputs.of(Lanes.byKey(input).process(new EventDeduper(context), EventTypeInfo.INSTANCE));
    }
}
