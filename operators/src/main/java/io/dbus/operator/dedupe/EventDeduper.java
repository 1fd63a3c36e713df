package io.dbus.operator.dedupe;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.Transaction;
import io.dbus.metrics.DropReason;
import io.dbus.operator.state.KeyedEventFunction;
import io.dbus.operator.state.ServerSequences;
import io.dbus.operator.state.ServerSequencesSerializer;
import io.dbus.operator.state.StateOptions;
import io.dbus.plugin.PluginContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.util.Collector;

/** Drops repeats and updates that change nothing. The state of a key is the last sequence of each server that it was seen with. */
final class EventDeduper extends KeyedEventFunction {
    private static final long serialVersionUID = 1L;
    private static final String STATE = "last-sequence";

    // Of types that Java serializes.
    private final ArrayList<String> columns;
    private final boolean dropsUnchanged;
    private final boolean dropsRepeats;
    private final Duration ttl; // Null: for ever.

    private transient ChangedColumns changed;
    private transient ValueState<ServerSequences> last;

    EventDeduper(PluginContext context) {
        super(context);
        this.columns = new ArrayList<>(
                context.options().getOptional(DedupeOptions.COLUMNS).orElse(List.of()));
        this.dropsUnchanged = context.options().get(DedupeOptions.UNCHANGED) == Duplicates.DROP;
        this.dropsRepeats = context.options().get(DedupeOptions.REPEATS) == Duplicates.DROP;
        this.ttl = context.options().getOptional(DedupeOptions.STATE_TTL).orElse(null);
    }

    @Override
    protected void start() {
        changed = ChangedColumns.of(columns);
        ValueStateDescriptor<ServerSequences> descriptor =
                new ValueStateDescriptor<>(STATE, new ServerSequencesSerializer());
        StateOptions.expire(descriptor, ttl);
        last = getRuntimeContext().getState(descriptor);
    }

    /** A sequence is seen once nothing can reject its event any more: one that was rejected and comes again is no repeat. */
    @Override
    protected void process(Event event, EventKey lane, Collector<Event> out) throws Exception {
        ServerSequences seen = dropsRepeats ? seen() : ServerSequences.NONE;
        Transaction from = event.origin().transaction();
        long sequence = event.origin().sequence();
        if (sequence <= seen.of(from.source(), from.server())) {
            metrics().dropped(DropReason.REPEAT);
            return;
        }
        boolean unchanged = dropsUnchanged
                && event instanceof RowChange row
                && row.operation() == Operation.UPDATE
                && changed.unchangedBy(row);
        if (dropsRepeats) {
            last.update(seen.with(from.source(), from.server(), sequence));
        }
        if (unchanged) {
            metrics().dropped(DropReason.UNCHANGED);
        } else {
            out.collect(event);
        }
    }

    private ServerSequences seen() throws Exception {
        ServerSequences seen = last.value();
        return seen == null ? ServerSequences.NONE : seen;
    }
}
