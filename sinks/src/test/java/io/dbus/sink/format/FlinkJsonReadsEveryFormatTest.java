package io.dbus.sink.format;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.sink.format.FlinkReader.Read;
import io.dbus.sink.format.HostileRows.HostileColumn;
import io.dbus.sink.format.HostileRows.Point;
import io.dbus.sink.format.canal.CanalJsonFormat;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.maxwell.MaxwellJsonFormat;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.canal.CanalJsonDeserializationSchema;
import org.apache.flink.formats.json.debezium.DebeziumJsonDeserializationSchema;
import org.apache.flink.formats.json.maxwell.MaxwellJsonDeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A format is right when its readers read it: here those of Flink SQL, over all types and awkward values. */
class FlinkJsonReadsEveryFormatTest {
    private static final int ROWS = 300;

    enum Reading {
        DEBEZIUM(new DebeziumJsonFormat(), Map.of()),
        DEBEZIUM_WITH_SCHEMAS(
                new DebeziumJsonFormat(), Map.of("schemas.enable", "true", "bigint.unsigned.handling.mode", "number")),
        CANAL(new CanalJsonFormat(), Map.of("binary.handling.mode", "base64")),
        MAXWELL(new MaxwellJsonFormat(), Map.of());

        private final EventFormat format;
        private final Map<String, String> options;

        Reading(EventFormat format, Map<String, String> options) {
            this.format = format;
            this.options = options;
        }

        private boolean isDebezium() {
            return format instanceof DebeziumJsonFormat;
        }

        FlinkReader reader() throws Exception {
            DataType row = DataTypes.ROW(HostileRows.COLUMNS.stream()
                    .map(column -> DataTypes.FIELD(column.name(), type(column.type())))
                    .toArray(DataTypes.Field[]::new));
            return switch (this) {
                case DEBEZIUM, DEBEZIUM_WITH_SCHEMAS ->
                    new FlinkReader(
                            row,
                            type -> new DebeziumJsonDeserializationSchema(
                                    row,
                                    List.of(),
                                    type,
                                    this == DEBEZIUM_WITH_SCHEMAS,
                                    false,
                                    TimestampFormat.ISO_8601));
                case CANAL ->
                    new FlinkReader(row, type -> CanalJsonDeserializationSchema.builder(row, List.of(), type)
                            .setTimestampFormat(TimestampFormat.SQL)
                            .build());
                case MAXWELL ->
                    new FlinkReader(
                            row,
                            type -> new MaxwellJsonDeserializationSchema(
                                    row, List.of(), type, false, TimestampFormat.SQL));
            };
        }

        /** As a user of Flink SQL would declare the column. */
        private DataType type(LogicalType type) {
            return switch (type.kind()) {
                case TINYINT -> type.unsigned() ? DataTypes.SMALLINT() : DataTypes.TINYINT();
                case SMALLINT, YEAR -> DataTypes.INT();
                case MEDIUMINT, INT -> DataTypes.BIGINT();
                case BIGINT -> type.unsigned() ? DataTypes.DECIMAL(20, 0) : DataTypes.BIGINT();
                // Flink's DECIMAL has 38 digits.
                case DECIMAL -> type.length() > 38 ? DataTypes.STRING() : DataTypes.DECIMAL(38, 18);
                case FLOAT -> DataTypes.FLOAT();
                case DOUBLE -> DataTypes.DOUBLE();
                case BIT -> bit(type);
                case DATE -> isDebezium() ? DataTypes.INT() : DataTypes.DATE();
                // Flink's TIME is a time of day.
                case TIME -> isDebezium() ? DataTypes.BIGINT() : DataTypes.STRING();
                case DATETIME -> isDebezium() ? DataTypes.BIGINT() : DataTypes.TIMESTAMP(type.scale());
                case TIMESTAMP ->
                    isDebezium()
                            ? DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(type.scale())
                            : DataTypes.TIMESTAMP(type.scale());
                case BINARY, VARBINARY, BLOB -> DataTypes.BYTES();
                case SET -> this == MAXWELL ? DataTypes.ARRAY(DataTypes.STRING()) : DataTypes.STRING();
                case GEOMETRY ->
                    switch (this) {
                        case DEBEZIUM, DEBEZIUM_WITH_SCHEMAS ->
                            DataTypes.ROW(
                                    DataTypes.FIELD("wkb", DataTypes.BYTES()),
                                    DataTypes.FIELD("srid", DataTypes.BIGINT()));
                        case CANAL -> DataTypes.BYTES();
                        case MAXWELL -> DataTypes.STRING();
                    };
                case VECTOR -> this == CANAL ? DataTypes.STRING() : DataTypes.ARRAY(DataTypes.FLOAT());
                default -> DataTypes.STRING();
            };
        }

        private DataType bit(LogicalType type) {
            if (!isDebezium()) {
                return DataTypes.DECIMAL(20, 0);
            }
            return type.length() == 1 ? DataTypes.BOOLEAN() : DataTypes.BYTES();
        }

        /** What is to be read. */
        private Object expected(LogicalType type, Object value) {
            if (value == null) {
                return null;
            }
            return switch (type.kind()) {
                case TINYINT ->
                    type.unsigned() ? (Object) ((Long) value).shortValue() : (Object) ((Long) value).byteValue();
                case SMALLINT, YEAR -> ((Long) value).intValue();
                case BIGINT -> type.unsigned() ? new BigDecimal((BigInteger) value) : value;
                case DECIMAL -> type.length() > 38 ? ((BigDecimal) value).toPlainString() : value;
                case BIT -> bit(type, value);
                case DATE -> (int) ((LocalDate) value).toEpochDay();
                case TIME -> isDebezium() ? value : timeText((Long) value);
                case DATETIME -> isDebezium() ? epoch((LocalDateTime) value, type.scale()) : value;
                case SET -> this == MAXWELL ? labels((String) value) : value;
                case BINARY, VARBINARY, BLOB -> ByteBuffer.wrap((byte[]) value);
                case GEOMETRY -> point((Point) value);
                case FLOAT -> this == CANAL ? value : positiveZero((Float) value);
                case DOUBLE -> this == CANAL ? value : (Object) ((Double) value + 0.0);
                case VECTOR ->
                    this == CANAL
                            ? vectorText((List<?>) value)
                            : ((List<?>) value)
                                    .stream()
                                            .map(element -> positiveZero((Float) element))
                                            .toList();
                default -> value;
            };
        }

        /** The readers read numbers as BigDecimal where a table has a DECIMAL: it has one zero. */
        private static Object positiveZero(float value) {
            return value + 0.0f;
        }

        private Object bit(LogicalType type, Object value) {
            if (!isDebezium()) {
                return new BigDecimal(value.toString());
            }
            if (type.length() == 1) {
                return value.equals(1L);
            }
            return ByteBuffer.wrap(ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(((BigInteger) value).longValue())
                    .array());
        }

        private Object point(Point point) {
            return switch (this) {
                case DEBEZIUM, DEBEZIUM_WITH_SCHEMAS -> List.of(ByteBuffer.wrap(point.wkb()), (long) point.srid());
                case CANAL ->
                    ByteBuffer.wrap(ByteBuffer.allocate(25)
                            .order(ByteOrder.LITTLE_ENDIAN)
                            .putInt(point.srid())
                            .put(point.wkb())
                            .array());
                case MAXWELL -> "POINT (" + coordinate(point.x()) + " " + coordinate(point.y()) + ")";
            };
        }

        private static String coordinate(double value) {
            if (value == 0) {
                return 1 / value < 0 ? "-0" : "0";
            }
            return new BigDecimal(NumberText.of(value)).stripTrailingZeros().toPlainString();
        }

        private static String vectorText(List<?> floats) {
            return floats.stream()
                    .map(element -> NumberText.of((Float) element))
                    .collect(java.util.stream.Collectors.joining(",", "[", "]"));
        }

        private static List<String> labels(String set) {
            return set.isEmpty() ? List.of() : List.of(set.split(","));
        }

        private static String timeText(long micros) {
            long absolute = Math.abs(micros);
            return String.format(
                    "%s%02d:%02d:%02d.%06d",
                    micros < 0 ? "-" : "",
                    absolute / 3_600_000_000L,
                    absolute / 60_000_000 % 60,
                    absolute / 1_000_000 % 60,
                    absolute % 1_000_000);
        }

        private static long epoch(LocalDateTime time, int scale) {
            long seconds = time.toEpochSecond(ZoneOffset.UTC);
            return scale <= 3 ? seconds * 1000 : seconds * 1_000_000 + time.getNano() / 1000;
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowsOfAllTypesAreReadBackExactly(Reading reading) throws Exception {
        FlinkReader reader = reading.reader();
        Random random = new Random(20_240_229);
        for (int i = 0; i < ROWS; i++) {
            Object[] values = HostileRows.values(random, i);
            RowChange insert =
                    RowChange.insert(HostileRows.SCHEMA, HostileRows.image(values), Rows.origin(i), Rows.key(i));

            assertRead(reading, reader, insert, RowKind.INSERT, values);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anUpdateIsReadAsTheRowBeforeAndTheRowAfterWhateverChanged(Reading reading) throws Exception {
        FlinkReader reader = reading.reader();
        Random random = new Random(20_240_301);
        for (int i = 0; i < ROWS; i++) {
            Object[] before = HostileRows.values(random, i);
            // Every tenth changes nothing.
            Object[] after = i % 10 == 0 ? before : HostileRows.changed(random, before);
            RowChange update = RowChange.update(
                    HostileRows.SCHEMA,
                    HostileRows.image(before),
                    HostileRows.image(after),
                    Rows.origin(i),
                    Rows.key(i));

            List<Read> rows = read(reading, reader, update);

            assertThat(rows).extracting(Read::kind).containsExactly(RowKind.UPDATE_BEFORE, RowKind.UPDATE_AFTER);
            assertValues(reading, rows.get(0), before);
            assertValues(reading, rows.get(1), after);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aDeleteIsReadOnceWithTheRowAsItWas(Reading reading) throws Exception {
        FlinkReader reader = reading.reader();
        Random random = new Random(20_240_302);
        for (int i = 0; i < ROWS; i++) {
            Object[] values = HostileRows.values(random, i);
            RowChange delete =
                    RowChange.delete(HostileRows.SCHEMA, HostileRows.image(values), Rows.origin(i), Rows.key(i));

            assertRead(reading, reader, delete, RowKind.DELETE, values);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theHalvesOfAKeyChangeAreADeleteAndAnInsert(Reading reading) throws Exception {
        FlinkReader reader = reading.reader();
        Random random = new Random(20_240_303);
        Object[] old = HostileRows.values(random, 1);
        Object[] now = old.clone();
        now[0] = 2L;
        RowChange delete = RowChange.delete(HostileRows.SCHEMA, HostileRows.image(old), Rows.origin(0), Rows.key(1))
                .withCounterpart(HostileRows.image(now));
        RowChange insert = RowChange.insert(HostileRows.SCHEMA, HostileRows.image(now), Rows.origin(1), Rows.key(2))
                .withCounterpart(HostileRows.image(old));

        assertRead(reading, reader, delete, RowKind.DELETE, old);
        assertRead(reading, reader, insert, RowKind.INSERT, now);
    }

    private static void assertRead(
            Reading reading, FlinkReader reader, RowChange change, RowKind kind, Object... values) throws Exception {
        List<Read> rows = read(reading, reader, change);
        assertThat(rows).extracting(Read::kind).containsExactly(kind);
        assertValues(reading, rows.get(0), values);
    }

    private static void assertValues(Reading reading, Read row, Object... values) {
        for (int i = 0; i < values.length; i++) {
            HostileColumn column = HostileRows.COLUMNS.get(i);
            Object read = row.values().get(i);
            Object expected = reading.expected(column.type(), values[i]);
            if (reading == Reading.MAXWELL && values[i] != null) {
                if (column.type().kind() == Kind.JSON) {
                    assertJson((String) read, (String) values[i]);
                    continue;
                }
                read = ofMaxwell(column.type(), read);
                expected = ofMaxwell(column.type(), expected);
            }
            assertThat(read)
                    .describedAs("%s as %s of row %s", column, reading, values[0])
                    .isEqualTo(expected);
        }
    }

    /** Read as text, a number is written anew by the reader. */
    private static Object ofMaxwell(LogicalType type, Object read) {
        return type.kind() == Kind.DECIMAL && type.length() > 38
                ? new BigDecimal((String) read).stripTrailingZeros()
                : read;
    }

    /** Maxwell's JSON stands as it is: read as text, it is written anew by the reader, a string without its quotes. */
    private static void assertJson(String read, String document) {
        JsonNode expected = JsonTrees.read(document);
        if (expected.isTextual()) {
            assertThat(read).isEqualTo(expected.textValue());
        } else if (!expected.isNull()) {
            assertThat(JsonTrees.normal(JsonTrees.read(read))).isEqualTo(JsonTrees.normal(expected));
        }
    }

    private static List<Read> read(Reading reading, FlinkReader reader, RowChange change) throws Exception {
        List<Read> rows = new ArrayList<>();
        for (Rows.Encoded record : Rows.encode(reading.format, reading.options, change)) {
            rows.addAll(reader.read(record.value()));
        }
        return rows;
    }
}
