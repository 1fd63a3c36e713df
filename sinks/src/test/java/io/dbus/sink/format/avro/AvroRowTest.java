package io.dbus.sink.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flat rows: with a registry, and by the schema of a file. */
class AvroRowTest {
    private static final TableSchema SCHEMA = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 10)),
            List.of("id", "name"),
            List.of("id"));
    private static final Consumer<RowBuilder> ANN = values -> {
        values.int64(7);
        values.text("ann");
    };

    @TempDir
    Path folder;

    private Map<String, String> file(String fields) {
        return file(fields, Map.of());
    }

    private Map<String, String> file(String fields, Map<String, String> more) {
        Map<String, String> options = new HashMap<>(more);
        options.put("avro.schema.file", write("value.avsc", fields));
        return options;
    }

    private String write(String name, String fields) {
        try {
            return Files.writeString(
                            folder.resolve(name), "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}")
                    .toString();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private Schema schema(String name) throws IOException {
        return new Schema.Parser().parse(Files.readString(folder.resolve(name)));
    }

    private static AvroRecords encode(EventEncoder encoder, RowChange change) {
        AvroRecords records = new AvroRecords();
        encoder.encode(change, records);
        return records;
    }

    private GenericRecord byFile(Map<String, String> options, RowChange change) throws IOException {
        byte[] value = encode(AvroRecords.encoder(options), change).only().value();
        return AvroRecords.binary(schema("value.avsc"), schema("value.avsc"), value, 0);
    }

    /** The value of one column of a type in a field of a type. */
    private Object converted(LogicalType type, String fieldType, Consumer<RowBuilder> value) throws IOException {
        RowChange change = Rows.insert(Rows.schema(0, type), value);
        return byFile(file("{\"name\":\"c0\",\"type\":" + fieldType + "}"), change)
                .get("c0");
    }

    @Test
    void with_a_registry_a_row_is_a_value_of_its_own_and_a_delete_a_tombstone() throws IOException {
        try (HttpRegistry registry = HttpRegistry.start()) {
            EventEncoder encoder = AvroRecords.encoder(registry, Map.of("avro.shape", "row"));
            AvroRecords.Read insert = encode(encoder, Rows.insert(SCHEMA, ANN)).only();
            assertThat(AvroRecords.confluent(registry, insert.value())).hasToString("{\"id\": 7, \"name\": \"ann\"}");

            AvroRecords.Read delete = encode(encoder, delete()).only();
            assertThat(delete.value()).isNull();
            assertThat(delete.key()).isEqualTo(insert.key());
        }
    }

    private static RowChange delete() {
        return RowChange.delete(SCHEMA, Rows.image(SCHEMA.layout(), ANN), Rows.origin(0), Rows.key(7));
    }

    @Test
    void deletes_are_rewritten_or_dropped_where_that_is_asked_for() throws IOException {
        try (HttpRegistry registry = HttpRegistry.start()) {
            EventEncoder encoder = AvroRecords.encoder(
                    registry, Map.of("avro.shape", "row", "delete.tombstone.handling.mode", "rewrite-with-tombstone"));
            List<AvroRecords.Read> records = encode(encoder, delete()).all();
            assertThat(AvroRecords.confluent(registry, records.get(0).value()))
                    .hasToString("{\"id\": 7, \"name\": \"ann\", \"__deleted\": \"true\"}");
            assertThat(records.get(1).value()).isNull();
            assertThat(AvroRecords.confluent(
                            registry,
                            encode(encoder, Rows.insert(SCHEMA, ANN)).only().value()))
                    .hasToString("{\"id\": 7, \"name\": \"ann\", \"__deleted\": \"false\"}");

            AvroRecords dropped = encode(
                    AvroRecords.encoder(
                            registry, Map.of("avro.shape", "row", "delete.tombstone.handling.mode", "drop")),
                    delete());
            assertThat(dropped.all()).isEmpty();
            assertThat(dropped.droppedOnes()).isEqualTo(1);
        }
    }

    @Test
    void a_delete_of_a_table_without_a_key_has_no_form_as_a_tombstone() throws IOException {
        TableSchema keyless = Rows.schema(0, LogicalType.of(Kind.INT));
        RowChange delete = RowChange.delete(
                keyless, Rows.image(keyless.layout(), values -> values.int64(1)), Rows.origin(0), Rows.key(1));
        try (HttpRegistry registry = HttpRegistry.start()) {
            assertThatThrownBy(() -> encode(AvroRecords.encoder(registry, Map.of("avro.shape", "row")), delete))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("no key");
        }
    }

    @Test
    void columns_go_to_the_fields_of_their_names_and_aliases_in_the_order_of_the_file() throws IOException {
        Map<String, String> options = file("{\"name\":\"label\",\"type\":\"string\",\"aliases\":[\"name\"]},"
                + "{\"name\":\"since\",\"type\":[\"int\",\"null\"],\"default\":2024},"
                + "{\"name\":\"id\",\"type\":[\"null\",\"long\"]}");

        assertThat(byFile(options, Rows.insert(SCHEMA, ANN)))
                .hasToString("{\"label\": \"ann\", \"since\": 2024, \"id\": 7}");
    }

    @Test
    void without_a_schema_of_their_own_keys_are_json_and_with_one_avro() throws IOException {
        Map<String, String> options = file("{\"name\":\"id\",\"type\":\"int\"}");
        assertThat(encode(AvroRecords.encoder(options), Rows.insert(SCHEMA, ANN))
                        .only()
                        .key())
                .asString(UTF_8)
                .isEqualTo("{\"id\":7}");

        options.put("avro.key.schema.file", write("key.avsc", "{\"name\":\"id\",\"type\":\"long\"}"));
        byte[] key = encode(AvroRecords.encoder(options), Rows.insert(SCHEMA, ANN))
                .only()
                .key();
        assertThat(AvroRecords.binary(schema("key.avsc"), schema("key.avsc"), key, 0))
                .hasToString("{\"id\": 7}");
    }

    @Test
    void a_json_key_that_is_given_up_leaves_nothing_in_the_next() {
        EventEncoder encoder =
                AvroRecords.encoder(file("{\"name\":\"id\",\"type\":[\"null\",\"int\"],\"default\":null}"));
        TableSchema two = TableSchema.of(SCHEMA.table(), SCHEMA.layout(), List.of("id", "name"), List.of("id", "name"));
        RowChange lacking = Rows.insert(two, values -> {
            values.int64(1);
            values.absent();
        });
        assertThatThrownBy(() -> encode(encoder, lacking)).isInstanceOf(EncodeException.class);

        assertThat(encode(encoder, Rows.insert(two, ANN)).only().key())
                .asString(UTF_8)
                .isEqualTo("{\"id\":7,\"name\":\"ann\"}");
    }

    @Test
    void a_single_object_is_read_by_avros_own_decoder() throws IOException {
        Map<String, String> options =
                file("{\"name\":\"id\",\"type\":\"int\"}", Map.of("avro.encoding", "single-object"));

        byte[] value = encode(AvroRecords.encoder(options), Rows.insert(SCHEMA, ANN))
                .only()
                .value();

        GenericRecord read =
                new BinaryMessageDecoder<GenericRecord>(GenericData.get(), schema("value.avsc")).decode(value);
        assertThat(read).hasToString("{\"id\": 7}");
    }

    @Test
    void a_value_goes_into_any_type_that_takes_all_of_its_columns() throws IOException {
        String decimal = "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":12,\"scale\":4}";
        String fixed =
                "{\"type\":\"fixed\",\"name\":\"F\",\"size\":6,\"logicalType\":\"decimal\",\"precision\":12,\"scale\":4}";
        assertThat(converted(LogicalType.of(Kind.INT), "\"double\"", v -> v.int64(-7)))
                .isEqualTo(-7.0);
        assertThat(converted(LogicalType.of(Kind.SMALLINT), "\"float\"", v -> v.int64(-7)))
                .isEqualTo(-7.0f);
        assertThat(converted(LogicalType.of(Kind.FLOAT), "\"double\"", v -> v.float32(0.5f)))
                .isEqualTo(0.5);
        assertThat(converted(LogicalType.of(Kind.INT), decimal.replace("12", "14"), v -> v.int64(-7)))
                .isEqualTo(new BigDecimal("-7.0000"));
        assertThat(converted(LogicalType.decimal(10, 2), decimal, v -> v.decimal(new BigDecimal("-1.50"))))
                .isEqualTo(new BigDecimal("-1.5000"));
        assertThat(converted(LogicalType.decimal(10, 2), fixed, v -> v.decimal(new BigDecimal("-1.50"))))
                .isEqualTo(new BigDecimal("-1.5000"));
        assertThat(converted(LogicalType.of(Kind.TINYINT), "\"boolean\"", v -> v.int64(1)))
                .isEqualTo(true);
        assertThat(converted(LogicalType.of(Kind.BIT, 12), "\"int\"", v -> v.bits(0xABC, 12)))
                .isEqualTo(0xABC);
        assertThat(converted(
                        LogicalType.labelled(Kind.ENUM, List.of("a", "b")),
                        "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"b\",\"a\"]}",
                        v -> v.text("a")))
                .hasToString("a");
        assertThat(converted(
                        LogicalType.labelled(Kind.SET, List.of("a", "b")),
                        "{\"type\":\"array\",\"items\":\"string\"}",
                        v -> v.text("a,b")))
                .hasToString("[a, b]");
        assertThat(converted(
                        LogicalType.of(Kind.BINARY, 2),
                        "{\"type\":\"fixed\",\"name\":\"B\",\"size\":2}",
                        v -> v.binary(new byte[] {1, 2}, 0, 2)))
                .hasToString("[1, 2]");
        assertThat(converted(
                        LogicalType.temporal(Kind.TIME, 0),
                        "{\"type\":\"long\",\"logicalType\":\"time-micros\"}",
                        v -> v.time(1_000_000, 0)))
                .hasToString("00:00:01");
        assertThat(converted(LogicalType.temporal(Kind.TIME, 3), "\"string\"", v -> v.time(-1_500_000, 3)))
                .hasToString("-00:00:01.500");
        assertThat(converted(LogicalType.of(Kind.DATE), "[\"string\",\"null\"]", v -> v.date(2024, 2, 29)))
                .hasToString("2024-02-29");
        assertThat(converted(
                        LogicalType.temporal(Kind.TIMESTAMP, 3),
                        "{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}",
                        v -> v.timestamp(-1, 500_000, 3)))
                .hasToString("1969-12-31T23:59:59.500Z");
        assertThat(converted(LogicalType.of(Kind.INT), "[\"null\",\"string\",\"long\"]", v -> v.int64(7)))
                .isEqualTo(7L);
    }

    @Test
    void a_type_that_does_not_take_all_of_a_columns_values_is_refused_by_column_and_both_types() {
        Map<String, LogicalType> wrong = new HashMap<>();
        wrong.put("\"int\"", LogicalType.unsigned(Kind.INT));
        wrong.put("\"long\"", LogicalType.unsigned(Kind.BIGINT));
        wrong.put("\"float\"", LogicalType.of(Kind.INT));
        wrong.put("\"double\"", LogicalType.of(Kind.BIGINT));
        wrong.put("\"string\"", LogicalType.of(Kind.INT));
        wrong.put("[\"null\",\"boolean\"]", LogicalType.of(Kind.SMALLINT));
        wrong.put("\"bytes\"", LogicalType.of(Kind.VARCHAR, 3));
        wrong.put("{\"type\":\"string\",\"x\":1}", LogicalType.of(Kind.BLOB));
        wrong.put("{\"type\":\"double\",\"x\":1}", LogicalType.decimal(5, 2));
        wrong.put(
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":10,\"scale\":1}",
                LogicalType.decimal(10, 2));
        wrong.put(
                "{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":11,\"scale\":4}",
                LogicalType.decimal(10, 2));
        wrong.put("{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}", LogicalType.temporal(Kind.DATETIME, 6));
        wrong.put(
                "{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}",
                LogicalType.temporal(Kind.TIMESTAMP, 6));
        wrong.put("{\"type\":\"int\",\"x\":1}", LogicalType.of(Kind.DATE));
        wrong.put("{\"type\":\"fixed\",\"name\":\"B\",\"size\":3}", LogicalType.of(Kind.BINARY, 2));
        wrong.put("{\"type\":\"map\",\"values\":\"string\"}", LogicalType.of(Kind.JSON));

        wrong.forEach((type, column) -> assertThatThrownBy(() -> converted(column, type, RowBuilder::nullValue))
                .as("%s in %s", column, type)
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM))
                .hasMessageContaining("column c0 is " + column)
                .hasMessageContaining("does not take all its values"));
    }

    @Test
    void a_value_that_its_field_does_not_take_is_refused_by_its_column() {
        String enumeration = "{\"type\":\"enum\",\"name\":\"E\",\"symbols\":[\"a\"]}";
        LogicalType labels = LogicalType.labelled(Kind.ENUM, List.of("a", "b"));
        assertThatThrownBy(() -> converted(labels, enumeration, v -> v.text("b")))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("column c0")
                .hasMessageContaining("label 'b'");
        assertThatThrownBy(() -> converted(LogicalType.of(Kind.TINYINT), "\"boolean\"", v -> v.int64(2)))
                .hasMessageContaining("the number 2 is neither");
        assertThatThrownBy(() -> converted(LogicalType.of(Kind.INT), "\"int\"", RowBuilder::nullValue))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("NULL has no form");
        String millis = "{\"type\":\"long\",\"logicalType\":\"local-timestamp-millis\"}";
        assertThatThrownBy(() -> converted(
                        LogicalType.temporal(Kind.DATETIME, 6), millis, v -> v.datetime(2024, 1, 1, 0, 0, 0, 1, 6)))
                .hasMessageContaining("has microseconds");
        String time = "{\"type\":\"int\",\"logicalType\":\"time-millis\"}";
        assertThatThrownBy(() -> converted(LogicalType.temporal(Kind.TIME, 0), time, v -> v.time(86_400_000_000L, 0)))
                .hasMessageContaining("the TIME 24:00:00 is no time of a day");
    }

    @Test
    void a_field_without_a_column_and_without_a_default_is_refused() {
        Map<String, String> options = file("{\"name\":\"ident\",\"type\":\"int\"}");

        assertThatThrownBy(() -> encode(AvroRecords.encoder(options), Rows.insert(SCHEMA, ANN)))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM))
                .hasMessageContaining("field ident without a default")
                .hasMessageContaining("id, name");
    }
}
