package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * ROWS_QUERY_LOG_EVENT and MariaDB's ANNOTATE_ROWS: the statement whose row events follow.
 *
 * @param sql the text; read as UTF-8, since the event does not say in which charset the session wrote
 */
public record RowsQueryEvent(String sql) {
    /**
     * Parses the body of a ROWS_QUERY or ANNOTATE_ROWS.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static RowsQueryEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "ROWS_QUERY event");
        if (header.type() == EventType.ROWS_QUERY) {
            in.skip(1); // The length modulo 256, which is of no use.
        }
        return new RowsQueryEvent(in.string(in.remaining(), UTF_8));
    }
}
