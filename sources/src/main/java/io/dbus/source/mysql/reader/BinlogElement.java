package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.ArrayList;
import java.util.List;

/** What a fetcher hands to the emitter: rows to send, and how the position moves where no row moves it. */
sealed interface BinlogElement {

    /** A change of a row of a selected table. */
    record Row(RowChange change) implements BinlogElement {}

    /** An update that changed the key, in its two halves. One element, so that no checkpoint falls between them. */
    record KeyChange(RowChange delete, RowChange insert) implements BinlogElement {}

    /** All rows of a selected table were taken out. */
    record Emptied(Truncate truncate) implements BinlogElement {}

    /** Tables were defined anew: what is followed changes with the position, so that no checkpoint falls between them. */
    record Defined(SchemaChange change, Redefinition redefinition) implements BinlogElement {}

    /** Transactions whose rows are all out, or that had none to go out. Grows while its batch is being filled, then no more. */
    final class Passed implements BinlogElement {
        private final List<Gtid> gtids = new ArrayList<>(1);
        private String file = "";
        private long position;
        private int transactions;
        private TransactionMark last = TransactionMark.NONE;
        private final List<Redefinition> redefinitions = new ArrayList<>(0);

        /** Adds a transaction; {@link TransactionMark#NONE} where none is passed, but the place moves. */
        void add(
                TransactionMark passed,
                List<Gtid> gtid,
                String nextFile,
                long nextPosition,
                List<Redefinition> redefined) {
            redefinitions.addAll(redefined);
            gtids.addAll(gtid);
            file = requireNonNull(nextFile, "nextFile");
            position = nextPosition;
            if (!passed.isNone()) {
                last = passed;
                transactions++;
            }
        }

        List<Gtid> gtids() {
            return gtids;
        }

        String file() {
            return file;
        }

        long position() {
            return position;
        }

        /** What statements did to tables that are followed and of which none is selected. */
        List<Redefinition> redefinitions() {
            return redefinitions;
        }

        int transactions() {
            return transactions;
        }

        /** The last transaction of them; {@link TransactionMark#NONE} when there is none. */
        TransactionMark last() {
            return last;
        }
    }

    /** A transaction is done that prepared an XA transaction, whose rows wait for the outcome; the next begins at this place. */
    record Prepared(PreparedXa xa, TransactionMark mark, List<Gtid> gtid, String file, long position)
            implements BinlogElement {}

    /** A transaction is done that committed an XA transaction, of which all rows are out, or rolled it back; the next begins at this place. */
    record Decided(String xid, TransactionMark mark, List<Gtid> gtid, String file, long position)
            implements BinlogElement {}

    /** A file is read that was begun at this time, in seconds since the epoch. */
    record FileBegun(String file, long seconds) implements BinlogElement {}

    /**
     * A server answers and is read from now on.
     *
     * @param identity which one
     * @param sequence after which its rows are numbered
     * @param first whether a checkpoint must hold this before a row of it goes out, see {@link CheckpointHold}
     */
    record Connected(String identity, long sequence, boolean first) implements BinlogElement {}

    /** The server has no more to send: all that it committed before this time, in milliseconds since the epoch, is read. */
    record CaughtUp(long safeUntilMillis) implements BinlogElement {}

    /**
     * Rows of a table have another key from now on. A checkpoint must hold this before one of them goes out, see {@link CheckpointHold}: on their way through the
     * exchange they would overtake earlier changes of the same rows, which have the old key.
     */
    record KeyRedefined(TableId table) implements BinlogElement {}

    /** A table is read by what its server says of it. */
    record SchemaTaken(TableDefinition table) implements BinlogElement {}
}
