package io.dbus.source.mysql.connection;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads from a server which tables it has and how they look; MariaDB's sequences are tables of one row. Needs the SELECT privilege on them, or they are not seen.
 */
public final class ServerTables {
    private static final Set<String> OWN_DATABASES = Set.of("mysql", "information_schema", "performance_schema", "sys");

    /** Types whose defaults stand without quotes. */
    private static final Set<String> UNQUOTED =
            Set.of("tinyint", "smallint", "mediumint", "int", "bigint", "decimal", "float", "double", "bit", "year");

    private ServerTables() {}

    /** The base tables that a selector selects, in the order of their names; the server's own databases excluded. */
    public static List<TableId> list(MySqlConnection connection, TableSelector selector) throws MySqlException {
        return List.copyOf(described(connection, selector::selects).keySet());
    }

    /** The base tables that a selector selects, as they are now. */
    public static Map<TableId, TableDefinition> read(MySqlConnection connection, TableSelector selector)
            throws MySqlException {
        return read(connection, selector::selects);
    }

    /** The base tables that are wanted, as they are now. */
    public static Map<TableId, TableDefinition> read(MySqlConnection connection, Predicate<TableId> wanted)
            throws MySqlException {
        showGeneratedKeys(connection);
        Map<TableId, Description> described = described(connection, wanted);
        Map<TableId, List<ColumnDefinition>> columns = new LinkedHashMap<>();
        Map<TableId, List<String>> keys = new LinkedHashMap<>();
        described.keySet().forEach(table -> {
            columns.put(table, new ArrayList<>());
            keys.put(table, new ArrayList<>());
        });
        if (!described.isEmpty()) {
            readColumns(connection, databases(described.keySet()), columns);
            readKeys(connection, databases(described.keySet()), keys);
        }
        Map<TableId, TableDefinition> tables = new LinkedHashMap<>();
        columns.forEach((id, found) -> {
            // A table that went in between has no columns.
            if (!found.isEmpty()) {
                Description table = described.get(id);
                tables.put(id, new TableDefinition(id, found, keys.get(id), table.charset(), table.comment()));
            }
        });
        return tables;
    }

    /** The default charsets of all databases but the server's own. */
    public static Map<String, String> charsets(MySqlConnection connection) throws MySqlException {
        Map<String, String> charsets = new TreeMap<>();
        for (ResultRow row :
                connection.query("SELECT SCHEMA_NAME, DEFAULT_CHARACTER_SET_NAME FROM information_schema.SCHEMATA")) {
            if (!OWN_DATABASES.contains(row.text(0))) {
                charsets.put(row.text(0), charset(row.text(1)));
            }
        }
        return charsets;
    }

    /** What a server says of a table as a whole. */
    private record Description(String charset, String comment) {}

    private static Map<TableId, Description> described(MySqlConnection connection, Predicate<TableId> wanted)
            throws MySqlException {
        Map<TableId, Description> tables = new LinkedHashMap<>();
        for (ResultRow row : connection.query("SELECT TABLE_SCHEMA, TABLE_NAME, TABLE_COLLATION, TABLE_COMMENT FROM"
                + " information_schema.TABLES WHERE TABLE_TYPE IN ('BASE TABLE', 'SYSTEM VERSIONED', 'SEQUENCE')"
                + " ORDER BY TABLE_SCHEMA, TABLE_NAME")) {
            TableId table = new TableId(row.text(0), row.text(1));
            if (!OWN_DATABASES.contains(table.database()) && wanted.test(table)) {
                tables.put(table, new Description(charset(row.text(2).split("_")[0]), row.text(3)));
            }
        }
        return tables;
    }

    private static void readColumns(
            MySqlConnection connection, String databases, Map<TableId, List<ColumnDefinition>> columns)
            throws MySqlException {
        boolean defaultsAreSql = connection.info().flavor() == ServerFlavor.MARIADB;
        for (ResultRow row : connection.query("SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, "
                + "CHARACTER_SET_NAME, IS_NULLABLE, EXTRA, COLUMN_DEFAULT, COLUMN_COMMENT, DATA_TYPE FROM"
                + " information_schema.COLUMNS WHERE TABLE_SCHEMA IN ("
                + databases + ") ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION")) {
            List<ColumnDefinition> table = columns.get(new TableId(row.text(0), row.text(1)));
            if (table != null) {
                String extra = row.text(6).toUpperCase(Locale.ROOT);
                table.add(new ColumnDefinition(
                        row.text(2),
                        row.text(3),
                        charsetOfColumn(row.text(4)),
                        row.text(5).equals("YES"),
                        extra.contains("AUTO_INCREMENT"),
                        extra.contains("VIRTUAL GENERATED") || extra.contains("STORED GENERATED"),
                        extra.contains("INVISIBLE"),
                        defaultExpression(row, extra, defaultsAreSql),
                        row.text(8)));
            }
        }
    }

    /** MySQL shows the text of a default without quotes, unless it is an expression; MariaDB shows SQL. */
    private static String defaultExpression(ResultRow row, String extra, boolean isSql) {
        if (row.value(7).isEmpty() || isSql && row.text(7).equals("NULL")) {
            return "";
        }
        return isSql || extra.contains("DEFAULT_GENERATED") || UNQUOTED.contains(row.text(9))
                ? row.text(7)
                : MySqlConnection.quote(row.text(7));
    }

    /** As servers since MySQL 8.0.28 and MariaDB 10.6 write it. */
    private static String charset(String name) {
        return name.equals("utf8") ? "utf8mb3" : name;
    }

    /** Of labels that are bytes MariaDB says that their charset is {@code binary}, MySQL that they have none. */
    private static String charsetOfColumn(String name) {
        return name.equals("binary") ? "" : charset(name);
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

    private static String databases(Collection<TableId> tables) {
        return tables.stream()
                .map(TableId::database)
                .distinct()
                .map(MySqlConnection::quote)
                .collect(Collectors.joining(", "));
    }
}
