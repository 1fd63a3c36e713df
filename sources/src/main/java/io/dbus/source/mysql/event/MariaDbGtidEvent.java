package io.dbus.source.mysql.event;

/**
 * MariaDB's GTID_EVENT (MariaDB knowledge base, GTID_EVENT).
 *
 * @param domain the replication domain, unsigned 32 bits
 * @param serverId the id of the server where the transaction was first committed, unsigned 32 bits
 * @param sequence the number within the domain, unsigned 64 bits
 * @param flags FL_STANDALONE and others
 */
public record MariaDbGtidEvent(long domain, long serverId, long sequence, int flags) implements GtidEvent {
    private static final int STANDALONE = 0x1;
    private static final int DDL = 0x20;
    private static final int PREPARED_XA = 0x40;
    private static final int COMPLETED_XA = 0x80;

    @Override
    public String gtid() {
        return domain + "-" + serverId + "-" + Long.toUnsignedString(sequence);
    }

    @Override
    public long commitMicros(EventHeader header) {
        return header.timestamp() * 1_000_000;
    }

    /** Whether one event follows and no COMMIT ends the group. Without it this event is also the BEGIN. */
    public boolean isStandalone() {
        return (flags & STANDALONE) != 0;
    }

    /** Whether the group is a DDL statement. */
    public boolean isDdl() {
        return (flags & DDL) != 0;
    }

    /** Whether the group is an XA PREPARE. */
    public boolean isPreparedXa() {
        return (flags & PREPARED_XA) != 0;
    }

    /** Whether the group commits or rolls back a prepared XA transaction. */
    public boolean isCompletedXa() {
        return (flags & COMPLETED_XA) != 0;
    }

    static MariaDbGtidEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "GTID event");
        long sequence = in.int64();
        return new MariaDbGtidEvent(in.uint32(), header.serverId(), sequence, in.uint8());
    }
}
