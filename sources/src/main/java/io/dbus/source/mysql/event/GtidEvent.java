package io.dbus.source.mysql.event;

/** The event that begins a transaction (a group) and names it. */
public sealed interface GtidEvent permits MySqlGtidEvent, MariaDbGtidEvent {

    /**
     * Parses GTID, ANONYMOUS_GTID, GTID_TAGGED or MARIADB_GTID.
     *
     * @throws BinlogFormatException when the bytes are not of such an event
     */
    static GtidEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {

        return switch (header.type()) {
            case EventType.GTID, EventType.ANONYMOUS_GTID ->
                MySqlGtidEvent.parse(b, bodyStart, bodyEnd, header.type() == EventType.ANONYMOUS_GTID);
            case EventType.GTID_TAGGED -> TaggedGtid.parse(b, bodyStart, bodyEnd);
            case EventType.MARIADB_GTID -> MariaDbGtidEvent.parse(header, b, bodyStart, bodyEnd);
            default ->
                throw new BinlogFormatException("An event of type " + EventType.name(header.type()) + " holds no GTID");
        };
    }

    /** The GTID as the server writes it; empty for an anonymous transaction. */
    String gtid();

    /**
     * When the transaction was committed on its first server, in microseconds since the epoch: the event's original commit
     * timestamp, or the header's whole seconds where there is none (before MySQL 8.0.1, MariaDB).
     */
    long commitMicros(EventHeader header);
}
