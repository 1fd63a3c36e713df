package io.dbus.sink.format;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.List;

/** Schema changes for tests. */
public final class SchemaChanges {
    public static final TableId ORDERS = new TableId("shop", "orders");

    /** A table with columns of many types. */
    public static final TableDefinition DEFINITION = new TableDefinition(
            ORDERS,
            List.of(
                    new ColumnDefinition("id", "bigint unsigned", "", false, true, false, false, "", "the \"number\""),
                    new ColumnDefinition("name", "varchar(255)", "utf8mb4", true, false, false, false, "'it''s'", ""),
                    new ColumnDefinition("price", "decimal(10,2)", "", true, false, false, false, "0.00", ""),
                    new ColumnDefinition("kind", "enum('a','b,c')", "latin1", true),
                    new ColumnDefinition("twice", "int", "", true, false, true, false, "", "")),
            List.of("id"),
            "utf8mb4",
            "all orders");

    private SchemaChanges() {}

    /** {@code ALTER TABLE orders}, the session in another database. */
    public static SchemaChange alter(long ordinal) {
        return change(
                "ALTER TABLE shop.orders /* " + ordinal + " */",
                ordinal,
                TableChange.altered(ORDERS, ORDERS, null, DEFINITION));
    }

    public static SchemaChange change(String ddl, long ordinal, TableChange... tables) {
        return new SchemaChange("test", ddl, List.of(tables), Rows.origin(ordinal), Rows.key("ddl" + ordinal));
    }
}
