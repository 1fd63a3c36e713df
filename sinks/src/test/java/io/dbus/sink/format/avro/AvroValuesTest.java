package io.dbus.sink.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Each type's values, read back by Avro's reader. */
class AvroValuesTest {
    private HttpRegistry registry;
    private int topics;

    @BeforeEach
    void start() throws IOException {
        registry = HttpRegistry.start();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private GenericRecord row(Map<String, String> options, TableSchema schema, Consumer<RowBuilder> values) {
        AvroRecords records = new AvroRecords();
        EventEncoder encoder = AvroRecords.encoder(registry, options);
        encoder.topic("orders" + ++topics);
        encoder.encode(Rows.insert(schema, values), records);
        return (GenericRecord)
                AvroRecords.confluent(registry, records.only().value()).get("after");
    }

    /** The value of a column, read back. */
    private Object value(LogicalType type, Consumer<RowBuilder> value) {
        return value(Map.of(), type, value);
    }

    private Object value(Map<String, String> options, LogicalType type, Consumer<RowBuilder> value) {
        Object read = row(options, Rows.schema(0, type), value).get("c0");
        return read instanceof CharSequence text ? text.toString() : read;
    }

    /** The type of the last value that was read back, without null. */
    private Schema type() {
        Schema envelope = registry.versions("orders" + topics + "-value").get(0);
        return envelope.getField("after")
                .schema()
                .getTypes()
                .get(1)
                .getField("c0")
                .schema()
                .getTypes()
                .get(1);
    }

    @Test
    void integers_are_exact_from_the_least_to_the_greatest() {
        TableSchema schema = Rows.schema(
                0,
                LogicalType.of(Kind.TINYINT),
                LogicalType.unsigned(Kind.SMALLINT),
                LogicalType.unsigned(Kind.MEDIUMINT),
                LogicalType.of(Kind.INT),
                LogicalType.unsigned(Kind.INT),
                LogicalType.of(Kind.BIGINT),
                LogicalType.of(Kind.YEAR));

        GenericRecord row = row(Map.of(), schema, values -> {
            values.int64(-128);
            values.int64(65_535);
            values.int64(16_777_215);
            values.int64(Integer.MIN_VALUE);
            values.int64(4_294_967_295L);
            values.int64(Long.MIN_VALUE);
            values.int64(0);
        });

        List<Object> read = new ArrayList<>();
        schema.columns().forEach(column -> read.add(row.get(column.name())));
        assertThat(read)
                .containsExactly(-128, 65_535, 16_777_215, Integer.MIN_VALUE, 4_294_967_295L, Long.MIN_VALUE, 0);
    }

    @Test
    void a_bigint_unsigned_is_a_decimal_of_all_its_digits() {
        assertThat(value(LogicalType.unsigned(Kind.BIGINT), v -> v.uint64(-1)))
                .isEqualTo(new BigDecimal("18446744073709551615"));
        assertThat(type().toString()).contains("\"logicalType\":\"decimal\",\"precision\":20,\"scale\":0");
    }

    @Test
    void a_bigint_unsigned_as_long_is_rejected_where_it_would_be_negative() {
        Map<String, String> asLong = Map.of("bigint.unsigned.handling.mode", "long");
        assertThat(value(asLong, LogicalType.unsigned(Kind.BIGINT), v -> v.uint64(Long.MAX_VALUE)))
                .isEqualTo(Long.MAX_VALUE);

        assertThatThrownBy(() -> value(asLong, LogicalType.unsigned(Kind.BIGINT), v -> v.uint64(Long.MIN_VALUE)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("column c0")
                .hasMessageContaining("9223372036854775808");
    }

    @Test
    void decimals_keep_all_digits_and_say_precision_and_scale() {
        String digits = "-99999999999999999999999999999999999.999999999999999999999999999999";
        assertThat(value(LogicalType.decimal(65, 30), v -> v.decimal(new BigDecimal(digits))))
                .isEqualTo(new BigDecimal(digits));
        assertThat(type().toString())
                .isEqualTo("{\"type\":\"bytes\",\"logicalType\":\"decimal\",\"precision\":65,\"scale\":30,"
                        + "\"connect.version\":1,\"connect.parameters\":{\"scale\":\"30\",\"connect.decimal.precision\":\"65\"},"
                        + "\"connect.name\":\"org.apache.kafka.connect.data.Decimal\"}");
        assertThat(value(
                        Map.of("decimal.handling.mode", "string"),
                        LogicalType.decimal(10, 2),
                        v -> v.decimal(new BigDecimal("10.50"))))
                .isEqualTo("10.50");
        assertThat(value(
                        Map.of("decimal.handling.mode", "double"),
                        LogicalType.decimal(10, 2),
                        v -> v.decimal(new BigDecimal("10.50"))))
                .isEqualTo(10.5);
    }

    @Test
    void floating_point_numbers_are_the_same_bits() {
        assertThat(value(LogicalType.of(Kind.FLOAT), v -> v.float32(0.1f))).isEqualTo(0.1f);
        assertThat(value(LogicalType.of(Kind.DOUBLE), v -> v.float64(-4.9e-324)))
                .isEqualTo(-4.9e-324);
    }

    @Test
    void one_bit_is_a_boolean_and_more_are_bytes_the_lowest_first() {
        assertThat(value(LogicalType.of(Kind.BIT, 1), v -> v.bits(1, 1))).isEqualTo(true);
        assertThat(value(LogicalType.of(Kind.BIT, 12), v -> v.bits(0xABC, 12)))
                .isEqualTo(ByteBuffer.wrap(new byte[] {(byte) 0xBC, 0x0A}));
        assertThat(value(LogicalType.of(Kind.BIT, 64), v -> v.bits(-1L, 64)))
                .isEqualTo(ByteBuffer.wrap(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1}));
    }

    @Test
    void dates_are_days_from_the_first_to_the_last() {
        assertThat(value(LogicalType.of(Kind.DATE), v -> v.date(1, 1, 1))).isEqualTo(LocalDate.of(1, 1, 1));
        assertThat(value(LogicalType.of(Kind.DATE), v -> v.date(9999, 12, 31))).isEqualTo(LocalDate.of(9999, 12, 31));
    }

    @Test
    void a_datetime_is_local_and_a_timestamp_an_instant_both_to_the_microsecond() {
        assertThat(value(LogicalType.temporal(Kind.DATETIME, 6), v -> v.datetime(1969, 12, 31, 23, 59, 59, 999_999, 6)))
                .isEqualTo(LocalDateTime.parse("1969-12-31T23:59:59.999999"));
        assertThat(type().toString()).isEqualTo("{\"type\":\"long\",\"logicalType\":\"local-timestamp-micros\"}");
    }

    @Test
    void a_timestamp_is_an_instant_to_the_microsecond() {
        assertThat(value(LogicalType.temporal(Kind.TIMESTAMP, 6), v -> v.timestamp(1, 1, 6)))
                .isEqualTo(Instant.parse("1970-01-01T00:00:01.000001Z"));
        assertThat(type().toString()).isEqualTo("{\"type\":\"long\",\"logicalType\":\"timestamp-micros\"}");
    }

    @Test
    void a_time_is_a_signed_duration_in_microseconds_of_no_logical_type() {
        assertThat(value(LogicalType.temporal(Kind.TIME, 6), v -> v.time(-3_020_399_000_001L, 6)))
                .isEqualTo(-3_020_399_000_001L);
        assertThat(type().toString())
                .isEqualTo("{\"type\":\"long\",\"connect.version\":1,\"connect.name\":\"io.debezium.time.MicroTime\"}");
    }

    @Test
    void texts_of_any_characters_come_back() {
        String hostile = "\u0000 \" \\ é \uD83D\uDE00 \u2028";
        assertThat(value(LogicalType.of(Kind.VARCHAR, 20), v -> v.text(hostile)))
                .isEqualTo(hostile);
        assertThat(value(LogicalType.labelled(Kind.SET, List.of("a", "b")), v -> v.text("a,b")))
                .isEqualTo("a,b");
        assertThat(value(LogicalType.labelled(Kind.ENUM, List.of("a", "")), v -> v.text("")))
                .isEqualTo("");
        assertThat(value(LogicalType.of(Kind.JSON), v -> v.json("{\"a\": 1}"))).isEqualTo("{\"a\": 1}");
    }

    @Test
    void bytes_come_back_as_they_are() {
        byte[] bytes = {0, -1, 0x7F};
        assertThat(value(LogicalType.of(Kind.BLOB), v -> v.binary(bytes, 0, 3))).isEqualTo(ByteBuffer.wrap(bytes));
    }

    @Test
    void bytes_are_the_text_that_is_asked_for() {
        byte[] bytes = {0, -1, 0x7F};
        assertThat(value(Map.of("binary.handling.mode", "hex"), LogicalType.of(Kind.BLOB), v -> v.binary(bytes, 0, 3)))
                .isEqualTo("00ff7f");
    }

    @Test
    void a_geometry_is_its_form_in_bytes_and_its_reference_system_twice_in_one_row_too() {
        byte[] wkb = {1, 2, 3};
        TableSchema schema = Rows.schema(0, LogicalType.of(Kind.GEOMETRY), LogicalType.of(Kind.GEOMETRY));

        GenericRecord row = row(Map.of(), schema, values -> {
            values.geometry(4326, wkb, 0, 3);
            values.geometry(0, wkb, 1, 2);
        });

        assertThat(((GenericRecord) row.get("c0")).get("srid")).isEqualTo(4326);
        assertThat(((GenericRecord) row.get("c0")).get("wkb")).isEqualTo(ByteBuffer.wrap(wkb));
        assertThat(((GenericRecord) row.get("c1")).get("wkb")).isEqualTo(ByteBuffer.wrap(new byte[] {2, 3}));
    }

    @Test
    void a_vector_is_an_array_of_floats() {
        byte[] floats = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(1.5f)
                .putFloat(-0.1f)
                .array();
        assertThat(value(LogicalType.of(Kind.VECTOR, 2), v -> v.vector(floats, 0, 2)))
                .isEqualTo(List.of(1.5f, -0.1f));
        assertThat(value(LogicalType.of(Kind.VECTOR, 2), v -> v.vector(floats, 0, 0)))
                .isEqualTo(List.of());
    }

    @Test
    void null_is_null_in_every_type() {
        for (Kind kind : Kind.values()) {
            LogicalType type = kind == Kind.DECIMAL ? LogicalType.decimal(5, 2) : LogicalType.of(kind, 2);
            assertThat(value(type, RowBuilder::nullValue)).as(kind.name()).isNull();
        }
    }

    @Test
    void a_date_that_is_none_is_rejected_unless_null_is_asked_for_and_never_another_day() {
        List<Map.Entry<LogicalType, Consumer<RowBuilder>>> none = List.of(
                Map.entry(LogicalType.of(Kind.DATE), v -> v.date(0, 0, 0)),
                Map.entry(LogicalType.of(Kind.DATE), v -> v.date(2023, 2, 30)),
                Map.entry(LogicalType.temporal(Kind.DATETIME, 0), v -> v.datetime(2023, 0, 15, 1, 2, 3, 0, 0)),
                Map.entry(LogicalType.temporal(Kind.TIMESTAMP, 0), v -> v.timestamp(0, 0, 0)));
        for (Map.Entry<LogicalType, Consumer<RowBuilder>> date : none) {
            assertThatThrownBy(() -> value(date.getKey(), date.getValue()))
                    .isInstanceOfSatisfying(
                            EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.CONVERSION))
                    .hasMessageContaining("no calendar");
            assertThat(value(Map.of("zero-date", "null"), date.getKey(), date.getValue()))
                    .isNull();
        }
        assertThat(value(
                        Map.of("time.precision.mode", "isostring", "zero-date", "string"),
                        LogicalType.of(Kind.DATE),
                        v -> v.date(2023, 0, 15)))
                .isEqualTo("2023-00-15");
    }

    @Test
    void with_a_time_precision_mode_dates_and_times_are_debeziums_types() {
        record Case(String mode, LogicalType type, Consumer<RowBuilder> value, Object read, String name) {}
        LogicalType date = LogicalType.of(Kind.DATE);
        LogicalType time3 = LogicalType.temporal(Kind.TIME, 3);
        LogicalType time6 = LogicalType.temporal(Kind.TIME, 6);
        LogicalType datetime3 = LogicalType.temporal(Kind.DATETIME, 3);
        LogicalType datetime6 = LogicalType.temporal(Kind.DATETIME, 6);
        LogicalType timestamp = LogicalType.temporal(Kind.TIMESTAMP, 0);
        Consumer<RowBuilder> day = v -> v.date(1970, 1, 11);
        Consumer<RowBuilder> noon = v -> v.time(43_200_123_000L, 3);
        Consumer<RowBuilder> negative = v -> v.time(-1_000_001, 6);
        Consumer<RowBuilder> second = v -> v.datetime(1970, 1, 1, 0, 0, 1, 123_000, 3);
        Consumer<RowBuilder> micro = v -> v.datetime(1970, 1, 1, 0, 0, 1, 123_456, 6);
        List<Case> cases = List.of(
                new Case("adaptive_time_microseconds", date, day, 10, "io.debezium.time.Date"),
                new Case("adaptive_time_microseconds", time3, noon, 43_200_123_000L, "io.debezium.time.MicroTime"),
                new Case("adaptive_time_microseconds", datetime3, second, 1123L, "io.debezium.time.Timestamp"),
                new Case("adaptive_time_microseconds", datetime6, micro, 1_123_456L, "io.debezium.time.MicroTimestamp"),
                new Case(
                        "adaptive_time_microseconds",
                        timestamp,
                        v -> v.timestamp(1, 0, 0),
                        "1970-01-01T00:00:01Z",
                        "io.debezium.time.ZonedTimestamp"),
                new Case("adaptive", time3, noon, 43_200_123, "io.debezium.time.Time"),
                new Case("adaptive", time6, negative, -1_000_001L, "io.debezium.time.MicroTime"),
                new Case("connect", date, day, LocalDate.of(1970, 1, 11), "org.apache.kafka.connect.data.Date"),
                new Case("connect", time3, noon, LocalTime.parse("12:00:00.123"), "org.apache.kafka.connect.data.Time"),
                new Case(
                        "connect",
                        datetime6,
                        micro,
                        Instant.parse("1970-01-01T00:00:01.123Z"),
                        "org.apache.kafka.connect.data.Timestamp"),
                new Case("nanoseconds", datetime6, micro, 1_123_456_000L, "io.debezium.time.NanoTimestamp"),
                new Case("nanoseconds", time6, negative, -1_000_001_000L, "io.debezium.time.NanoTime"),
                new Case("microseconds", datetime3, second, 1_123_000L, "io.debezium.time.MicroTimestamp"),
                new Case("isostring", time6, negative, "-00:00:01.000001", "io.debezium.time.IsoTime"),
                new Case("isostring", datetime3, second, "1970-01-01T00:00:01.123", "io.debezium.time.IsoTimestamp"));
        for (Case c : cases) {
            assertThat(value(Map.of("time.precision.mode", c.mode()), c.type(), c.value()))
                    .as("%s", c)
                    .isEqualTo(c.read());
            assertThat(type().getProp("connect.name")).as("%s", c).isEqualTo(c.name());
        }
    }

    @Test
    void what_a_type_of_debeziums_does_not_hold_is_rejected() {
        assertThatThrownBy(() -> value(
                        Map.of("time.precision.mode", "connect"),
                        LogicalType.temporal(Kind.TIME, 0),
                        v -> v.time(-1, 0)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("no time of a day");
        assertThatThrownBy(() -> value(
                        Map.of("time.precision.mode", "nanoseconds"),
                        LogicalType.temporal(Kind.DATETIME, 0),
                        v -> v.datetime(9999, 1, 1, 0, 0, 0, 0, 0)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("2262-04-11");
    }
}
