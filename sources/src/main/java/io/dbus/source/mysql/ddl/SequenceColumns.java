package io.dbus.source.mysql.ddl;

import io.dbus.source.mysql.event.QuerySession;
import java.util.List;

/** The columns of MariaDB's sequences, which are tables of one row (MariaDB Knowledge Base, "CREATE SEQUENCE"). */
final class SequenceColumns {
    private static final String COLUMNS = "(next_not_cached_value %1$s NOT NULL, minimum_value %1$s NOT NULL,"
            + " maximum_value %1$s NOT NULL, start_value %1$s NOT NULL"
            + " COMMENT 'start value when sequences is created or value if RESTART is used',"
            + " increment bigint(21) NOT NULL COMMENT 'increment value',"
            + " cache_size bigint(21) unsigned NOT NULL,"
            + " cycle_option tinyint(1) unsigned NOT NULL COMMENT '0 if no cycles are allowed, 1 if the sequence should"
            + " begin a new cycle when maximum_value is passed',"
            + " cycle_count bigint(21) NOT NULL COMMENT 'How many cycles have been done')";

    private SequenceColumns() {}

    /** The columns by what stands behind the sequence's name: since 11.5 that may begin with the type of its numbers. */
    static List<ColumnClause> read(Tokens tokens, SqlDialect dialect) {
        String type = "bigint(21)";
        if (tokens.take("AS")) {
            type = tokens.name() + (tokens.take("UNSIGNED") ? " unsigned" : "");
        }
        SqlText text = SqlText.of(String.format(COLUMNS, type), dialect, QuerySession.UNKNOWN);
        return new Tokens(text.tokens(), text.plain())
                .list().stream()
                        .map(column -> new ColumnReader(column, dialect, QuerySession.UNKNOWN).read())
                        .toList();
    }
}
