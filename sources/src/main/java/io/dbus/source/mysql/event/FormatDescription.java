package io.dbus.source.mysql.event;

import static java.util.Objects.requireNonNull;

/**
 * FORMAT_DESCRIPTION_EVENT, the first event of every binlog file: how the others are written.
 *
 * @param serverVersion the version of the server that wrote the file, not null
 * @param checksum how the events of the file end, not null
 */
public record FormatDescription(String serverVersion, Checksum checksum) {
    public FormatDescription {
        requireNonNull(serverVersion, "serverVersion");
        requireNonNull(checksum, "checksum");
    }

    /**
     * Parses the event.
     *
     * @param bodyStart the offset after the event's header
     * @param eventEnd the offset after the whole event: this event always ends in room for a checksum
     * @throws BinlogFormatException when the bytes are not of a binlog of version 4
     */
    public static FormatDescription parse(byte[] b, int bodyStart, int eventEnd) {
        throw new UnsupportedOperationException();
    }

    /** Whether the file was written by MariaDB. */
    public boolean isMariaDb() {
        return serverVersion.contains("MariaDB");
    }

    /** Where the body of an event ends that ends at {@code eventEnd}: before its checksum. */
    public int bodyEnd(int eventEnd) {
        return eventEnd - checksum.length();
    }
}
