package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.split.BinlogSplitState;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;

/**
 * What a fetcher hands over at a time: elements of one split in order. The fetcher fills it, which moves the fetcher's own
 * position; after it is handed over only the reader's thread uses it. Gives its bytes back to the budget when it is done.
 */
final class BinlogBatch implements RecordsWithSplitIds<BinlogElement> {
    /** What a row costs in memory beside its images: objects around it. */
    private static final int ROW_OVERHEAD = 200;

    private static final int MAX_ELEMENTS = 8192;

    private final BinlogSplitState read;
    private final ByteBudget budget;
    private final long maxBytes;
    private final List<BinlogElement> elements = new ArrayList<>();
    private long bytes;
    private int next;
    private boolean begun;
    private boolean held;

    /**
     * An empty batch.
     *
     * @param read the fetcher's position, moved by what is added
     * @param budget takes the bytes back
     * @param maxBytes how many bytes make the batch full
     */
    BinlogBatch(BinlogSplitState read, ByteBudget budget, long maxBytes) {
        this.read = requireNonNull(read, "read");
        this.budget = requireNonNull(budget, "budget");
        this.maxBytes = maxBytes;
    }

    /** Whether it must go before a row is added: it has no room, or a checkpoint must hold it first. */
    boolean isFull() {
        return held || bytes >= maxBytes || elements.size() >= MAX_ELEMENTS;
    }

    boolean isEmpty() {
        return elements.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    void row(RowChange change, int size) {
        read.emitted(change);
        add(new BinlogElement.Row(change), size + ROW_OVERHEAD);
    }

    void keyChange(RowChange delete, RowChange insert, int size) {
        read.emitted(insert);
        add(new BinlogElement.KeyChange(delete, insert), size + 2 * ROW_OVERHEAD);
    }

    void truncate(Truncate truncate) {
        read.emitted(truncate);
        add(new BinlogElement.Emptied(truncate), ROW_OVERHEAD);
    }

    void defined(SchemaChange change, Redefinition redefinition) {
        read.emitted(change);
        read.redefined(redefinition);
        add(
                new BinlogElement.Defined(change, redefinition),
                2 * change.ddl().length() + 2 * redefinition.size() + ROW_OVERHEAD);
    }

    /** The transaction of the GTID, or of none, is done, and with it what it did to tables. */
    void transactionPassed(
            TransactionMark mark, List<Gtid> gtid, String file, long position, List<Redefinition> redefinitions) {
        passed(mark, gtid, file, position, redefinitions);
    }

    /** The transaction of the GTID, or of none, prepared an XA transaction. */
    void prepared(PreparedXa xa, TransactionMark mark, List<Gtid> gtid, String file, long position) {
        read.prepared(xa, mark, gtid, file, position);
        add(new BinlogElement.Prepared(xa, mark, gtid, file, position), ROW_OVERHEAD);
    }

    /** The transaction of the GTID, or of none, committed an XA transaction or rolled it back, and all that goes out is out. */
    void decided(String xid, TransactionMark mark, List<Gtid> gtid, String file, long position) {
        read.decided(xid, mark, gtid, file, position);
        add(new BinlogElement.Decided(xid, mark, gtid, file, position), ROW_OVERHEAD);
    }

    /** The binlog goes on at this place. */
    void placePassed(String file, long position) {
        passed(TransactionMark.NONE, List.of(), file, position, List.of());
    }

    /** A file is read that was begun at this time, in seconds since the epoch. */
    void fileBegun(String file, long seconds) {
        read.fileBegun(file, seconds);
        add(new BinlogElement.FileBegun(file, seconds), 0);
    }

    private void passed(
            TransactionMark mark, List<Gtid> gtid, String file, long position, List<Redefinition> redefinitions) {
        read.passed(mark, gtid, file, position);
        redefinitions.forEach(read::redefined);
        BinlogElement last = elements.isEmpty() ? null : elements.get(elements.size() - 1);
        if (last instanceof BinlogElement.Passed passed) {
            passed.add(mark, gtid, file, position, redefinitions);
        } else {
            BinlogElement.Passed passed = new BinlogElement.Passed();
            passed.add(mark, gtid, file, position, redefinitions);
            add(passed, ROW_OVERHEAD);
        }
        bytes += 64L * gtid.size();
        for (Redefinition redefinition : redefinitions) {
            bytes += redefinition.size();
        }
    }

    /** Whether a checkpoint must hold it before anything more is read. */
    boolean isHeld() {
        return held;
    }

    void keyRedefined(TableId table) {
        if (!held) {
            held = true;
            add(new BinlogElement.KeyRedefined(table), 0);
        }
    }

    void connected(BinlogElement.Connected connected) {
        read.connected(connected.identity(), connected.sequence());
        add(connected, 0);
    }

    void caughtUp(long safeUntilMillis) {
        add(new BinlogElement.CaughtUp(safeUntilMillis), 0);
    }

    void schemaTaken(BinlogElement.SchemaTaken taken) {
        read.schemaTaken(taken.table());
        add(taken, 0);
    }

    private void add(BinlogElement element, int size) {
        elements.add(element);
        bytes += size;
    }

    @Override
    public String nextSplit() {
        if (begun || elements.isEmpty()) {
            return null;
        }
        begun = true;
        return read.server();
    }

    @Override
    public BinlogElement nextRecordFromSplit() {
        return next < elements.size() ? elements.get(next++) : null;
    }

    @Override
    public Set<String> finishedSplits() {
        return Set.of();
    }

    @Override
    public void recycle() {
        budget.giveBack(bytes);
        bytes = 0;
    }
}
