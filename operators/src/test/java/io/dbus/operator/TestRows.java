package io.dbus.operator;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Rows for tests: of tables with the columns {@code id} and {@code cust}, or with columns added one by one. */
public final class TestRows {
    /** 2023-11-14T22:13:20.123456Z. */
    public static final long COMMIT_MICROS = 1_700_000_000_123_456L;

    private static final RowLayout ORDERS =
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 20));

    private final List<String> names = new ArrayList<>();
    private final List<LogicalType> types = new ArrayList<>();
    private final List<Consumer<RowBuilder>> values = new ArrayList<>();

    private TestRows() {}

    /** A row with no column yet. */
    public static TestRows row() {
        return new TestRows();
    }

    /** Adds a column with its value. */
    public TestRows with(String name, LogicalType type, Consumer<RowBuilder> value) {
        names.add(name);
        types.add(type);
        values.add(value);
        return this;
    }

    public RowChange inserted() {
        TableSchema schema = schema();
        return RowChange.insert(schema, image(schema), origin(), key(1));
    }

    public RowChange deleted() {
        TableSchema schema = schema();
        return RowChange.delete(schema, image(schema), origin(), key(1));
    }

    /** The update from this row to another of the same columns. */
    public RowChange updatedTo(TestRows after) {
        TableSchema schema = schema();
        return RowChange.update(schema, image(schema), after.image(schema), origin(), key(1));
    }

    /** The update from this row to another of the same columns with another key, where neither need be full. */
    public RowChange keyChangedTo(TestRows after) {
        TableSchema schema = schema();
        return RowChange.partialKeyChange(schema, image(schema), after.image(schema), origin(), key(1), key(2));
    }

    /** The half of a key change that puts this row in place of another. */
    public RowChange insertedFor(TestRows before) {
        return inserted().withCounterpart(before.image(schema()));
    }

    public TableSchema schema() {
        return TableSchema.of(
                new TableId("shop", "things"),
                RowBuilder.layout(types.toArray(LogicalType[]::new)),
                names,
                List.of(names.get(0)));
    }

    private RowImage image(TableSchema schema) {
        RowBuilder builder = new RowBuilder(schema.layout());
        values.forEach(value -> value.accept(builder));
        return builder.build();
    }

    public static RowChange insert(String database, String table, long id, String cust) {
        return RowChange.insert(orders(database, table), order(id, cust), origin(), key(id));
    }

    public static RowChange update(String database, String table, long id, String before, String after) {
        return RowChange.update(orders(database, table), order(id, before), order(id, after), origin(), key(id));
    }

    public static RowChange delete(String database, String table, long id, String cust) {
        return RowChange.delete(orders(database, table), order(id, cust), origin(), key(id));
    }

    public static Event ddl(String text) {
        return new SchemaChange("shop", text, List.of(), origin(), key(0));
    }

    public static Truncate truncate(String database, String table) {
        return new Truncate(new TableId(database, table), new TableId(database, table), origin(), key(0));
    }

    public static Message message(String value) {
        return new Message(null, value.getBytes(UTF_8), List.of(), -1, origin(), key(0));
    }

    /** A row whose bytes are no row: reading any column of it fails. */
    public static RowChange unreadable(String database, String table) {
        RowImage image = RowImage.full(ORDERS, new byte[] {1, 2, 3}, 0, 3);
        return RowChange.insert(orders(database, table), image, origin(), key(1));
    }

    public static Origin origin() {
        Transaction transaction =
                new Transaction("shop-db", "eu1", "", 1, "u:23", "binlog.000003", 484, 12, 99, COMMIT_MICROS);
        return new Origin(transaction, 500, 0, 3, 1, 1_700_000_000_200L, false, "");
    }

    public static EventKey key(long id) {
        EventKey.Builder builder = new EventKey.Builder("shop-db", "shop", "orders");
        builder.int64(id);
        return builder.build();
    }

    private static TableSchema orders(String database, String table) {
        return TableSchema.of(new TableId(database, table), ORDERS, List.of("id", "cust"), List.of("id"));
    }

    private static RowImage order(long id, String cust) {
        RowBuilder builder = new RowBuilder(ORDERS);
        builder.int64(id);
        return builder.text(cust).build();
    }
}
