package io.dbus.source.mysql.split;

import static java.util.Objects.requireNonNull;

/**
 * An XA transaction that was prepared and neither committed nor rolled back as far as the binlog is read. Of its rows nothing is kept: when it is
 * committed they are read again from here.
 *
 * @param xid its identifier, as XA COMMIT writes it
 * @param gtid the GTID of the group that prepared it; empty without GTIDs
 * @param file the binlog file that holds the group, on the server of the split's position
 * @param position where the group begins in it
 */
public record PreparedXa(String xid, String gtid, String file, long position) {
    public PreparedXa {
        requireNonNull(xid, "xid");
        requireNonNull(gtid, "gtid");
        requireNonNull(file, "file");
    }
}
