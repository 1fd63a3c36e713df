package io.dbus.source.mysql.event;

/**
 * ROTATE_EVENT: the binlog goes on in another file.
 *
 * @param position where in that file, in bytes
 * @param file the name of the file
 */
public record RotateEvent(long position, String file) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static RotateEvent parse(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }
}
