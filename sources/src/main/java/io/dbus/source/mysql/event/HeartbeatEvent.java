package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * HEARTBEAT_LOG_EVENT: the replica has all there is.
 *
 * @param file the current binlog file
 * @param position the position in it up to which the replica has everything, in bytes, also beyond 4 GiB with version 2
 */
public record HeartbeatEvent(String file, long position) {
    private static final int END = 0;
    private static final int FILE = 1;
    private static final int POSITION = 2;

    /**
     * Parses the body of a HEARTBEAT or HEARTBEAT_V2.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static HeartbeatEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {

        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "HEARTBEAT event");
        if (header.type() == EventType.HEARTBEAT) {
            return new HeartbeatEvent(in.string(in.remaining(), UTF_8), header.nextPosition());
        }
        String file = "";
        long position = 0;
        while (in.remaining() > 0) {
            int field = in.uint8();
            if (field == END) {
                break;
            }
            ByteReader value = in.slice(in.size(), "HEARTBEAT event");
            switch (field) {
                case FILE -> file = value.string(value.remaining(), UTF_8);
                case POSITION -> position = value.lenenc();
                default -> {} // By the format, unknown fields may be passed over.
            }
        }
        return new HeartbeatEvent(file, position);
    }
}
