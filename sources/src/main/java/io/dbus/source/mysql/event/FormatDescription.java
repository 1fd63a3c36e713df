package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.Objects.requireNonNull;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * FORMAT_DESCRIPTION_EVENT, the first event of every binlog file: how the others are written.
 *
 * @param serverVersion the version of the server that wrote the file, not null
 * @param checksum how the events of the file end, not null
 */
public record FormatDescription(String serverVersion, Checksum checksum) {
    private static final int VERSION_LENGTH = 50;
    private static final int CREATED_AND_HEADER_LENGTH = 5;
    private static final int UNDEFINED = 255;

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

        ByteReader in = new ByteReader(b, bodyStart, eventEnd, "FORMAT_DESCRIPTION event");
        int binlogVersion = in.uint16();
        if (binlogVersion != 4) {
            throw new BinlogFormatException("The binlog has the format version " + binlogVersion
                    + ", only version 4 (since MySQL 5.0) can be read");
        }
        String version = in.string(VERSION_LENGTH, ISO_8859_1);
        int end = version.indexOf(0);
        String serverVersion = end < 0 ? version : version.substring(0, end);
        if (!hasChecksums(serverVersion)) {
            return new FormatDescription(serverVersion, Checksum.NONE);
        }
        if (in.remaining() < CREATED_AND_HEADER_LENGTH + 1 + Checksum.CRC32.length()) {
            throw in.truncated(CREATED_AND_HEADER_LENGTH + 1 + Checksum.CRC32.length());
        }
        int algorithm = b[eventEnd - Checksum.CRC32.length() - 1] & 0xFF;
        return switch (algorithm) {
            case 0, UNDEFINED -> new FormatDescription(serverVersion, Checksum.NONE);
            case 1 -> new FormatDescription(serverVersion, Checksum.CRC32);
            default ->
                throw new BinlogFormatException(
                        "The binlog of server version " + serverVersion + " has the checksum algorithm " + algorithm
                                + ", which is not known: SET GLOBAL binlog_checksum=CRC32");
        };
    }

    /** Whether the file was written by MariaDB. */
    public boolean isMariaDb() {
        return serverVersion.contains("MariaDB");
    }

    /** Where the body of an event ends that ends at {@code eventEnd}: before its checksum. */
    public int bodyEnd(int eventEnd) {
        return eventEnd - checksum.length();
    }

    /** MySQL since 5.6.1, MariaDB since 5.3: the event holds the algorithm. */
    private static boolean hasChecksums(String version) {
        Matcher number = Pattern.compile("(\\d+)\\.(\\d+)\\.(\\d+).*").matcher(version);
        if (!number.matches()) {
            throw new BinlogFormatException(
                    "The binlog was written by the server version '" + version + "', which is none");
        }
        int major = Integer.parseInt(number.group(1));
        int minor = Integer.parseInt(number.group(2));
        return major > 5
                || major == 5 && (minor > 6 || minor == 6 && !number.group(3).equals("0"))
                || major == 5 && minor >= 3 && version.contains("MariaDB");
    }
}
