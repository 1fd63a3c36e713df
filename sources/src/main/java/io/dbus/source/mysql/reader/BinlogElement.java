package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.gtid.Gtid;
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

    /** Transactions whose rows are all out, or that had none to go out. Grows while its batch is being filled, then no more. */
    final class Passed implements BinlogElement {
        private final List<Gtid> gtids = new ArrayList<>(1);
        private String file = "";
        private long position;
        private int transactions;

        void add(List<Gtid> gtid, String nextFile, long nextPosition, boolean transaction) {
            gtids.addAll(gtid);
            file = requireNonNull(nextFile, "nextFile");
            position = nextPosition;
            transactions += transaction ? 1 : 0;
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

        int transactions() {
            return transactions;
        }
    }

    /**
     * A server answers and is read from now on.
     *
     * @param identity which one
     * @param sequence after which its rows are numbered
     * @param first whether a checkpoint must hold this before a row of it goes out, see {@link ConnectionHold}
     */
    record Connected(String identity, long sequence, boolean first) implements BinlogElement {}

    /** The server has no more to send: all that it committed before this time, in milliseconds since the epoch, is read. */
    record CaughtUp(long safeUntilMillis) implements BinlogElement {}

    /** A table is read by what its server says of it. */
    record SchemaTaken(TableDefinition table) implements BinlogElement {}

    /** What the server said of a table holds no longer. */
    record SchemaDropped(TableId table) implements BinlogElement {}
}
