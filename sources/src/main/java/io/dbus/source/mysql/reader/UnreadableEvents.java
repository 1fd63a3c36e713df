package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.IncidentEvent;

/** Why a binlog cannot be read beyond an event, and what to do. */
final class UnreadableEvents {
    private UnreadableEvents() {}

    /** The server says that its binlog is not whole. */
    static BinlogFailure incident(IncidentEvent incident) {
        return new BinlogFailure("The server says that changes may be missing from its binlog here (INCIDENT "
                + incident.code() + ": " + incident.message()
                + "): read the tables anew, and start after this position");
    }

    /** MariaDB, since 12.3, writes row events over a size in parts (MDEV-32570). */
    static BinlogFailure rowsInParts() {
        return new BinlogFailure(
                "The server wrote a row event in parts (PARTIAL_ROW_DATA), which cannot be read yet: SET GLOBAL"
                        + " binlog_row_event_fragment_threshold over the size of its row events, and start after this position once the"
                        + " tables are read anew");
    }

    /** Of a type that is not known and not marked as one that may be passed over. */
    static BinlogFailure unknown(int type) {
        return new BinlogFailure("The binlog has an event of the type number " + type + " (" + EventType.name(type)
                + "), which this dbus does not know and which may change rows: use a dbus that knows this server's version, or"
                + " start after this position and read the tables anew");
    }
}
