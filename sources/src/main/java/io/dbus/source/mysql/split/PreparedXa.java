package io.dbus.source.mysql.split;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.position.BinlogPosition;

/**
 * An XA transaction that was prepared and neither committed nor rolled back as far as the binlog is read. Of its rows nothing is kept: when it is
 * committed they are read again from here.
 *
 * @param xid its identifier, see {@link io.dbus.source.mysql.event.XaPrepareEvent#xid}
 * @param gtid the GTID of the group that prepared it; empty without GTIDs
 * @param file the binlog file that holds the group, on the server of the split's position; empty when another server has taken over since
 * @param position where the group begins in it
 * @param preparedMicros when it was prepared, in microseconds since the epoch, UTC; whole seconds where the server says no more
 */
public record PreparedXa(String xid, String gtid, String file, long position, long preparedMicros) {
    public PreparedXa {
        requireNonNull(xid, "xid");
        requireNonNull(gtid, "gtid");
        requireNonNull(file, "file");
    }

    /** The same on a server where its place is not known. */
    PreparedXa elsewhere() {
        return new PreparedXa(xid, gtid, "", BinlogPosition.FILE_START, preparedMicros);
    }

    /** For messages: {@code X'61',X'',1, prepared at binlog.000041:4711, GTID uuid:7}. */
    @Override
    public String toString() {
        if (file.isEmpty()) {
            return xid + ", prepared " + (gtid.isEmpty() ? "before the start" : "on another server, GTID " + gtid);
        }
        return xid + ", prepared at " + file + ":" + position + (gtid.isEmpty() ? "" : ", GTID " + gtid);
    }
}
