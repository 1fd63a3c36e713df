package io.dbus.operator.complete;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.operator.Memo;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.complete.KnownRows.Found;
import io.dbus.operator.state.KeyedEventFunction;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectReason;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.util.Collector;

/**
 * Fills the absent columns of rows. What an image after an update lacks was not set, so it is as before; what an image before lacks is as the row was known
 * last. An insert is never filled: there was no row before it.
 *
 * <p>Hot path: a row whose images are full and that comes in its server's order passes as it is and costs one write to state; no column of it is decoded.
 */
final class RowCompleter extends KeyedEventFunction {
    private static final long serialVersionUID = 1L;
    private static final String CURE =
            "SET GLOBAL binlog_row_image=FULL on its server, or set 'unknown' to pass where what is known will do";

    private final CompleteLanes lanes;
    private final boolean passesUnknown;
    private final Duration ttl; // Null: for ever.

    private transient Memo<TableSchema, RowFiller> fillers;
    private transient KnownRows rows;
    private transient LatestSequences latest;
    private transient Counter completed;
    private transient Counter incomplete;

    RowCompleter(PluginContext context, CompleteLanes lanes) {
        super(context);
        this.lanes = lanes;
        this.passesUnknown = context.options().get(CompleteOptions.UNKNOWN) == Unknown.PASS;
        this.ttl = context.options().getOptional(CompleteOptions.STATE_TTL).orElse(null);
    }

    @Override
    protected void start() {
        fillers = new Memo<>(RowFiller::new);
        rows = new KnownRows(getRuntimeContext(), ttl);
        completed = metrics().group().counter("completed");
        incomplete = metrics().group().counter("incomplete");
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
        latest = LatestSequences.restored(context.getOperatorStateStore());
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
        super.snapshotState(context);
        latest.store();
    }

    @Override
    protected void process(Event event, EventKey lane, Collector<Event> out) throws Exception {
        if (event instanceof RowChange row) {
            change(row, lane, out);
        } else if (event instanceof Truncate truncate) {
            rows.truncate(truncate);
            lanes.original(truncate).ifPresent(out::collect);
        } else {
            out.collect(event);
        }
    }

    private void change(RowChange row, EventKey lane, Collector<Event> out) throws Exception {
        RowFiller filler = fillers.get(row.schema());
        boolean inOrder = latest.advance(row.origin());
        if (row.newKey().isPresent()) {
            changeKey(row, lane, row.newKey().get(), filler, inOrder, out);
            return;
        }
        boolean full = row.before().map(filler::isFull).orElse(true)
                && row.after().map(filler::isFull).orElse(true);
        if (full) {
            if (inOrder || !isKnownLater(row, row.key())) {
                keep(
                        row,
                        lane,
                        row.key(),
                        row.origin().sequence(),
                        row.schema(),
                        row.after().orElse(null));
            }
            out.collect(row);
            return;
        }
        Last last = row.operation() == Operation.INSERT ? Last.NONE : last(row, filler);
        RowImage before =
                row.before().map(image -> last.fill(filler, image, null)).orElse(null);
        RowImage after = row.after()
                .map(image -> last.fill(filler, image, row.before().orElse(null)))
                .orElse(null);
        if (!last.isNewer()) {
            keep(row, lane, row.key(), row.origin().sequence(), filler.schema(), after);
        }
        emit(row, rebuilt(row, filler, before, after), missing(filler, before, after), last, out);
    }

    /** Whether the row is known as it was after a later change, as where dead letters are replayed beside their source. */
    private boolean isKnownLater(RowChange row, EventKey key) throws Exception {
        Found found = rows.find(RowId.of(row, key));
        return found != null && found.sequence() > row.origin().sequence();
    }

    /** Makes an update of the key whose images are not full a delete and an insert that are. */
    private void changeKey(
            RowChange row, EventKey lane, EventKey newKey, RowFiller filler, boolean inOrder, Collector<Event> out)
            throws Exception {
        RowId id = RowId.of(row, row.key());
        if (!lanes.followsKeys()) {
            rows.remove(id);
            throw new UnfitEventException(
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "the row's key changes to " + newKey + ", its images are not full, and 'key-changes' is reject",
                    "SET GLOBAL binlog_row_image=FULL on its server, or set 'key-changes' to follow");
        }
        Last last = last(row, filler);
        RowImage before = last.fill(filler, row.before().orElseThrow(), null);
        RowImage after =
                last.fill(filler, row.after().orElseThrow(), row.before().orElseThrow());
        Origin origin = row.origin();
        Origin first = withSequence(origin, origin.sequence(), false);
        Origin second = withSequence(origin, origin.sequence() + 1, origin.last());
        if (!last.isNewer()) {
            rows.remove(id);
            if (inOrder || !isKnownLater(row, newKey)) {
                keep(row, lane, newKey, second.sequence(), filler.schema(), after);
            }
        }
        Set<String> missing = missing(filler, before, after);
        if (!missing.isEmpty()) {
            emit(row, row, missing, last, out);
            return;
        }
        completed.inc();
        out.collect(RowChange.delete(filler.schema(), before, first, row.key())
                .withTable(row.table())
                .withCounterpart(after));
        out.collect(RowChange.insert(filler.schema(), after, second, newKey)
                .withTable(row.table())
                .withCounterpart(before));
    }

    private void emit(RowChange row, RowChange filled, Set<String> missing, Last last, Collector<Event> out) {
        if (missing.isEmpty()) {
            completed.inc();
        } else if (passesUnknown) {
            incomplete.inc();
        } else {
            throw new UnfitEventException(
                    RejectReason.INCOMPLETE_ROW,
                    "columns " + String.join(", ", missing)
                            + " are not in the row's image, and what they hold is not known: "
                            + (row.operation() == Operation.INSERT
                                    ? "the statement left them to their defaults"
                                    : last.why()),
                    CURE);
        }
        out.collect(filled);
    }

    /** What may be said of the row from what was known before its change. */
    private Last last(RowChange row, RowFiller filler) throws Exception {
        if (row.schema().key().isEmpty()) {
            return Last.unknown("the table has no key by which a row is known");
        }
        Found found = rows.find(RowId.of(row, row.key()));
        if (found == null) {
            return Last.unknown("no change of the row has been seen since it was last in state");
        }
        if (found.sequence() >= row.origin().sequence()) {
            return Last.newer("the row is known as it was after a later change: this one came before");
        }
        if (rows.truncatedBetween(found.sequence(), row)) {
            return Last.unknown("the table was truncated since the row was known");
        }
        RowImage before = row.before().orElseThrow();
        if (filler.contradicts(before, found.image(), found.schema())) {
            return Last.unknown(
                    "the row as it was known differs from the image before the change, so a change of it was not seen");
        }
        return Last.known(found);
    }

    private void keep(RowChange row, EventKey lane, EventKey key, long sequence, TableSchema schema, RowImage after)
            throws Exception {
        if (schema.key().isEmpty()) {
            return;
        }
        RowId id = RowId.of(row, key);
        if (after == null) {
            rows.remove(id);
        } else {
            rows.put(lane, id, sequence, schema, after);
        }
    }

    private static Set<String> missing(RowFiller filler, RowImage before, RowImage after) {
        Set<String> missing = new LinkedHashSet<>();
        if (before != null) {
            missing.addAll(filler.absent(before));
        }
        if (after != null) {
            missing.addAll(filler.absent(after));
        }
        return missing;
    }

    private static RowChange rebuilt(RowChange row, RowFiller filler, RowImage before, RowImage after) {
        TableSchema schema = filler.schema();
        RowChange filled =
                switch (row.operation()) {
                    case INSERT -> RowChange.insert(schema, after, row.origin(), row.key());
                    case UPDATE -> RowChange.update(schema, before, after, row.origin(), row.key());
                    case DELETE -> RowChange.delete(schema, before, row.origin(), row.key());
                };
        if (row.counterpart().isPresent()) {
            filled = filled.withCounterpart(filler.fill(row.counterpart().get(), null, null, null));
        }
        return filled.withTable(row.table());
    }

    private static Origin withSequence(Origin origin, long sequence, boolean last) {
        return new Origin(
                origin.transaction(),
                origin.position(),
                origin.row(),
                origin.ordinal(),
                sequence,
                origin.readMillis(),
                last,
                origin.query());
    }

    /**
     * What is known of a row before a change of it.
     *
     * @param found null when nothing is
     * @param isNewer whether what is known is of a later change
     * @param why why nothing is known, for a user
     */
    private record Last(Found found, boolean isNewer, String why) {
        static final Last NONE = unknown("");

        static Last known(Found found) {
            return new Last(found, false, "the row was never known in full");
        }

        static Last unknown(String why) {
            return new Last(null, false, why);
        }

        static Last newer(String why) {
            return new Last(null, true, why);
        }

        RowImage fill(RowFiller filler, RowImage image, RowImage other) {
            return found == null
                    ? filler.fill(image, other, null, null)
                    : filler.fill(image, other, found.image(), found.schema());
        }
    }
}
