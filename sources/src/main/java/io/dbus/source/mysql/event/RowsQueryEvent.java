package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * ROWS_QUERY_LOG_EVENT and MariaDB's ANNOTATE_ROWS: the statement whose row events follow.
 *
 * @param sql the text; read as UTF-8, since the event does not say in which charset the session wrote
 */
public record RowsQueryEvent(String sql) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static RowsQueryEvent parse(byte[] b, int bodyStart, int bodyEnd) {

        return new RowsQueryEvent(new String(b, bodyStart, bodyEnd - bodyStart, UTF_8));
    }
}
