package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

/**
 * By what the binlog up to a {@link BinlogPosition} is known again on the same server: after RESET BINARY LOGS AND GTIDS files, positions and GTIDs
 * are the same once more, but not these times. Immutable.
 *
 * @param begunSeconds when the position's file was begun, in seconds since the epoch; 0 when not known
 * @param last the last transaction that was read, whole or in part; {@link TransactionMark#NONE} when not known
 */
public record BinlogMark(long begunSeconds, TransactionMark last) {
    /** Nothing is known, as before anything is read, and in state of versions that kept no marks. */
    public static final BinlogMark NONE = new BinlogMark(0, TransactionMark.NONE);

    public BinlogMark {
        requireNonNull(last, "last");
    }
}
