package io.dbus.source.mysql.row;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import java.util.List;

/**
 * A table as its server's {@code information_schema} describes it: what takes the place of full metadata in the binlog.
 *
 * @param table the table
 * @param columns all its columns in the order of ORDINAL_POSITION, invisible and generated ones included
 * @param key the names of the columns of the primary key in its order; empty when there is none
 */
public record ServerTable(TableId table, List<ServerColumn> columns, List<String> key) {
    public ServerTable {
        requireNonNull(table, "table");
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }
}
