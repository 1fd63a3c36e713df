package io.dbus.source.mysql.event;

/**
 * MariaDB's GTID_EVENT (MariaDB knowledge base, GTID_EVENT).
 *
 * @param domain the replication domain, unsigned 32 bits
 * @param serverId the id of the server where the transaction was first committed, unsigned 32 bits
 * @param sequence the number within the domain, unsigned 64 bits
 * @param flags FL_STANDALONE and others
 * @param moreFlags FL_START_ALTER_E1 and others, which servers write since 10.8; 0 where there are none
 */
public record MariaDbGtidEvent(long domain, long serverId, long sequence, int flags, int moreFlags)
        implements GtidEvent {
    private static final int STANDALONE = 0x1;
    private static final int GROUP_COMMIT_ID = 0x2;
    private static final int DDL = 0x20;
    private static final int PREPARED_XA = 0x40;
    private static final int COMPLETED_XA = 0x80;

    private static final int START_ALTER = 0x2;
    private static final int ROLLBACK_ALTER = 0x8;

    private static final int COMMIT_ID_LENGTH = 8;
    private static final int XID_FORMAT_LENGTH = 4;

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

    /**
     * Whether the statement that follows does nothing here: with {@code binlog_alter_two_phase} an ALTER TABLE is logged when it begins, and again, in the same words, when
     * it is done or given up (MariaDB Knowledge Base, "binlog_alter_two_phase"). Only what is done changes tables.
     */
    public boolean isAlterNotDone() {
        return (moreFlags & (START_ALTER | ROLLBACK_ALTER)) != 0;
    }

    static MariaDbGtidEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "GTID event");
        long sequence = in.int64();
        long domain = in.uint32();
        int flags = in.uint8();
        return new MariaDbGtidEvent(domain, header.serverId(), sequence, flags, moreFlags(in, flags));
    }

    private static int moreFlags(ByteReader in, int flags) {
        if ((flags & GROUP_COMMIT_ID) != 0) {
            in.skip(COMMIT_ID_LENGTH);
        }
        if ((flags & (PREPARED_XA | COMPLETED_XA)) != 0) {
            in.skip(XID_FORMAT_LENGTH);
            in.skip(in.uint8() + in.uint8());
        }
        return in.remaining() > 0 ? in.uint8() : 0;
    }
}
