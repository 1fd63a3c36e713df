package io.dbus.source.mysql.event;

import java.util.ArrayList;
import java.util.List;

/**
 * MariaDB's GTID_LIST_EVENT: the last GTID of every domain and server before this binlog file.
 *
 * @param gtids the GTIDs; several of one domain when several servers wrote to it: the last of those is the domain's last
 */
public record MariaDbGtidListEvent(List<MariaDbGtid> gtids) {
    private static final int ENTRY_LENGTH = 16;

    public MariaDbGtidListEvent {
        gtids = List.copyOf(gtids);
    }

    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static MariaDbGtidListEvent parse(byte[] b, int bodyStart, int bodyEnd) {

        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "GTID_LIST event");
        int count = (int) (in.uint32() & 0x0FFF_FFFF);
        if (count > in.remaining() / ENTRY_LENGTH) {
            throw in.truncated((long) count * ENTRY_LENGTH);
        }
        List<MariaDbGtid> gtids = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            gtids.add(new MariaDbGtid(in.uint32(), in.uint32(), in.int64()));
        }
        return new MariaDbGtidListEvent(gtids);
    }
}
