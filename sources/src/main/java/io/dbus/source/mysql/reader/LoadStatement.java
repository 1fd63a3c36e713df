package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.QueryEvent;

/** EXECUTE_LOAD_QUERY_EVENT: LOAD DATA logged as a statement. It is a QUERY_EVENT with 13 bytes more of fixed length. */
final class LoadStatement {
    private static final int QUERY_FIXED = 13;
    private static final int LOAD_FIXED = 13;

    private LoadStatement() {}

    /**
     * Parses the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    static QueryEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        int length = bodyEnd - bodyStart;
        if (length < QUERY_FIXED + LOAD_FIXED) {
            throw new BinlogFormatException("An EXECUTE_LOAD_QUERY event has a body of " + length + " bytes only");
        }
        byte[] query = new byte[length - LOAD_FIXED];
        System.arraycopy(b, bodyStart, query, 0, QUERY_FIXED);
        System.arraycopy(
                b, bodyStart + QUERY_FIXED + LOAD_FIXED, query, QUERY_FIXED, length - QUERY_FIXED - LOAD_FIXED);
        return QueryEvent.parse(header, query, 0, query.length);
    }
}
