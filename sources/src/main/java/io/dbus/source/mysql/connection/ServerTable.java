package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import java.io.Serializable;
import java.util.List;

/**
 * A table as the server described it, for servers whose binlog does not carry column names.
 *
 * @param database its database
 * @param table its name
 * @param columns all columns in the order of the table, generated and invisible ones included
 * @param primaryKey the names of the primary key's columns in its order; empty when there is none
 */
public record ServerTable(String database, String table, List<ServerColumn> columns, List<String> primaryKey)
        implements Serializable {
    private static final long serialVersionUID = 1;

    public ServerTable {
        requireNonNull(database, "database");
        requireNonNull(table, "table");
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    public TableId id() {
        return new TableId(database, table);
    }
}
