package io.dbus.sink.format.debezium;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.Optional;
import java.util.stream.Collectors;

/** What Debezium's records of schema changes say of an event, whatever they are written in. */
public final class SchemaChangeParts {
    private SchemaChangeParts() {}

    /** The database that a record is of: that of the first table, or else the session's default; empty when there is neither. */
    public static String database(SchemaChange change) {
        return change.tables().isEmpty()
                ? change.database()
                : change.tables().get(0).table().database();
    }

    /** The database, and the names of all tables with commas between, as the record's source has them. */
    public static TableId tables(SchemaChange change) {
        return new TableId(
                database(change),
                change.tables().stream().map(table -> table.table().table()).collect(Collectors.joining(",")));
    }

    /** {@code "db"."table"}, quotes in names doubled. */
    public static String id(TableId table) {
        return quoted(table.database()) + "." + quoted(table.table());
    }

    /** The table that a change shows: as it is afterwards. Empty for one that is gone or of which that is not known. */
    public static Optional<TableDefinition> shown(TableChange change) {
        return change.after();
    }

    /** Whether the server makes the column's value, as Debezium says it of auto-increment columns too. */
    public static boolean generated(ColumnDefinition column) {
        return column.generated() || column.autoIncrement();
    }

    /** The default as Debezium has it: a text without its quotes, all else as SQL; empty when there is none. */
    public static String defaultValue(ColumnDefinition column) {
        String sql = column.defaultExpression();
        if (sql.length() >= 2 && sql.startsWith("'") && sql.endsWith("'")) {
            return sql.substring(1, sql.length() - 1).replace("''", "'");
        }
        return sql;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
