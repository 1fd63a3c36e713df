package io.dbus.sink.format.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.HostileRows;
import io.dbus.sink.format.HostileRows.HostileColumn;
import io.dbus.sink.format.HostileRows.Point;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.Rows.Encoded;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.kafka.connect.data.Field;
import org.apache.kafka.connect.data.Schema;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Records with schemas are right when Kafka Connect's own converter reads them. */
class ConnectReadsDebeziumJsonTest {
    private static final DebeziumJsonFormat FORMAT = new DebeziumJsonFormat();

    enum Numbers {
        PRECISE,
        NUMBER,
        STRING;

        Map<String, String> options() {
            String mode = name().toLowerCase(java.util.Locale.ROOT);
            return Map.of(
                    "schemas.enable", "true", "decimal.handling.mode", mode, "bigint.unsigned.handling.mode", mode);
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowsOfAllTypesAreReadBackExactly(Numbers numbers) {
        Random random = new Random(11);
        for (int i = 0; i < 200; i++) {
            Object[] before = HostileRows.values(random, i);
            Object[] after = HostileRows.changed(random, before);
            RowChange update = RowChange.update(
                    HostileRows.SCHEMA,
                    HostileRows.image(before),
                    HostileRows.image(after),
                    Rows.origin(i),
                    Rows.key(i));
            Encoded record = Rows.encode(FORMAT, numbers.options(), update).get(0);

            Struct key = struct(record.key(), true);
            assertThat(key.schema().name()).isEqualTo("shop.shop \"x\".t\u00e4ble.\\.Key");
            assertThat(key.getInt64("id")).isEqualTo(i);
            Struct envelope = struct(record.value(), false);
            assertThat(envelope.schema().name()).isEqualTo("shop.shop \"x\".t\u00e4ble.\\.Envelope");
            assertThat(envelope.getString("op")).isEqualTo("u");
            assertRow(numbers, envelope.getStruct("before"), before);
            assertRow(numbers, envelope.getStruct("after"), after);
        }
    }

    @Test
    void theTypesAreNamedAsDebeziumNamesThem() {
        RowChange insert = RowChange.insert(
                HostileRows.SCHEMA,
                HostileRows.image(HostileRows.values(new Random(1), 1)),
                Rows.origin(0),
                Rows.key(1));

        Schema row = struct(
                        Rows.encode(FORMAT, Numbers.PRECISE.options(), insert)
                                .get(0)
                                .value(),
                        false)
                .schema()
                .field("after")
                .schema();

        assertThat(row.fields().stream()
                        .map(Field::schema)
                        .map(Schema::name)
                        .filter(name -> name != null)
                        .distinct())
                .containsExactlyInAnyOrder(
                        "org.apache.kafka.connect.data.Decimal",
                        "io.debezium.data.Bits",
                        "io.debezium.time.Year",
                        "io.debezium.time.Date",
                        "io.debezium.time.MicroTime",
                        "io.debezium.time.Timestamp",
                        "io.debezium.time.MicroTimestamp",
                        "io.debezium.time.ZonedTimestamp",
                        "io.debezium.data.Enum",
                        "io.debezium.data.EnumSet",
                        "io.debezium.data.Json",
                        "io.debezium.data.geometry.Geometry",
                        "io.debezium.data.FloatVector");
    }

    @ParameterizedTest
    @EnumSource(io.dbus.sink.format.ValueOptions.Temporals.class)
    void everyPrecisionOfTimesFitsItsSchema(io.dbus.sink.format.ValueOptions.Temporals temporals) {
        TableSchema schema = Rows.schema(
                0,
                LogicalType.of(Kind.DATE),
                LogicalType.temporal(Kind.TIME, 3),
                LogicalType.temporal(Kind.TIME, 6),
                LogicalType.temporal(Kind.DATETIME, 3),
                LogicalType.temporal(Kind.DATETIME, 6));
        RowChange insert = Rows.insert(schema, row -> {
            row.date(2024, 2, 29);
            row.time(3_600_000_000L, 3);
            row.time(3_600_000_000L, 6);
            row.datetime(2024, 2, 29, 1, 2, 3, 4_000, 3);
            row.datetime(2024, 2, 29, 1, 2, 3, 4_000, 6);
        });

        Struct after = struct(
                        Rows.encode(
                                        FORMAT,
                                        Map.of("schemas.enable", "true", "time.precision.mode", temporals.toString()),
                                        insert)
                                .get(0)
                                .value(),
                        false)
                .getStruct("after");

        // Connect itself checks each value against its schema.
        after.validate();
        assertThat(after.get("c0")).isNotNull();
    }

    @Test
    void deletesTombstonesHalvesOfKeyChangesAndTruncatesAreReadToo() {
        RowImage image = HostileRows.image(HostileRows.values(new Random(2), 1));
        RowImage other = HostileRows.image(HostileRows.values(new Random(3), 2));
        RowChange delete = RowChange.delete(HostileRows.SCHEMA, image, Rows.origin(0), Rows.key(1))
                .withCounterpart(other);

        List<Encoded> records = Rows.encode(FORMAT, Numbers.PRECISE.options(), delete);

        assertThat(struct(records.get(0).value(), false).getString("op")).isEqualTo("d");
        assertThat(struct(records.get(0).headers().get("__debezium.newkey"), true)
                        .getInt64("id"))
                .isEqualTo(2);
        assertThat(records.get(1).value()).isNull();
        Struct truncate = struct(
                Rows.encode(FORMAT, Map.of("schemas.enable", "true"), Rows.truncate())
                        .get(0)
                        .value(),
                false);
        assertThat(truncate.getString("op")).isEqualTo("t");
        assertThat(truncate.getStruct("after")).isNull();
        assertThat(truncate.getStruct("source").getString("table")).isEqualTo("t");
    }

    @Test
    void provenanceIsInTheSchema() {
        RowChange insert = Rows.insert(Rows.schema(1, LogicalType.of(Kind.INT)), row -> row.int64(1));

        Struct source = struct(
                        Rows.encode(
                                        FORMAT,
                                        Map.of("schemas.enable", "true", "source.include.provenance", "true"),
                                        insert)
                                .get(0)
                                .value(),
                        false)
                .getStruct("source");

        assertThat(source.getStruct("dbus").getInt64("sequence")).isEqualTo(1_465_581_029_000_123_000L);
        assertThat(source.getStruct("dbus").getString("server")).isEqualTo("eu1");
        assertThat(source.getInt64("server_id")).isEqualTo(223344);
    }

    @Test
    void whatASchemaHasNoRoomForIsRejected() {
        assertRejected(RejectReason.CONVERSION, LogicalType.unsigned(Kind.BIGINT), row -> row.uint64(-1));
        assertRejected(RejectReason.CONVERSION, LogicalType.of(Kind.DATE), row -> row.date(0, 0, 0));
        assertRejected(RejectReason.CONVERSION, LogicalType.temporal(Kind.TIMESTAMP, 0), row -> row.timestamp(0, 0, 0));
        assertRejected(RejectReason.INCOMPLETE_ROW, LogicalType.of(Kind.INT), RowBuilder::absent);
    }

    @Test
    void optionsThatWouldNotFitTheSchemaAreRefused() {
        assertThat(problems(Map.of("schemas.enable", "true", "unavailable.value.placeholder", "?")))
                .singleElement()
                .asString()
                .contains("placeholder");
        assertThat(problems(Map.of("schemas.enable", "true", "zero-date", "string")))
                .hasSize(1);
        assertThat(problems(Map.of("schemas.enable", "true", "zero-date", "null")))
                .isEmpty();
        assertThat(problems(
                        Map.of("schemas.enable", "true", "zero-date", "string", "time.precision.mode", "isostring")))
                .isEmpty();
        assertThat(problems(Map.of("unavailable.value.placeholder", "?", "zero-date", "string")))
                .isEmpty();
    }

    private static List<String> problems(Map<String, String> options) {
        return FORMAT.validate(Rows.context(options)).stream()
                .map(Problem::what)
                .toList();
    }

    private static void assertRejected(RejectReason reason, LogicalType type, Consumer<RowBuilder> value) {
        RowChange insert = Rows.insert(Rows.schema(0, type), value);
        assertThatThrownBy(() -> Rows.encode(FORMAT, Map.of("schemas.enable", "true"), insert))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(reason));
    }

    private static void assertRow(Numbers numbers, Struct row, Object... values) {
        row.validate();
        for (int i = 0; i < values.length; i++) {
            HostileColumn column = HostileRows.COLUMNS.get(i);
            Object read = row.get(column.name());
            Object expected = values[i] == null ? null : expected(numbers, column.type(), values[i]);
            if (read instanceof Struct geometry) {
                read = List.of(ByteBuffer.wrap(geometry.getBytes("wkb")), geometry.get("srid"));
            } else if (read instanceof byte[] bytes) {
                read = ByteBuffer.wrap(bytes);
            }
            assertThat(read).describedAs("%s of row %s", column, values[0]).isEqualTo(expected);
        }
    }

    private static Object expected(Numbers numbers, LogicalType type, Object value) {
        return switch (type.kind()) {
            case TINYINT -> ((Long) value).shortValue();
            case SMALLINT ->
                type.unsigned() ? (Object) ((Long) value).intValue() : (Object) ((Long) value).shortValue();
            case MEDIUMINT, YEAR -> ((Long) value).intValue();
            case INT -> type.unsigned() ? value : (Object) ((Long) value).intValue();
            case BIGINT -> {
                if (!type.unsigned()) {
                    yield value;
                }
                yield numbers == Numbers.STRING ? value.toString() : new BigDecimal((BigInteger) value);
            }
            case DECIMAL -> numbers == Numbers.STRING ? ((BigDecimal) value).toPlainString() : value;
            case BIT ->
                type.length() == 1
                        ? value.equals(1L)
                        : ByteBuffer.wrap(ByteBuffer.allocate(8)
                                .order(ByteOrder.LITTLE_ENDIAN)
                                .putLong(((BigInteger) value).longValue())
                                .array());
            // A Decimal has the reader read all numbers as BigDecimal, which has one zero.
            case FLOAT -> (Float) value + 0.0f;
            case DOUBLE -> (Double) value + 0.0;
            case VECTOR ->
                ((List<?>) value)
                        .stream().map(element -> (Float) element + 0.0f).toList();
            case DATE -> (int) ((LocalDate) value).toEpochDay();
            case DATETIME -> {
                LocalDateTime time = (LocalDateTime) value;
                long seconds = time.toEpochSecond(ZoneOffset.UTC);
                yield type.scale() <= 3 ? seconds * 1000 : seconds * 1_000_000 + time.getNano() / 1000;
            }
            case TIMESTAMP -> {
                String pattern =
                        "yyyy-MM-dd'T'HH:mm:ss" + (type.scale() > 0 ? "." + "S".repeat(type.scale()) : "") + "'Z'";
                yield DateTimeFormatter.ofPattern(pattern).format((LocalDateTime) value);
            }
            case BINARY, VARBINARY, BLOB -> ByteBuffer.wrap((byte[]) value);
            case GEOMETRY -> List.of(ByteBuffer.wrap(((Point) value).wkb()), ((Point) value).srid());
            default -> value;
        };
    }

    private static Struct struct(String text, boolean key) {
        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", true), key);
            SchemaAndValue read = converter.toConnectData("topic", text.getBytes(UTF_8));
            return (Struct) read.value();
        }
    }
}
