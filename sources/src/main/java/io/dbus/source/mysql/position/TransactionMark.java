package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

/**
 * A transaction in a server's binlog, by which the binlog is told from another that has the same file names, positions and GTIDs. Immutable.
 *
 * @param gtid its GTID; empty when it has none
 * @param file the binlog file that holds it; empty when it is {@link #NONE}
 * @param position where it begins there: its GTID event, if it has one
 * @param commitMicros when it was committed on its first server, in microseconds since the epoch, UTC; whole seconds where the server
 *     says no more
 */
public record TransactionMark(String gtid, String file, long position, long commitMicros) {
    /** No transaction. */
    public static final TransactionMark NONE = new TransactionMark("", "", BinlogPosition.FILE_START, 0);

    public TransactionMark {
        requireNonNull(gtid, "gtid");
        requireNonNull(file, "file");
    }

    /** Whether there is no transaction. */
    public boolean isNone() {
        return file.isEmpty();
    }
}
