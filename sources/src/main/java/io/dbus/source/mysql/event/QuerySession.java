package io.dbus.source.mysql.event;

/**
 * The settings of a session by which a statement's text is to be read, from the status variables of its QUERY_EVENT (MySQL source, {@code
 * Query_log_event}; MariaDB writes the same).
 *
 * @param sqlMode the bits of {@code sql_mode}; 0 when the event does not say
 * @param clientCollation the id of a collation of {@code character_set_client}; 0 when the event does not say
 * @param serverCollation the id of {@code collation_server}, from which new databases inherit; 0 when the event does not say
 * @param timestamps whether columns of the type TIMESTAMP are like others
 */
public record QuerySession(long sqlMode, int clientCollation, int serverCollation, Timestamps timestamps) {
    /** Of a statement of which nothing is said. */
    public static final QuerySession UNKNOWN = new QuerySession(0, 0, 0, Timestamps.UNSAID);

    /** {@code explicit_defaults_for_timestamp}: without it a TIMESTAMP that does not say NULL is NOT NULL. */
    public enum Timestamps {
        /** Like other columns. */
        EXPLICIT,
        /** NOT NULL where nothing is said. */
        IMPLICIT,
        /** The event does not say. */
        UNSAID
    }

    private static final int REAL_AS_FLOAT = 1;
    private static final int ANSI_QUOTES = 1 << 2;
    private static final int NO_BACKSLASH_ESCAPES = 1 << 20;

    /** By this bit of its flags MariaDB says {@link Timestamps#EXPLICIT}; 10.10 and later do (seen on 10.11). */
    private static final long EXPLICIT_FLAG = 1 << 24;

    private static final int FLAGS2 = 0;
    private static final int SQL_MODE = 1;
    private static final int CATALOG = 2;
    private static final int AUTO_INCREMENT = 3;
    private static final int CHARSET = 4;
    private static final int TIME_ZONE = 5;
    private static final int CATALOG_NZ = 6;
    private static final int LC_TIME_NAMES = 7;
    private static final int CHARSET_DATABASE = 8;
    private static final int TABLE_MAP_FOR_UPDATE = 9;
    private static final int SOURCE_DATA_WRITTEN = 10;
    private static final int INVOKER = 11;
    private static final int UPDATED_DB_NAMES = 12;
    private static final int MICROSECONDS = 13;
    private static final int EXPLICIT_TIMESTAMPS = 16;

    /** So many databases are not named any more. */
    private static final int OVER_MAX_DBS = 254;

    /** Whether {@code "} quotes names, not texts. */
    public boolean ansiQuotes() {
        return (sqlMode & ANSI_QUOTES) != 0;
    }

    /** Whether a backslash in a text is a character like others. */
    public boolean noBackslashEscapes() {
        return (sqlMode & NO_BACKSLASH_ESCAPES) != 0;
    }

    /** Whether REAL is FLOAT, not DOUBLE. */
    public boolean realAsFloat() {
        return (sqlMode & REAL_AS_FLOAT) != 0;
    }

    /** Reads the variables up to the first that is not known: they have no common length, so what follows it cannot be found. */
    static QuerySession parse(ByteReader variables) {
        long mode = 0;
        int client = 0;
        int server = 0;
        Timestamps timestamps = Timestamps.UNSAID;
        while (variables.remaining() > 0) {
            switch (variables.uint8()) {
                case FLAGS2 -> {
                    if ((variables.uint32() & EXPLICIT_FLAG) != 0) {
                        timestamps = Timestamps.EXPLICIT;
                    }
                }
                case AUTO_INCREMENT, SOURCE_DATA_WRITTEN -> variables.skip(4);
                case SQL_MODE -> {
                    long low = variables.uint32();
                    mode = low | variables.uint32() << 32;
                }
                case CATALOG -> variables.skip(variables.uint8() + 1L);
                case TIME_ZONE, CATALOG_NZ -> variables.skip(variables.uint8());
                case CHARSET -> {
                    client = variables.uint16();
                    variables.skip(2);
                    server = variables.uint16();
                }
                case LC_TIME_NAMES, CHARSET_DATABASE -> variables.skip(2);
                case TABLE_MAP_FOR_UPDATE -> variables.skip(8);
                case INVOKER -> {
                    variables.skip(variables.uint8());
                    variables.skip(variables.uint8());
                }
                case UPDATED_DB_NAMES -> skipNames(variables);
                case MICROSECONDS -> variables.skip(3);
                case EXPLICIT_TIMESTAMPS ->
                    timestamps = variables.uint8() == 0 ? Timestamps.IMPLICIT : Timestamps.EXPLICIT;
                default -> variables.skip(variables.remaining());
            }
        }
        return new QuerySession(mode, client, server, timestamps);
    }

    private static void skipNames(ByteReader variables) {
        int count = variables.uint8();
        for (int i = 0; count != OVER_MAX_DBS && i < count; i++) {
            while (variables.uint8() != 0) {
                // A name, which ends in a zero.
            }
        }
    }
}
