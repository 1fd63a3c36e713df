package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType.Kind;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Events of every kind, with values of every kind. The golden file holds them: never change one, add at the end. */
final class SampleEvents {
    private static final LogicalType BLOB = LogicalType.of(Kind.BLOB);

    private SampleEvents() {}

    /** A value of every kind, and the edges of some, with the text that each must read back as. */
    static Map<String, Value> values() {
        Map<String, Value> values = new LinkedHashMap<>();
        put(values, "tinyint", LogicalType.of(Kind.TINYINT), b -> b.int64(-128), "-128");
        put(values, "smallint", LogicalType.unsigned(Kind.SMALLINT), b -> b.int64(65_535), "65535");
        put(values, "mediumint", LogicalType.of(Kind.MEDIUMINT), b -> b.int64(-8_388_608), "-8388608");
        put(values, "int", LogicalType.unsigned(Kind.INT), b -> b.int64(4_294_967_295L), "4294967295");
        put(values, "bigint", LogicalType.of(Kind.BIGINT), b -> b.int64(Long.MIN_VALUE), "-9223372036854775808");
        put(values, "ubigint", LogicalType.unsigned(Kind.BIGINT), b -> b.uint64(-1), "18446744073709551615");
        put(values, "decimal", LogicalType.decimal(10, 2), b -> b.decimal(new BigDecimal("-0.10")), "-0.10");
        put(
                values,
                "wide",
                LogicalType.decimal(65, 30),
                b -> b.decimal(new BigDecimal("9".repeat(35) + "." + "9".repeat(30))),
                "9".repeat(35) + "." + "9".repeat(30));
        put(values, "float", LogicalType.of(Kind.FLOAT), b -> b.float32(1.1f), "1.1");
        put(
                values,
                "double",
                LogicalType.of(Kind.DOUBLE),
                b -> b.float64(-2.2250738585072014E-308),
                "-2.2250738585072014E-308");
        put(values, "bit", LogicalType.of(Kind.BIT, 64), b -> b.bits(-1, 64), "18446744073709551615");
        put(values, "year", LogicalType.of(Kind.YEAR), b -> b.int64(0), "0");
        put(values, "date", LogicalType.of(Kind.DATE), b -> b.date(9999, 12, 31), "9999-12-31");
        put(values, "zero", LogicalType.of(Kind.DATE), b -> b.date(0, 0, 0), "0000-00-00");
        put(
                values,
                "time",
                LogicalType.temporal(Kind.TIME, 6),
                b -> b.time(-3_020_399_999_999L, 6),
                "-838:59:59.999999");
        put(
                values,
                "datetime",
                LogicalType.temporal(Kind.DATETIME, 3),
                b -> b.datetime(2023, 0, 15, 23, 59, 59, 123_000, 3),
                "2023-00-15T23:59:59.123");
        put(
                values,
                "timestamp",
                LogicalType.temporal(Kind.TIMESTAMP, 6),
                b -> b.timestamp(2_147_483_647L, 999_999, 6),
                "2038-01-19T03:14:07.999999Z");
        put(
                values,
                "zerots",
                LogicalType.temporal(Kind.TIMESTAMP, 0),
                b -> b.timestamp(0, 0, 0),
                "0000-00-00T00:00:00Z");
        put(values, "char", LogicalType.of(Kind.CHAR, 5), b -> b.text(""), "");
        put(values, "varchar", LogicalType.of(Kind.VARCHAR, 20), b -> b.text("Zoë 😀\u0000"), "Zoë 😀\u0000");
        put(values, "text", LogicalType.of(Kind.TEXT), b -> b.text("x".repeat(300)), "x".repeat(300));
        put(values, "binary", LogicalType.of(Kind.BINARY, 3), b -> b.binary(new byte[] {1, 0, 0}, 0, 3), "base64:AQAA");
        put(
                values,
                "varbinary",
                LogicalType.of(Kind.VARBINARY, 3),
                b -> b.binary(new byte[] {9, -1, 9}, 1, 1),
                "base64:/w==");
        put(values, "blob", BLOB, b -> b.binary(new byte[0], 0, 0), "base64:");
        put(values, "enum", LogicalType.labelled(Kind.ENUM, List.of("new", "paid")), b -> b.text("paid"), "paid");
        put(values, "set", LogicalType.labelled(Kind.SET, List.of("a", "b")), b -> b.text("a,b"), "a,b");
        put(values, "json", LogicalType.of(Kind.JSON), b -> b.json("{\"a\": 1}"), "{\"a\": 1}");
        put(
                values,
                "geometry",
                LogicalType.of(Kind.GEOMETRY),
                b -> b.geometry(4326, new byte[] {1, 2, 3}, 0, 3),
                "4326:AQID");
        put(
                values,
                "vector",
                LogicalType.of(Kind.VECTOR, 2),
                b -> b.vector(vector(1.5f, -0.25f), 0, 2),
                "[1.5, -0.25]");
        put(values, "null", LogicalType.of(Kind.INT), RowBuilder::nullValue, null);
        return values;
    }

    /** A value as a source gives it, and the text that it must read back as. */
    record Value(LogicalType type, Consumer<RowBuilder> write, String text) {}

    private static void put(
            Map<String, Value> values, String name, LogicalType type, Consumer<RowBuilder> write, String text) {
        values.put(name, new Value(type, write, text));
    }

    /** The schema of a table with a column for each of {@link #values}. */
    static TableSchema schema() {
        Map<String, Value> values = values();
        RowLayout layout =
                RowBuilder.layout(values.values().stream().map(Value::type).toArray(LogicalType[]::new));
        return TableSchema.of(
                new TableId("shop", "everything"), layout, new ArrayList<>(values.keySet()), List.of("int", "varchar"));
    }

    /** The row of {@link #values}. */
    static RowImage row(TableSchema schema) {
        RowBuilder builder = new RowBuilder(schema.layout());
        values().values().forEach(value -> value.write().accept(builder));
        return builder.build();
    }

    /** A row that holds the first column only. */
    static RowImage partial(TableSchema schema) {
        RowBuilder builder = new RowBuilder(schema.layout());
        builder.int64(5);
        for (int i = 1; i < schema.layout().size(); i++) {
            builder.absent();
        }
        return builder.build();
    }

    static List<Event> all() {
        TableSchema schema = schema();
        RowImage row = row(schema);
        EventKey key = key(schema, row);
        return List.of(
                RowChange.insert(schema, row, origin(0, true, "INSERT INTO everything ..."), key),
                RowChange.update(schema, partial(schema), row, origin(1, false, ""), key)
                        .withTable(new TableId("", "routed")),
                RowChange.delete(schema, row, origin(2, false, ""), key).withCounterpart(row),
                RowChange.delete(
                        schema.renamed(name -> name.equals("date") ? "day" : name), row, origin(3, false, ""), key),
                new SchemaChange(
                        "shop", "ALTER TABLE everything ADD x INT /* ë */", List.of(), origin(4, true, ""), key),
                new Message(
                        "k".getBytes(UTF_8),
                        new byte[] {0, -1},
                        List.of(new Message.Header("h", new byte[] {7}), new Message.Header("h", null)),
                        1_700_000_000_000L,
                        origin(5, false, ""),
                        key),
                new Message(null, null, List.of(), -1, bareOrigin(), key),
                new Truncate(
                        schema.table(),
                        new TableId("sales", "routed"),
                        origin(6, true, "TRUNCATE everything"),
                        tableKey().build()),
                RowChange.partialKeyChange(
                                schema, partial(schema), partial(schema), origin(7, false, ""), key, otherKey())
                        .withTable(new TableId("sales", "routed")),
                new SchemaChange(
                        "shop",
                        "RENAME TABLE a TO b, ... and all else at once",
                        tableChanges(),
                        origin(8, true, ""),
                        tableKey().build()));
    }

    private static List<TableChange> tableChanges() {
        TableId a = new TableId("shop", "a");
        TableId b = new TableId("shop", "b");
        TableDefinition plain = new TableDefinition(a, List.of(new ColumnDefinition("x", "int", "", true)), List.of());
        TableDefinition full = new TableDefinition(
                b,
                List.of(
                        new ColumnDefinition("id", "bigint unsigned", "", false, true, false, false, "", "ë"),
                        new ColumnDefinition("y", "varchar(3)", "latin1", true, false, true, false, "'a'", ""),
                        new ColumnDefinition("z", "set('a','b')", "utf8mb4", true, false, false, true, "", "")),
                List.of("id", "y"),
                "utf8mb4",
                "all of it");
        return List.of(
                TableChange.created(b, full),
                TableChange.created(b, null),
                TableChange.altered(a, b, plain, full),
                TableChange.altered(a, a, null, null),
                TableChange.dropped(a, plain));
    }

    private static EventKey.Builder tableKey() {
        return new EventKey.Builder("shop-db", "", "shop", "everything");
    }

    private static EventKey otherKey() {
        EventKey.Builder builder = tableKey();
        builder.int64(6);
        builder.text("new".getBytes(UTF_8), 0, 3);
        return builder.build();
    }

    static EventKey key(TableSchema schema, RowImage row) {
        EventKey.Builder builder = tableKey();
        schema.key().forEach(column -> row.read(column.position(), builder));
        return builder.build();
    }

    private static Origin origin(long ordinal, boolean last, String query) {
        Transaction transaction = new Transaction(
                "shop-db",
                "eu1",
                "24bc7850-2c16-11e6-a073-0242ac110002",
                4_294_967_295L,
                "24bc7850-2c16-11e6-a073-0242ac110002:blue:23",
                "binlog.000003",
                6_442_450_944L,
                12,
                99,
                1_700_000_000_123_456L);
        return new Origin(
                transaction,
                6_442_451_000L,
                2,
                ordinal,
                1_700_000_000_123_456_000L + ordinal,
                1_700_000_000_200L,
                last,
                query);
    }

    private static Origin bareOrigin() {
        return new Origin(new Transaction("k", "k", "", 0, "", "", 0, 0, -1, 0), 0, 0, 0, 0, 0, false, "");
    }

    private static byte[] vector(float... elements) {
        ByteBuffer bytes = ByteBuffer.allocate(elements.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float element : elements) {
            bytes.putFloat(element);
        }
        return bytes.array();
    }

    /** Everything that an event says, as text: two events are alike when their texts are. */
    static String describe(Event event) {
        String shared = event.origin() + " " + event.key() + " ";
        if (event instanceof RowChange row) {
            return shared + row.operation() + " " + row.table() + " " + row.schema() + " key "
                    + row.schema().key()
                    + " before " + image(row, row.before().orElse(null))
                    + " after " + image(row, row.after().orElse(null))
                    + " counterpart " + image(row, row.counterpart().orElse(null))
                    + row.newKey().map(key -> " new key " + key).orElse("");
        }
        if (event instanceof Message message) {
            return shared
                    + bytes(message.recordKey().orElse(null))
                    + bytes(message.value().orElse(null))
                    + message.headers().stream()
                            .map(header -> header.name() + "=" + bytes(header.value()))
                            .toList()
                    + message.timestampMillis();
        }
        if (event instanceof Truncate truncate) {
            return shared + "TRUNCATE " + truncate.source() + " as " + truncate.table();
        }
        SchemaChange change = (SchemaChange) event;
        return shared
                + change.database()
                + " "
                + change.ddl()
                + change.tables().stream()
                        .map(table -> " " + table + " from " + table.before() + " to " + table.after())
                        .collect(Collectors.joining());
    }

    private static String image(RowChange row, RowImage image) {
        return image == null ? "none" : ValueText.of(row.schema(), image).toString();
    }

    private static String bytes(byte[] bytes) {
        return bytes == null ? "none" : Arrays.toString(bytes);
    }
}
