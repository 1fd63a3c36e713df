package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * The name of a table: its database and its own name, as written, in the case in which the server keeps them.
 *
 * @param database the database (MySQL: schema), not null, may be empty where a source has none
 * @param table the table, not null
 */
public record TableId(String database, String table) {
    public TableId {
        requireNonNull(database, "database");
        requireNonNull(table, "table");
    }

    @Override
    public String toString() {
        return database.isEmpty() ? table : database + "." + table;
    }
}
