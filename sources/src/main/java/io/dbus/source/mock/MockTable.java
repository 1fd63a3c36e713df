package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import java.util.List;

/**
 * The shape of a table that is made up.
 *
 * @param id its name
 * @param columns its columns in order
 * @param key the names of its key's columns in the key's order; empty when it has none. The last holds the row's number, those before it
 *     any value
 */
record MockTable(TableId id, List<MockColumn> columns, List<String> key) {
    MockTable {
        requireNonNull(id, "id");
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    TableSchema schema() {
        return TableSchema.of(
                id,
                RowBuilder.layout(columns.stream().map(MockColumn::type).toArray(LogicalType[]::new)),
                columns.stream().map(MockColumn::name).toList(),
                key);
    }
}
