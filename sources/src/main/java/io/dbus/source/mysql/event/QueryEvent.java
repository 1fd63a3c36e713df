package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.charset.ServerCharset;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/**
 * QUERY_EVENT: a statement as text: BEGIN, COMMIT of engines without transactions, DDL, and data changes logged as statements.
 *
 * @param threadId the id of the session that ran it
 * @param errorCode the error that the statement ended with on its server; 0 for none
 * @param database the default database of the session, empty when none
 * @param sql the statement, decoded by the session's {@code character_set_client}, not null. A statement may hold bytes that
 *     are no text in it (in comments, in {@code _binary} literals): then every byte is one character, as in ISO 8859-1.
 * @param session by which settings of its session the statement is to be read
 */
public record QueryEvent(long threadId, int errorCode, String database, String sql, QuerySession session) {
    /** Of an EXECUTE_LOAD_QUERY: which file, where in the statement its name stands, what to do with duplicates. */
    private static final int LOAD_HEADER_LENGTH = 13;

    public QueryEvent {
        requireNonNull(database, "database");
        requireNonNull(sql, "sql");
        requireNonNull(session, "session");
    }

    /** A statement of whose session nothing is known. */
    public QueryEvent(long threadId, int errorCode, String database, String sql) {
        this(threadId, errorCode, database, sql, QuerySession.UNKNOWN);
    }

    /**
     * Parses a QUERY_EVENT, an EXECUTE_LOAD_QUERY_EVENT (LOAD DATA) or a QUERY_COMPRESSED event of MariaDB.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static QueryEvent parse(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "QUERY event");
        long threadId = in.uint32();
        in.skip(4); // How long it ran.
        int databaseLength = in.uint8();
        int errorCode = in.uint16();
        int variablesLength = in.uint16();
        if (header.type() == EventType.EXECUTE_LOAD_QUERY) {
            in.skip(LOAD_HEADER_LENGTH);
        }
        QuerySession session = QuerySession.parse(in.slice(variablesLength, "session variables of a QUERY event"));
        String database = in.string(databaseLength, UTF_8);
        in.skip(1);
        byte[] sql = in.bytes(in.remaining());
        if (header.type() == EventType.MARIADB_QUERY_COMPRESSED) {
            sql = MariaDbCompression.inflate(sql, 0, sql.length);
        }
        return new QueryEvent(threadId, errorCode, database, text(sql, session.clientCollation()), session);
    }

    private static String text(byte[] sql, int collation) {
        if (collation == 0 || collation == ServerCharset.BINARY_COLLATION) {
            return new String(sql, UTF_8);
        }
        if (isOfServer(sql)) {
            Optional<String> utf8 = utf8(sql);
            if (utf8.isPresent()) {
                return utf8.get();
            }
        }
        try {
            return ServerCharset.ofCollation(collation).decode(sql, 0, sql.length);
        } catch (RowDecodeException e) {
            return new String(
                    sql, ISO_8859_1); // As documented: ASCII, and so the statement's words, is the same in both.
        }
    }

    /**
     * Whether the server itself wrote a statement, in place of CREATE TABLE AS SELECT or of one without a key: as SHOW CREATE TABLE writes it, in UTF-8 whatever the
     * client's charset, which the event names all the same (seen on 9.7.4).
     */
    private static boolean isOfServer(byte[] sql) {
        String start = new String(sql, 0, Math.min(sql.length, 400), ISO_8859_1);
        return start.startsWith("CREATE TABLE ") && start.contains("` (\n  `");
    }

    private static Optional<String> utf8(byte[] sql) {
        try {
            return Optional.of(UTF_8.newDecoder().decode(ByteBuffer.wrap(sql)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty(); // Somebody's own statement that looks the same.
        }
    }
}
