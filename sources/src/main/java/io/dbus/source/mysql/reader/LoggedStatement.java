package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.source.mysql.event.QuerySession;
import java.util.List;

/**
 * What a statement of the binlog is, as far as a reader of rows must know: how it moves the transaction, and which tables it
 * changes. It is no parser: it reads the words that come first and the names behind them.
 *
 * @param kind what it does, not null
 * @param tables the tables that it defines or changes, as it names them; empty where it names none
 * @param name the savepoint's name of {@link Kind#SAVEPOINT} and {@link Kind#ROLLBACK_TO}, the identifier as written of the XA
 *     kinds, the database of {@link Kind#DATABASE} and {@link Kind#DROP_DATABASE}, and that of a trigger whose table is not named; otherwise empty
 */
record LoggedStatement(Kind kind, List<TableId> tables, String name) {

    /** What statements do. */
    enum Kind {
        BEGIN,
        COMMIT,
        ROLLBACK,
        SAVEPOINT,
        ROLLBACK_TO,
        XA_START,
        XA_END,
        XA_COMMIT,
        XA_ROLLBACK,
        /** Changes rows, logged as text: the tables are those that it changes, and maybe others that it reads. */
        DATA,
        /** May change rows by what it calls; it does not say of which tables. */
        CALL,
        /** Changes what the columns of tables are. */
        DEFINITION,
        /** Makes a database, or changes what its tables inherit. */
        DATABASE,
        /** Drops a database with all of its tables. */
        DROP_DATABASE,
        /** Takes all rows out of a table, without row events. */
        TRUNCATE,
        /** Takes rows out of tables or puts some in, by whole partitions or tablespaces and without row events; their columns stay. */
        BULK,
        /** Changes the indexes or triggers of tables, or puts their files in order; their columns stay. */
        UPKEEP,
        /** Changes no rows: users, views, temporary tables. */
        OTHER,
        /** Begins with a word that is not known here. */
        UNKNOWN
    }

    LoggedStatement {
        requireNonNull(kind, "kind");
        tables = List.copyOf(tables);
        requireNonNull(name, "name");
    }

    /**
     * What a statement is.
     *
     * @param database the session's default database, empty when none: of the tables that are named without one
     */
    static LoggedStatement of(String database, String sql) {
        return of(database, sql, QuerySession.UNKNOWN);
    }

    /**
     * What a statement is that a session of some settings ran.
     *
     * @param database the session's default database, empty when none: of the tables that are named without one
     */
    static LoggedStatement of(String database, String sql, QuerySession session) {
        if (sql.equals("BEGIN")) {
            return plain(Kind.BEGIN);
        }
        return new LoggedStatementReader(database, new SqlTokens(sql, session)).statement();
    }

    static LoggedStatement plain(Kind kind) {
        return new LoggedStatement(kind, List.of(), "");
    }
}
