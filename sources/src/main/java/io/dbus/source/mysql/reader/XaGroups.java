package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.gtid.MySqlGtid;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.split.BinlogSplitState;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * XA transactions, which come in two groups: one with the rows that ends in XA PREPARE, and later, behind others, XA COMMIT or XA ROLLBACK.
 * Nothing of the first goes out. With XA COMMIT its rows go out as rows of the second: from memory where they still are, or read again on
 * a connection of their own. Statements logged as text are judged then too. Not thread-safe.
 */
final class XaGroups {
    private final ReaderSettings settings;
    private final BinlogSplitState read;
    private final UnsentStatements unsent;

    /** Rows of prepared groups that need not be read again, the oldest first: of all together no more than of one transaction. */
    private final Map<String, OpenTransaction.Rows> kept = new LinkedHashMap<>();

    private long keptBytes;

    /** Of the open group. */
    private boolean begun;

    private boolean shed;
    private Optional<PreparedXa> prepares = Optional.empty();
    private String decides = "";
    private Optional<DecidedXa> apart = Optional.empty();

    XaGroups(ReaderSettings settings, BinlogSplitState read, UnsentStatements unsent) {
        this.settings = requireNonNull(settings, "settings");
        this.read = requireNonNull(read, "read");
        this.unsent = requireNonNull(unsent, "unsent");
    }

    /** No group is open. */
    void forgetOpen() {
        begun = false;
        shed = false;
        prepares = Optional.empty();
        decides = "";
        apart = Optional.empty();
    }

    /** The open group is that of an XA transaction. */
    void begin() {
        begun = true;
    }

    boolean isBegun() {
        return begun;
    }

    /** What is to be read on a connection of its own before anything else goes on. */
    Optional<DecidedXa> apart() {
        return apart;
    }

    /** A row event of the open XA group. */
    void rows(OpenTransaction open, HeldRows event) {
        if (shed) {
            return;
        }
        open.hold(event);
        if (open.heldBytes() > settings.holdBytes()) {
            shed(open);
        }
    }

    /** Whether a statement of the open XA group is judged when the outcome is known. */
    boolean defers(OpenTransaction open, LoggedStatement.Kind kind) {
        boolean defers =
                switch (kind) {
                    case DATA, CALL, UNKNOWN, ROLLBACK_TO -> true;
                    default -> false;
                };
        if (defers) {
            shed(open);
        }
        return defers;
    }

    private void shed(OpenTransaction open) {
        open.shed();
        shed = true;
    }

    /** The open XA group is committed in one phase. */
    void commitOnePhase(OpenTransaction open, String xid) {
        if (shed && !isDone(open)) {
            readApart(open, group(open, xid));
        } else {
            open.commit(-1);
        }
    }

    /**
     * The open XA group ends like any other transaction, which no server was seen to write.
     *
     * @throws BinlogFailure when its rows are not at hand any more
     */
    void commitPlainly(OpenTransaction open, long engineXid) {
        if (shed) {
            throw new BinlogFailure(
                    "An XA transaction larger than transaction.hold ends without XA PREPARE or XA COMMIT: raise"
                            + " transaction.hold over its size, and restore from a checkpoint before it");
        }
        open.commit(engineXid);
    }

    /** The open XA group is prepared. */
    void prepare(OpenTransaction open, String xid) {
        if (isDone(open)) {
            open.undo();
            return;
        }
        prepares = Optional.of(group(open, xid));
        forget(xid);
        if (shed) {
            open.undo();
        } else {
            keep(xid, open.leave());
        }
    }

    /** The open group commits an XA transaction. */
    void commit(OpenTransaction open, String xid, long at) {
        if (begun) {
            commitPlainly(open, -1);
            return;
        }
        if (isDone(open)) {
            open.commit(-1);
            return;
        }
        decides = xid;
        open.committedAt(at);
        OpenTransaction.Rows rows = kept.get(xid);
        if (rows != null) {
            forget(xid);
            open.take(rows);
            open.commit(-1);
        } else {
            // One that is not known was prepared before the start.
            readApart(
                    open,
                    read.prepared(xid).orElseGet(() -> new PreparedXa(xid, "", "", BinlogPosition.FILE_START, 0)));
        }
    }

    /** The open group rolls an XA transaction back. */
    void rollback(OpenTransaction open, String xid) {
        if (begun) {
            open.undo();
            return;
        }
        if (!isDone(open)) {
            decides = xid;
            forget(xid);
        }
        open.commit(-1);
    }

    /** All that goes out of the open group is out. */
    void passed(OpenTransaction open, BinlogPlace place, BinlogBatch batch) {
        List<Gtid> gtid = open.start().gtid();
        TransactionMark mark = open.start().mark();
        if (prepares.isPresent()) {
            batch.prepared(prepares.get(), mark, gtid, place.file(), place.end());
        } else if (!decides.isEmpty()) {
            batch.decided(decides, mark, gtid, place.file(), place.end());
        } else {
            batch.transactionPassed(mark, gtid, place.file(), place.end(), open.redefinitions());
        }
    }

    /** What was read apart has come. */
    void readApart() {
        apart = Optional.empty();
    }

    /**
     * What was to be read apart can be read no more.
     *
     * @throws BinlogFailure unless the user lets that pass
     */
    void lost(OpenTransaction open, String why, String where) {
        PreparedXa xa = apart.orElseThrow().xa();
        if (settings.lostXa() == LostXa.FAIL) {
            throw new BinlogFailure(
                    "The XA transaction " + xa + ", is committed here, and its rows cannot be read: " + why
                            + "; put the binlog files back on the server or go to one that has them, or read the tables anew and go on"
                            + " without those rows by xa.lost.handling.mode: count");
        }
        unsent.xaLost(xa.toString(), why, where);
        apart = Optional.empty();
        open.commit(-1);
    }

    private void readApart(OpenTransaction open, PreparedXa xa) {
        // MariaDB cannot be asked for one transaction by its GTID.
        boolean byGtid = read.isByGtid()
                && !xa.gtid().isEmpty()
                && open.start().gtid().stream().anyMatch(MySqlGtid.class::isInstance);
        apart = Optional.of(new DecidedXa(xa, byGtid, open, unsent, settings.holdBytes()));
    }

    private void keep(String xid, OpenTransaction.Rows rows) {
        kept.put(xid, rows);
        keptBytes += rows.bytes();
        Iterator<OpenTransaction.Rows> oldest = kept.values().iterator();
        while (keptBytes > settings.holdBytes()) {
            OpenTransaction.Rows next = oldest.next();
            if (next.bytes() > 0) {
                keptBytes -= next.bytes();
                oldest.remove();
            }
        }
    }

    private void forget(String xid) {
        OpenTransaction.Rows rows = kept.remove(xid);
        keptBytes -= rows == null ? 0 : rows.bytes();
    }

    private static PreparedXa group(OpenTransaction open, String xid) {
        OpenTransaction.Start start = open.start();
        return new PreparedXa(xid, start.mark().gtid(), start.file(), start.position(), start.commitMicros());
    }

    private static boolean isDone(OpenTransaction open) {
        return open.start().rowsDone() == Long.MAX_VALUE;
    }
}
