package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.event.ColumnDefinition;

/**
 * A column as a statement defines it.
 *
 * @param name the name as written
 * @param nulls what it says of NULL
 * @param key whether it says that it is the primary key
 */
record ColumnClause(
        String name,
        ColumnType type,
        Nulls nulls,
        boolean key,
        boolean autoIncrement,
        boolean generated,
        boolean invisible,
        String defaultExpression,
        String comment) {

    /** What a column says of NULL. */
    enum Nulls {
        UNSAID,
        NULL,
        NOT_NULL
    }

    ColumnClause {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(nulls, "nulls");
        requireNonNull(defaultExpression, "defaultExpression");
        requireNonNull(comment, "comment");
    }

    /**
     * The column in a table.
     *
     * @param charset the table's default charset
     * @param implicitTimestamps whether a TIMESTAMP that says nothing of NULL is NOT NULL
     */
    ColumnDefinition in(String charset, SqlDialect dialect, boolean implicitTimestamps) {
        boolean nullable =
                switch (nulls) {
                    case NULL -> true;
                    case NOT_NULL -> false;
                    case UNSAID ->
                        !autoIncrement && !(implicitTimestamps && type.name().equals("timestamp") && !generated);
                };
        return new ColumnDefinition(
                name,
                type.text(charset, dialect),
                type.charsetIn(charset),
                nullable && !key,
                autoIncrement,
                generated,
                invisible,
                defaultExpression,
                comment);
    }
}
