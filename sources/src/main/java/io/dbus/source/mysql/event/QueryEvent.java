package io.dbus.source.mysql.event;

import static java.util.Objects.requireNonNull;

/**
 * QUERY_EVENT: a statement as text: BEGIN, COMMIT of engines without transactions, DDL, and data changes logged as statements.
 *
 * @param threadId the id of the session that ran it
 * @param errorCode the error that the statement ended with on its server; 0 for none
 * @param database the default database of the session, empty when none
 * @param sql the statement, decoded by the session's {@code character_set_client}; not null
 */
public record QueryEvent(long threadId, int errorCode, String database, String sql) {
    public QueryEvent {
        requireNonNull(database, "database");
        requireNonNull(sql, "sql");
    }

    /**
     * Parses a QUERY_EVENT or a QUERY_COMPRESSED event of MariaDB.
     *
     * @throws BinlogFormatException when it is damaged, or when Java lacks the charset of the statement
     */
    public static QueryEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }
}
