package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.row.KeyReader;
import io.dbus.source.mysql.split.SequenceClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A transaction on its way from the server: its row events are held until its end is known or until they are too many, then its
 * rows go out one by one as there is room. Hot path: rows are walked once, when they go out; rows of tables that are not selected
 * are walked only where selected ones follow, because their number is part of the position.
 */
final class OpenTransaction {
    /** Where a transaction stands and what names it; known at its first event. */
    record Start(
            String source,
            String server,
            String serverUuid,
            long serverId,
            List<Gtid> gtid,
            TransactionMark mark,
            long rowsDone) {
        String file() {
            return mark.file();
        }

        long position() {
            return mark.position();
        }

        long commitMicros() {
            return mark.commitMicros();
        }
    }

    private final Start start;
    private final SequenceClock clock;
    private final long readMillis;

    private final Map<String, Long> savepoints = new HashMap<>();
    private ArrayDeque<Held> held = new ArrayDeque<>();
    private long heldBytes;
    private int selectedHeld;
    private long selectedSeen;
    private boolean begun;
    private boolean released;
    private boolean ended;
    private boolean rowsLeft;
    private long thread;
    private long xid = -1;
    private long committedAt = -1;

    private final List<Redefinition> redefinitions = new ArrayList<>(0);
    private Transaction transaction;
    private HeldRows source;
    private RowsEvent rows;
    private long ordinal;

    OpenTransaction(Start start, SequenceClock clock, long readMillis) {
        this.start = requireNonNull(start, "start");
        this.clock = requireNonNull(clock, "clock");
        this.readMillis = readMillis;
        this.rowsLeft = start.rowsDone() > 0;
    }

    Start start() {
        return start;
    }

    /** Its BEGIN was seen, so that only a COMMIT or ROLLBACK ends it. */
    void begin(long threadId) {
        begun = true;
        thread = threadId;
    }

    boolean isBegun() {
        return begun;
    }

    /** The transaction goes on. */
    void hold(Held event) {
        held.add(event);
        heldBytes += event.size();
        if (event.isSelected()) {
            selectedHeld++;
            selectedSeen++;
        }
    }

    /** The bytes of the events that are held. */
    long heldBytes() {
        return heldBytes;
    }

    /** How many events of selected tables came so far. */
    long selectedSeen() {
        return selectedSeen;
    }

    /** Whether rows of it went out, now or before a restart, so that it cannot be undone any more. */
    boolean hasRowsOut() {
        return rowsLeft;
    }

    /** Lets its rows go out before its end is known. */
    void stream() {
        released = true;
    }

    boolean isStreaming() {
        return released && !ended;
    }

    /** It is committed: all its rows may go out. */
    void commit(long engineXid) {
        xid = engineXid;
        released = true;
        ended = true;
    }

    /** Its rows were prepared by an XA transaction and count as those of the event at this position, which commits it. */
    void committedAt(long position) {
        committedAt = position;
    }

    /** What is held of a transaction, for another that makes it stand. */
    record Rows(ArrayDeque<Held> held, long bytes, int selected, long thread) {}

    /** Gives away what is held, and ends. Of rows that are all of no selected table nothing is kept. */
    Rows leave() {
        Rows left = new Rows(
                selectedHeld > 0 ? held : new ArrayDeque<>(), selectedHeld > 0 ? heldBytes : 0, selectedHeld, thread);
        held = new ArrayDeque<>();
        undo();
        return left;
    }

    /** Takes in what another has left. */
    void take(Rows left) {
        held = left.held();
        heldBytes = left.bytes();
        selectedHeld = left.selected();
        thread = left.thread();
    }

    /** Forgets what is held, but goes on. */
    void shed() {
        held.clear();
        heldBytes = 0;
        selectedHeld = 0;
    }

    void savepoint(String name) {
        savepoints.put(name.toLowerCase(Locale.ROOT), selectedSeen);
    }

    /**
     * It goes back to a savepoint.
     *
     * @throws BinlogFailure when selected rows came since
     */
    void backTo(String savepoint) {
        if (selectedSeen > savepoints.getOrDefault(savepoint.toLowerCase(Locale.ROOT), 0L)) {
            throw new BinlogFailure("The transaction was rolled back to savepoint " + savepoint
                    + " after rows of selected tables, some of which stand and some do not, which the binlog does not tell:"
                    + " read those tables anew, and start after this position");
        }
    }

    /** It never was: what is held is forgotten. The caller makes sure that no rows went out. */
    void undo() {
        shed();
        released = true;
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    boolean isReleased() {
        return released;
    }

    /** What its statements did to tables that are followed, where they did not go out. */
    List<Redefinition> redefinitions() {
        return redefinitions;
    }

    /** The table whose rows are going out, for messages; empty when none are. */
    String tableInHand() {
        return source == null ? "" : source.table().id().toString();
    }

    /** Where the event in hand stands, for messages. */
    long positionInHand() {
        return source == null ? start.position() : source.position();
    }

    /**
     * Lets rows out into a batch.
     *
     * @return whether all that are released are out; false when the batch is full
     */
    boolean drain(BinlogBatch batch) {
        while (true) {
            if (rows == null && !open(batch)) {
                return true;
            }
            while (true) {
                if (batch.isFull()) {
                    return false;
                }
                boolean wanted = ordinal >= start.rowsDone();
                if (!(wanted ? rows.next() : rows.skip())) {
                    rows = null;
                    source = null;
                    break;
                }
                if (wanted) {
                    emit(batch);
                }
                ordinal++;
            }
        }
    }

    /** Goes to the next event with selected rows; counts the rows of the others on the way. */
    private boolean open(BinlogBatch batch) {
        while (true) {
            if (ended && selectedHeld == 0) {
                held.clear();
                return false;
            }
            Held next = held.poll();
            if (next == null) {
                return false;
            }
            heldBytes -= next.size();
            if (next instanceof HeldTruncate truncate) {
                selectedHeld--;
                emit(truncate, batch);
            } else if (next instanceof HeldDefinition definition) {
                selectedHeld -= definition.isSelected() ? 1 : 0;
                emit(definition, batch);
            } else if (open((HeldRows) next)) {
                return true;
            }
        }
    }

    private boolean open(HeldRows next) {
        RowsEvent event = RowsEvent.open(
                next.type(),
                next.bytes(),
                next.bodyStart(),
                next.bodyEnd(),
                next.table().map());
        if (next.isSelected()) {
            selectedHeld--;
            source = next;
            rows = event;
            return true;
        }
        while (event.skip()) {
            ordinal++;
        }
        return false;
    }

    /** It has a number among the rows, like one of them. */
    private void emit(HeldTruncate truncate, BinlogBatch batch) {
        if (ordinal >= start.rowsDone()) {
            rowsLeft = true;
            thread = truncate.thread();
            Origin origin = origin(truncate.position(), 0, truncate.query(), ended && selectedHeld == 0);
            batch.truncate(new Truncate(truncate.table(), truncate.table(), origin, truncate.key()));
        }
        ordinal++;
    }

    /** It has a number among the rows too, whether it goes out or not. */
    private void emit(HeldDefinition definition, BinlogBatch batch) {
        if (ordinal >= start.rowsDone() && definition.sent()) {
            rowsLeft = true;
            thread = definition.thread();
            Origin origin = origin(definition.position(), 0, "", ended && selectedHeld == 0);
            batch.defined(
                    new SchemaChange(
                            definition.database(), definition.sql(), definition.changes(), origin, definition.key()),
                    definition.redefinition());
        } else if (!definition.redefinition().isEmpty()) {
            redefinitions.add(definition.redefinition());
        }
        ordinal++;
    }

    private void emit(BinlogBatch batch) {
        TableSchema schema = source.table().schema();
        KeyReader keys = source.table().keys();
        RowLayout layout = schema.layout();
        byte[] bytes = rows.bytes();
        Operation operation = rows.operation();
        RowImage before = operation == Operation.INSERT
                ? null
                : RowImage.partial(layout, rows.beforePresent(), bytes, rows.beforeStart(), rows.beforeLength());
        RowImage after = operation == Operation.DELETE
                ? null
                : RowImage.partial(layout, rows.afterPresent(), bytes, rows.afterStart(), rows.afterLength());
        boolean last = ended && selectedHeld == 0 && rows.isAtEnd();
        rowsLeft = true;
        switch (operation) {
            case INSERT ->
                batch.row(RowChange.insert(schema, after, origin(last), keys.keyAfter(rows)), after.length());
            case DELETE ->
                batch.row(RowChange.delete(schema, before, origin(last), keys.keyBefore(rows)), before.length());
            case UPDATE -> {
                int size = before.length() + after.length();
                if (keys.sameKey(rows)) {
                    batch.row(RowChange.update(schema, before, after, origin(last), keys.keyAfter(rows)), size);
                } else if (!after.isFull()) {
                    // Under its new key a row is new to those behind, which would lose what the image leaves out.
                    // The second sequence is that of the insert, for who completes the row.
                    Origin origin = origin(last);
                    clock.next(start.commitMicros());
                    batch.row(
                            RowChange.partialKeyChange(
                                    schema, before, after, origin, keys.keyBefore(rows), keys.keyAfter(rows)),
                            size);
                } else {
                    RowChange delete = RowChange.delete(schema, before, origin(false), keys.keyBefore(rows))
                            .withCounterpart(after);
                    RowChange insert = RowChange.insert(schema, after, origin(last), keys.keyAfter(rows))
                            .withCounterpart(before);
                    batch.keyChange(delete, insert, size);
                }
            }
        }
    }

    private Origin origin(boolean last) {
        return origin(source.position(), rows.row(), source.query(), last);
    }

    private Origin origin(long position, int row, String query, boolean last) {
        if (transaction == null) {
            transaction = new Transaction(
                    start.source(),
                    start.server(),
                    start.serverUuid(),
                    start.serverId(),
                    start.mark().gtid(),
                    start.file(),
                    start.position(),
                    thread,
                    xid,
                    start.commitMicros());
        }
        boolean elsewhere = committedAt >= 0;
        return new Origin(
                transaction,
                elsewhere ? committedAt : position,
                elsewhere ? (int) Math.min(ordinal, Integer.MAX_VALUE) : row,
                ordinal,
                clock.next(start.commitMicros()),
                readMillis,
                last,
                query);
    }
}
