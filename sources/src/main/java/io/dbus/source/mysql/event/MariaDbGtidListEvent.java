package io.dbus.source.mysql.event;

import java.util.List;

/**
 * MariaDB's GTID_LIST_EVENT: the last GTID of every domain and server before this binlog file.
 *
 * @param gtids the GTIDs; several of one domain when several servers wrote to it: the last of those is the domain's last
 */
public record MariaDbGtidListEvent(List<MariaDbGtid> gtids) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static MariaDbGtidListEvent parse(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }
}
