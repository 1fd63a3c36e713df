package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A table as its server defines it, between two DDL statements.
 *
 * @param table the table
 * @param columns all its columns in their order, invisible and generated ones included
 * @param key the names of the columns of the primary key in its order; empty when there is none
 * @param charset the character set of columns that name none; empty when it is not known
 * @param comment its comment; empty when it has none or it is not known
 */
public record TableDefinition(
        TableId table, List<ColumnDefinition> columns, List<String> key, String charset, String comment) {
    public TableDefinition {
        requireNonNull(table, "table");
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        requireNonNull(charset, "charset");
        requireNonNull(comment, "comment");
    }

    /** A table of which no more is known. */
    public TableDefinition(TableId table, List<ColumnDefinition> columns, List<String> key) {
        this(table, columns, key, "", "");
    }

    /** The same table under another name. */
    public TableDefinition renamed(TableId to) {
        return new TableDefinition(to, columns, key, charset, comment);
    }
}
