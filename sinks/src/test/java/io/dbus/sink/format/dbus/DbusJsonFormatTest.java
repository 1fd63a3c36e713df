package io.dbus.sink.format.dbus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.Rows.Encoded;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DbusJsonFormatTest {
    private static final DbusJsonFormat FORMAT = new DbusJsonFormat();
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);
    private static final TableSchema ACCOUNTS = TableSchema.of(
            new TableId("mydb", "user_account"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 255)),
            List.of("id", "full \"name\""),
            List.of("id"));
    private static final String BEGIN =
            "{\"log\":\"mysql-bin.000003\",\"pos\":484,\"db\":\"mydb\",\"tbl\":\"user_account\",\"dml\":\"";
    private static final String TIMES =
            "\",\"ts\":1465581029,\"dt\":1465581029523000000,\"cols\":[\"id\",\"full \\\"name\\\"\"],\"rows\":";
    private static final String END =
            ",\"pk\":[\"id\"],\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"seq\":1465581029000123000}";

    @Test
    void an_insert_and_a_delete_hold_one_row_and_an_update_both() {
        RowChange insert = RowChange.insert(ACCOUNTS, row(1, "a"), Rows.origin(0), Rows.key(1));
        RowChange update = RowChange.update(ACCOUNTS, row(1, "a"), row(1, null), Rows.origin(0), Rows.key(1));
        RowChange delete = RowChange.delete(ACCOUNTS, row(1, "a\n"), Rows.origin(0), Rows.key(1));

        assertThat(encode(insert))
                .containsExactly(new Encoded("{\"id\":1}", BEGIN + "I" + TIMES + "[[1,\"a\"]]" + END, Map.of()));
        assertThat(encode(update))
                .containsExactly(
                        new Encoded("{\"id\":1}", BEGIN + "U" + TIMES + "[[1,\"a\"],[1,null]]" + END, Map.of()));
        assertThat(encode(delete))
                .containsExactly(new Encoded("{\"id\":1}", BEGIN + "D" + TIMES + "[[1,\"a\\n\"]]" + END, Map.of()));
    }

    @Test
    void a_routed_and_renamed_row_has_the_names_that_sinks_see() {
        TableSchema renamed = ACCOUNTS.renamed(name -> name.equals("id") ? "account" : "name");
        RowChange change = RowChange.insert(renamed, row(1, "a"), Rows.origin(0), Rows.key(1))
                .withTable(new TableId("sales", "people"));

        assertThat(encode(change).get(0).value())
                .contains("\"db\":\"sales\",\"tbl\":\"people\"")
                .contains("\"cols\":[\"account\",\"name\"]")
                .contains("\"pk\":[\"account\"]");
        assertThat(encode(change).get(0).key()).isEqualTo("{\"account\":1}");
    }

    @Test
    void a_table_without_a_key_has_an_empty_pk_and_no_key() {
        RowChange change =
                RowChange.insert(Rows.schema(0, LogicalType.of(Kind.INT)), number(5), Rows.origin(0), Rows.key(1));

        assertThat(encode(change).get(0).key()).isNull();
        assertThat(encode(change).get(0).value()).contains("\"rows\":[[5]],\"pk\":[],");
    }

    private static RowImage number(int value) {
        return Rows.image(Rows.schema(0, LogicalType.of(Kind.INT)).layout(), row -> row.int64(value));
    }

    @Test
    void a_column_that_no_image_holds_is_left_out_and_one_that_one_image_holds_has_a_placeholder() {
        RowImage before = Rows.image(ACCOUNTS.layout(), row -> {
            row.int64(1);
            row.absent();
        });
        RowImage after = Rows.image(ACCOUNTS.layout(), row -> {
            row.absent();
            row.text("b");
        });
        RowChange delete = RowChange.delete(ACCOUNTS, before, Rows.origin(0), Rows.key(1));
        RowChange update = RowChange.update(ACCOUNTS, before, after, Rows.origin(0), Rows.key(1));

        assertThat(encode(delete).get(0).value()).contains("\"cols\":[\"id\"],\"rows\":[[1]]");
        assertThatThrownBy(() -> encode(update))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("is in one of them only; set unavailable.value.placeholder");
        assertThat(Rows.encode(FORMAT, Map.of("unavailable.value.placeholder", "?"), update))
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.key()).isEqualTo("{\"id\":1}");
                    assertThat(record.value()).contains("\"rows\":[[1,\"?\"],[\"?\",\"b\"]]");
                });
    }

    @Test
    void values_of_all_types_are_exact_and_read_back() throws IOException {
        Map<String, Value> values = values();
        TableSchema schema = TableSchema.of(
                new TableId("a", "b"),
                RowBuilder.layout(values.values().stream().map(Value::type).toArray(LogicalType[]::new)),
                new ArrayList<>(values.keySet()),
                List.of());
        RowBuilder row = new RowBuilder(schema.layout());
        values.values().forEach(value -> value.write().accept(row));

        JsonNode read = MAPPER.readTree(encode(RowChange.insert(schema, row.build(), Rows.origin(0), Rows.key(1)))
                .get(0)
                .value());

        Map<String, String> written = new LinkedHashMap<>();
        for (int i = 0; i < read.path("cols").size(); i++) {
            written.put(
                    read.path("cols").get(i).asText(),
                    read.path("rows").get(0).get(i).toString());
        }
        Map<String, String> expected = new LinkedHashMap<>();
        values.forEach((name, value) -> expected.put(name, value.json()));
        assertThat(written).isEqualTo(expected);
    }

    @Test
    void what_was_once_written_is_written_so_for_ever() throws IOException {
        RowChange update = RowChange.update(ACCOUNTS, row(1, "é"), row(1, "😀"), Rows.origin(3), Rows.key(1));
        try (InputStream golden = getClass().getResourceAsStream("dbus-json-v1.json")) {
            assertThat(golden).isNotNull();
            assertThat(encode(update).get(0).value() + "\n").isEqualTo(new String(golden.readAllBytes(), UTF_8));
        }
    }

    @Test
    void a_truncate_has_no_form_and_a_damaged_value_is_named() {
        Truncate truncate = new Truncate(ACCOUNTS.table(), ACCOUNTS.table(), Rows.origin(0), Rows.key("t"));
        assertThatThrownBy(
                        () -> FORMAT.encoders(Rows.context(Map.of())).create().encode(truncate, null))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM));
        RowImage damaged = Rows.image(ACCOUNTS.layout(), row -> {
            row.int64(1);
            row.text("x");
        });
        TableSchema numbers = new TableSchema(
                ACCOUNTS.table(),
                RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.BIGINT)),
                ACCOUNTS.columns(),
                ACCOUNTS.key());
        RowImage misread = RowImage.full(numbers.layout(), new byte[] {0, 0, 0, 1, 9, -1, -1, -1, -1}, 0, 9);
        assertThat(damaged.isFull()).isTrue();
        assertThatThrownBy(() -> encode(RowChange.insert(numbers, misread, Rows.origin(0), Rows.key(1))))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("column id cannot be read");
    }

    @Test
    void it_is_found_by_its_name() {
        assertThat(EventFormats.named("dbus-json")).containsInstanceOf(DbusJsonFormat.class);
    }

    private record Value(LogicalType type, Consumer<RowBuilder> write, String json) {}

    private static Map<String, Value> values() {
        Map<String, Value> values = new LinkedHashMap<>();
        values.put("tiny", new Value(LogicalType.of(Kind.TINYINT), b -> b.int64(-128), "-128"));
        values.put("big", new Value(LogicalType.of(Kind.BIGINT), b -> b.int64(Long.MIN_VALUE), "-9223372036854775808"));
        values.put("ubig", new Value(LogicalType.unsigned(Kind.BIGINT), b -> b.uint64(-1), "18446744073709551615"));
        String wide = "9".repeat(35) + "." + "9".repeat(30);
        values.put(
                "decimal",
                new Value(LogicalType.decimal(65, 30), b -> b.decimal(new BigDecimal(wide)), '"' + wide + '"'));
        values.put(
                "cents", new Value(LogicalType.decimal(10, 2), b -> b.decimal(new BigDecimal("-0.10")), "\"-0.10\""));
        values.put("float", new Value(LogicalType.of(Kind.FLOAT), b -> b.float32(1.1f), "1.1"));
        values.put("double", new Value(LogicalType.of(Kind.DOUBLE), b -> b.float64(0.1), "0.1"));
        values.put("bit", new Value(LogicalType.of(Kind.BIT, 64), b -> b.bits(-1, 64), "18446744073709551615"));
        values.put("flag", new Value(LogicalType.of(Kind.BIT, 1), b -> b.bits(1, 1), "1"));
        values.put("year", new Value(LogicalType.of(Kind.YEAR), b -> b.int64(0), "0"));
        values.put("date", new Value(LogicalType.of(Kind.DATE), b -> b.date(2024, 2, 29), "\"2024-02-29\""));
        values.put("zero", new Value(LogicalType.of(Kind.DATE), b -> b.date(0, 0, 0), "\"0000-00-00\""));
        values.put(
                "time",
                new Value(
                        LogicalType.temporal(Kind.TIME, 6),
                        b -> b.time(-3_020_399_999_999L, 6),
                        "\"-838:59:59.999999\""));
        values.put("short", new Value(LogicalType.temporal(Kind.TIME, 0), b -> b.time(-1_000_000, 0), "\"-00:00:01\""));
        values.put(
                "datetime",
                new Value(
                        LogicalType.temporal(Kind.DATETIME, 3),
                        b -> b.datetime(2023, 0, 15, 23, 59, 58, 123_000, 3),
                        "\"2023-00-15T23:59:58.123\""));
        values.put(
                "timestamp",
                new Value(
                        LogicalType.temporal(Kind.TIMESTAMP, 6),
                        b -> b.timestamp(2_147_483_647L, 999_999, 6),
                        "\"2038-01-19T03:14:07.999999Z\""));
        values.put(
                "zerots",
                new Value(
                        LogicalType.temporal(Kind.TIMESTAMP, 0),
                        b -> b.timestamp(0, 0, 0),
                        "\"0000-00-00T00:00:00Z\""));
        values.put("char", new Value(LogicalType.of(Kind.CHAR, 5), b -> b.text(""), "\"\""));
        values.put("text", new Value(LogicalType.of(Kind.TEXT), b -> b.text("Zoë \"😀\""), "\"Zoë \\\"😀\\\"\""));
        values.put(
                "blob", new Value(LogicalType.of(Kind.BLOB), b -> b.binary(new byte[] {1, 0, -1}, 0, 3), "\"AQD/\""));
        values.put("enum", new Value(LogicalType.labelled(Kind.ENUM, List.of("x")), b -> b.text("x"), "\"x\""));
        values.put("set", new Value(LogicalType.labelled(Kind.SET, List.of("x", "y")), b -> b.text("x,y"), "\"x,y\""));
        values.put("json", new Value(LogicalType.of(Kind.JSON), b -> b.json("{\"a\": 1}"), "\"{\\\"a\\\": 1}\""));
        values.put(
                "geometry",
                new Value(
                        LogicalType.of(Kind.GEOMETRY),
                        b -> b.geometry(4326, new byte[] {1, 2, 3}, 0, 3),
                        "{\"wkb\":\"AQID\",\"srid\":4326}"));
        byte[] floats = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(1.5f)
                .putFloat(-0.25f)
                .array();
        values.put("vector", new Value(LogicalType.of(Kind.VECTOR, 2), b -> b.vector(floats, 0, 2), "[1.5,-0.25]"));
        values.put("null", new Value(LogicalType.of(Kind.INT), RowBuilder::nullValue, "null"));
        return values;
    }

    private static RowImage row(int id, String name) {
        return Rows.image(ACCOUNTS.layout(), row -> {
            row.int64(id);
            if (name == null) {
                row.nullValue();
            } else {
                row.text(name);
            }
        });
    }

    private static List<Encoded> encode(RowChange change) {
        return Rows.encode(FORMAT, Map.of(), change);
    }
}
