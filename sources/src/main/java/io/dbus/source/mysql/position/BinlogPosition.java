package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.NoGtids;

/**
 * How far a server's binlog has been read: every transaction before the one that starts at {@link #position()} is done, and so are the
 * first {@link #skipRows()} rows of that one. Immutable.
 *
 * @param gtids the transactions that are done; {@link NoGtids} where the server has none
 * @param server which server's {@code file} and {@code position} it is, see {@link
 *     io.dbus.source.mysql.connection.ServerIdentity}; empty when no file is known
 * @param file the binlog file; empty when not known, as in a start from a GTID set
 * @param position where the next transaction starts in the file (its GTID event, if it has one), in bytes, from 4
 * @param skipRows how many rows of that transaction are done, the rows of all tables counted, selected or not
 * @param sequence the last sequence number given to a row; 0 at first
 */
public record BinlogPosition(
        GtidPosition gtids, String server, String file, long position, long skipRows, long sequence) {
    /** Where the first event of a file is: behind its magic number. */
    public static final long FILE_START = 4;

    public BinlogPosition {
        requireNonNull(gtids, "gtids");
        requireNonNull(server, "server");
        requireNonNull(file, "file");
        if (position < FILE_START) {
            throw new IllegalArgumentException("the binlog position " + position + " is before the first event, at 4");
        }
        if (skipRows < 0) {
            throw new IllegalArgumentException("a negative number of rows to skip: " + skipRows);
        }
        if (file.isEmpty() && gtids instanceof NoGtids) {
            throw new IllegalArgumentException("a position needs a GTID set or a file");
        }
    }

    /** A position by file, on a server without GTIDs, nothing read yet. */
    public static BinlogPosition ofFile(String server, String file, long position) {
        return new BinlogPosition(NoGtids.INSTANCE, server, file, position, 0, 0);
    }

    /** A position by GTIDs, nothing read yet. */
    public static BinlogPosition ofGtids(GtidPosition gtids) {
        return new BinlogPosition(gtids, "", "", FILE_START, 0, 0);
    }

    /** The same with other transactions done. */
    public BinlogPosition withGtids(GtidPosition changed) {
        return new BinlogPosition(changed, server, file, position, skipRows, sequence);
    }

    /** The same at another place in a file of a server. */
    public BinlogPosition withFile(String changedServer, String changedFile, long changedPosition) {
        return new BinlogPosition(gtids, changedServer, changedFile, changedPosition, skipRows, sequence);
    }

    /** The same with other rows to skip. */
    public BinlogPosition withSkipRows(long changed) {
        return new BinlogPosition(gtids, server, file, position, changed, sequence);
    }

    /** The same with another last sequence number. */
    public BinlogPosition withSequence(long changed) {
        return new BinlogPosition(gtids, server, file, position, skipRows, changed);
    }

    /** For messages: {@code binlog.000003:1234 +2 rows, GTIDs uuid:1-7}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(file.isEmpty() ? "no file" : file + ":" + position);
        if (skipRows > 0) {
            text.append(" +").append(skipRows).append(" rows");
        }
        if (!(gtids instanceof NoGtids)) {
            text.append(", GTIDs ").append(gtids.isEmpty() ? "none" : gtids);
        }
        return text.toString();
    }
}
