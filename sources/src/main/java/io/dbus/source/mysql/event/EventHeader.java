package io.dbus.source.mysql.event;

/**
 * The first 19 bytes of every event since binlog version 4 (MySQL Internals, Binary Log Event Header).
 *
 * @param timestamp when the statement began, in seconds since the epoch, UTC; 0 in events made for the replica
 * @param type one of {@link EventType}
 * @param serverId the {@code server_id} of the server where the event was first written
 * @param eventSize the size of the whole event with header and checksum, in bytes
 * @param nextPosition the position in the binlog file after this event, modulo 4 GiB; 0 in events made for the replica
 *     and in those inside a transaction payload
 * @param flags the flags
 */
public record EventHeader(long timestamp, int type, long serverId, long eventSize, long nextPosition, int flags) {
    /** The size of a header in bytes. */
    public static final int LENGTH = 19;

    private static final int IN_USE = 0x1;
    private static final int THREAD_SPECIFIC = 0x4;
    private static final int ARTIFICIAL = 0x20;
    private static final int IGNORABLE = 0x80;

    /**
     * The header at an offset.
     *
     * @throws BinlogFormatException when fewer than 19 bytes are there, or when the event would be smaller than its header
     */
    public static EventHeader parse(byte[] b, int off) {
        ByteReader in = new ByteReader(b, off, b.length, "event header");
        long timestamp = in.uint32();
        int type = in.uint8();
        long serverId = in.uint32();
        long size = in.uint32();
        EventHeader header = new EventHeader(timestamp, type, serverId, size, in.uint32(), in.uint16());
        if (size < LENGTH) {
            throw new BinlogFormatException("An event of " + EventType.name(type) + " says that its size is " + size
                    + " bytes, less than its header's");
        }
        return header;
    }

    /** Whether a reader that does not know the type may pass the event over (flag LOG_EVENT_IGNORABLE_F). */
    public boolean isIgnorable() {
        return (flags & IGNORABLE) != 0;
    }

    /** Whether the server made the event for this replica: it is in no file (flag LOG_EVENT_ARTIFICIAL_F). */
    public boolean isArtificial() {
        return (flags & ARTIFICIAL) != 0;
    }

    /** Whether the event depends on the session, as statements on temporary tables do (LOG_EVENT_THREAD_SPECIFIC_F). */
    public boolean isThreadSpecific() {
        return (flags & THREAD_SPECIFIC) != 0;
    }

    /** Whether the file was not closed properly (flag LOG_EVENT_BINLOG_IN_USE_F of a FORMAT_DESCRIPTION). */
    public boolean isInUse() {
        return (flags & IN_USE) != 0;
    }
}
