package io.dbus.source.mysql.ddl;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;

/** A table's columns and key while a statement changes them. Names of columns are the same whatever their case. */
final class AlteredTable {
    private final TableId table;
    private final List<ColumnDefinition> columns;
    private final List<String> key = new ArrayList<>();

    AlteredTable(TableId table, List<ColumnDefinition> columns) {
        this.table = table;
        this.columns = new ArrayList<>(columns);
    }

    TableDefinition definition(String charset, String comment) {
        return new TableDefinition(table, columns, key, charset, comment);
    }

    /** Adds columns to the primary key, which are not NULL from then on. */
    void addKey(List<String> names) {
        for (String name : names) {
            int at = require(name);
            columns.set(at, AlteredColumn.notNull(columns.get(at)));
            key.add(columns.get(at).name());
        }
    }

    void dropKey() {
        key.clear();
    }

    boolean hasKey() {
        return !key.isEmpty();
    }

    /** Where a column stands, -1 when it is not there. */
    int find(String name) {
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).name().equalsIgnoreCase(name)) {
                return i;
            }
        }
        return -1;
    }

    int require(String name) {
        int at = find(name);
        if (at < 0) {
            throw new DdlException("table " + table + " has no column " + name + " as far as is known, only "
                    + columns.stream().map(ColumnDefinition::name).toList());
        }
        return at;
    }

    ColumnDefinition column(int at) {
        return columns.get(at);
    }

    int size() {
        return columns.size();
    }

    void set(int at, ColumnDefinition column) {
        columns.set(at, column);
    }

    void add(int at, ColumnDefinition column) {
        if (find(column.name()) >= 0) {
            throw new DdlException(
                    "table " + table + " has a column " + column.name() + " already, as far as is known");
        }
        columns.add(at, column);
    }

    ColumnDefinition remove(int at) {
        return columns.remove(at);
    }

    /** A column is gone from the primary key too. */
    void removeFromKey(String name) {
        key.removeIf(name::equalsIgnoreCase);
    }

    void setKey(List<String> names) {
        key.clear();
        key.addAll(names);
    }

    List<String> key() {
        return key;
    }
}
