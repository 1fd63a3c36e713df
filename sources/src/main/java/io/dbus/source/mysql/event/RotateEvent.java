package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * ROTATE_EVENT: the binlog goes on in another file.
 *
 * @param position where in that file, in bytes
 * @param file the name of the file
 */
public record RotateEvent(long position, String file) {
    /** Behind the four bytes by which a binlog file is known. */
    private static final int FIRST_EVENT = 4;

    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static RotateEvent parse(byte[] b, int bodyStart, int bodyEnd) {

        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "ROTATE event");
        long position = in.int64();
        if (position < FIRST_EVENT) {
            throw new BinlogFormatException("A ROTATE event names the position " + position
                    + ", before the first event of a file: it is damaged");
        }
        return new RotateEvent(position, in.string(in.remaining(), UTF_8));
    }
}
