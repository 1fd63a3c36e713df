package io.dbus.source.mysql.connection;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Reads from a server which tables it has and how they look. Needs the SELECT privilege on them, or they are not seen. */
public final class ServerTables {
    private static final Set<String> OWN_DATABASES = Set.of("mysql", "information_schema", "performance_schema", "sys");

    private ServerTables() {}

    /** The base tables that a selector selects, in the order of their names; the server's own databases excluded. */
    public static List<TableId> list(MySqlConnection connection, TableSelector selector) throws MySqlException {
        List<TableId> tables = new ArrayList<>();
        for (ResultRow row : connection.query("SELECT TABLE_SCHEMA, TABLE_NAME FROM information_schema.TABLES "
                + "WHERE TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED') ORDER BY TABLE_SCHEMA, TABLE_NAME")) {
            TableId table = new TableId(row.text(0), row.text(1));
            if (!OWN_DATABASES.contains(table.database()) && selector.selects(table)) {
                tables.add(table);
            }
        }
        return tables;
    }

    /** The base tables that a selector selects, as they are now. */
    public static Map<TableId, TableDefinition> read(MySqlConnection connection, TableSelector selector)
            throws MySqlException {
        showGeneratedKeys(connection);
        List<TableId> selected = list(connection, selector);
        Map<TableId, List<ColumnDefinition>> columns = new LinkedHashMap<>();
        Map<TableId, List<String>> keys = new LinkedHashMap<>();
        selected.forEach(table -> {
            columns.put(table, new ArrayList<>());
            keys.put(table, new ArrayList<>());
        });
        if (!selected.isEmpty()) {
            readColumns(connection, databases(selected), columns);
            readKeys(connection, databases(selected), keys);
        }
        Map<TableId, TableDefinition> tables = new LinkedHashMap<>();
        columns.forEach((id, found) -> {
            // A table that went in between has no columns.
            if (!found.isEmpty()) {
                tables.put(id, new TableDefinition(id, found, keys.get(id)));
            }
        });
        return tables;
    }

    private static void readColumns(
            MySqlConnection connection, String databases, Map<TableId, List<ColumnDefinition>> columns)
            throws MySqlException {
        for (ResultRow row : connection.query("SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, "
                + "CHARACTER_SET_NAME, IS_NULLABLE FROM information_schema.COLUMNS WHERE TABLE_SCHEMA IN ("
                + databases + ") ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION")) {
            List<ColumnDefinition> table = columns.get(new TableId(row.text(0), row.text(1)));
            if (table != null) {
                table.add(new ColumnDefinition(
                        row.text(2), row.text(3), row.text(4), row.text(5).equals("YES")));
            }
        }
    }

    private static void readKeys(MySqlConnection connection, String databases, Map<TableId, List<String>> keys)
            throws MySqlException {
        for (ResultRow row : connection.query("SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME FROM "
                + "information_schema.STATISTICS WHERE INDEX_NAME = 'PRIMARY' AND TABLE_SCHEMA IN (" + databases
                + ") ORDER BY TABLE_SCHEMA, TABLE_NAME, SEQ_IN_INDEX")) {
            List<String> key = keys.get(new TableId(row.text(0), row.text(1)));
            if (key != null) {
                key.add(row.text(2));
            }
        }
    }

    /** Generated invisible primary keys are in row images, and may be hidden here (MySQL Reference Manual, "GIPKs"). */
    private static void showGeneratedKeys(MySqlConnection connection) throws MySqlException {
        String variable = "show_gipk_in_create_table_and_information_schema";
        if (!connection.query("SHOW VARIABLES LIKE '" + variable + "'").isEmpty()) {
            connection.execute("SET SESSION " + variable + " = ON");
        }
    }

    private static String databases(List<TableId> tables) {
        return tables.stream()
                .map(TableId::database)
                .distinct()
                .map(MySqlConnection::quote)
                .collect(Collectors.joining(", "));
    }
}
