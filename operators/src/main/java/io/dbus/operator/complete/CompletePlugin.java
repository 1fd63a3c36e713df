package io.dbus.operator.complete;

import static io.dbus.operator.complete.CompleteOptions.KEY_CHANGES;
import static io.dbus.operator.complete.CompleteOptions.STATE_TTL;
import static io.dbus.operator.complete.CompleteOptions.UNKNOWN;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.operator.state.StateOptions;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code complete}: makes rows whole of which the server logs a part. */
public final class CompletePlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "complete";
    }

    @Override
    public String description() {
        return "Fills the columns that images of binlog_row_image MINIMAL and NOBLOB lack, from the last known row; to be read straight from the sources, since "
                + "changes that another component drops are not seen and leave the row that is known behind. The key must be unique.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(UNKNOWN, KEY_CHANGES, STATE_TTL);
    }

    @Override
    public boolean keyed() {
        return true;
    }

    @Override
    public boolean ordersTables(PluginContext context) {
        return context.options().get(KEY_CHANGES) == KeyChanges.FOLLOW;
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(new KeptState(
                "the rows that it knows",
                Map.of(
                        KEY_CHANGES.key(),
                        context.options().get(KEY_CHANGES).toString().toLowerCase(Locale.ROOT)),
                List.of()));
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        return StateOptions.problems(context.options(), STATE_TTL);
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        CompleteLanes lanes = new CompleteLanes(ordersTables(context));
        return Outputs.of(lanes.spread(input, context.component())
                .process(new RowCompleter(context, lanes), EventTypeInfo.INSTANCE));
    }
}
