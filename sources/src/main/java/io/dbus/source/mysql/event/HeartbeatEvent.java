package io.dbus.source.mysql.event;

/**
 * HEARTBEAT_LOG_EVENT: the replica has all there is.
 *
 * @param file the current binlog file
 * @param position the position in it up to which the replica has everything, in bytes, also beyond 4 GiB with version 2
 */
public record HeartbeatEvent(String file, long position) {
    /**
     * Parses the body of a HEARTBEAT or HEARTBEAT_V2.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static HeartbeatEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }
}
