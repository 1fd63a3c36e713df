package io.dbus.sink.format.avro;

import io.dbus.event.LogicalType;
import io.dbus.sink.format.ValueOptions;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;

/**
 * The types of Avro for those of columns. Where Avro has a logical type it stands alone, since Connect's converter refuses one beside a name of Debezium's that
 * means another; where it has none, {@code connect.name} says what the value is. With {@code time.precision.mode} dates and times are Debezium's types, as its
 * connector registers them through Confluent's converter.
 *
 * @param options how values are written
 * @param debeziumTimes whether {@code time.precision.mode} was set
 */
record ColumnSchemas(ValueOptions options, boolean debeziumTimes) {
    /** Digits of the largest BIGINT UNSIGNED. */
    private static final int BIGINT_DIGITS = 20;

    /** Digits of the longest DECIMAL, where the column's are not known. */
    private static final int MOST_DIGITS = 65;

    private static final int MILLIS_DIGITS = 3;

    /** A type and null, which comes first, as in all unions here. */
    static Schema nullable(Schema type) {
        return Schema.createUnion(Schema.create(Schema.Type.NULL), type);
    }

    /** The type of a column's values that are not NULL. */
    Schema of(LogicalType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT -> plain(Schema.Type.INT);
            case INT -> plain(type.unsigned() ? Schema.Type.LONG : Schema.Type.INT);
            case BIGINT -> type.unsigned() ? unsignedBigint() : plain(Schema.Type.LONG);
            case YEAR -> named(Schema.Type.INT, "io.debezium.time.Year");
            case DECIMAL -> decimal(type);
            case FLOAT -> plain(Schema.Type.FLOAT);
            case DOUBLE -> plain(Schema.Type.DOUBLE);
            case BIT -> bits(type.length());
            case DATE -> date();
            case TIME -> time(type.scale());
            case DATETIME -> datetime(type.scale());
            case TIMESTAMP ->
                debeziumTimes
                        ? named(Schema.Type.STRING, "io.debezium.time.ZonedTimestamp")
                        : LogicalTypes.timestampMicros().addToSchema(plain(Schema.Type.LONG));
            case CHAR, VARCHAR, TEXT -> plain(Schema.Type.STRING);
            case ENUM -> named(Schema.Type.STRING, "io.debezium.data.Enum");
            case SET -> named(Schema.Type.STRING, "io.debezium.data.EnumSet");
            case JSON -> named(Schema.Type.STRING, "io.debezium.data.Json");
            case BINARY, VARBINARY, BLOB ->
                plain(options.binaries() == ValueOptions.Binaries.BYTES ? Schema.Type.BYTES : Schema.Type.STRING);
            case GEOMETRY -> geometry();
            case VECTOR -> {
                Schema floats = Schema.createArray(plain(Schema.Type.FLOAT));
                floats.addProp("connect.name", "io.debezium.data.FloatVector");
                yield floats;
            }
        };
    }

    private Schema unsignedBigint() {
        return switch (options.unsignedBigints()) {
            case LONG -> plain(Schema.Type.LONG);
            case STRING -> plain(Schema.Type.STRING);
            case PRECISE, NUMBER -> connectDecimal(BIGINT_DIGITS, 0);
        };
    }

    private Schema decimal(LogicalType type) {
        return switch (options.decimals()) {
            case PRECISE, NUMBER -> connectDecimal(type.length() == 0 ? MOST_DIGITS : type.length(), type.scale());
            case STRING -> plain(Schema.Type.STRING);
            case DOUBLE -> plain(Schema.Type.DOUBLE);
        };
    }

    /** As Connect's converter registers it: its own reader takes the scale from the parameters. */
    private static Schema connectDecimal(int precision, int scale) {
        Schema decimal = LogicalTypes.decimal(precision, scale).addToSchema(plain(Schema.Type.BYTES));
        decimal.addProp("connect.version", 1);
        // In one order: a registry takes the same properties in another for another schema.
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("scale", String.valueOf(scale));
        parameters.put("connect.decimal.precision", String.valueOf(precision));
        decimal.addProp("connect.parameters", parameters);
        decimal.addProp("connect.name", "org.apache.kafka.connect.data.Decimal");
        return decimal;
    }

    private static Schema bits(int width) {
        if (width <= 1) {
            return plain(Schema.Type.BOOLEAN);
        }
        Schema bits = named(Schema.Type.BYTES, "io.debezium.data.Bits");
        bits.addProp("connect.parameters", Map.of("length", String.valueOf(width)));
        return bits;
    }

    private Schema date() {
        if (!debeziumTimes) {
            return LogicalTypes.date().addToSchema(plain(Schema.Type.INT));
        }
        return switch (options.temporals()) {
            case ISOSTRING -> named(Schema.Type.STRING, "io.debezium.time.IsoDate");
            case CONNECT ->
                LogicalTypes.date().addToSchema(named(Schema.Type.INT, "org.apache.kafka.connect.data.Date"));
            default -> named(Schema.Type.INT, "io.debezium.time.Date");
        };
    }

    /** Without time.precision.mode too a type of Debezium's: Avro's times are of one day, MySQL's are signed durations up to 838 hours. */
    private Schema time(int fractionalDigits) {
        Schema micros = named(Schema.Type.LONG, "io.debezium.time.MicroTime");
        if (!debeziumTimes) {
            return micros;
        }
        return switch (options.temporals()) {
            case ADAPTIVE_TIME_MICROSECONDS, MICROSECONDS -> micros;
            case ADAPTIVE ->
                fractionalDigits <= MILLIS_DIGITS ? named(Schema.Type.INT, "io.debezium.time.Time") : micros;
            case CONNECT ->
                LogicalTypes.timeMillis().addToSchema(named(Schema.Type.INT, "org.apache.kafka.connect.data.Time"));
            case NANOSECONDS -> named(Schema.Type.LONG, "io.debezium.time.NanoTime");
            case ISOSTRING -> named(Schema.Type.STRING, "io.debezium.time.IsoTime");
        };
    }

    private Schema datetime(int fractionalDigits) {
        if (!debeziumTimes) {
            return LogicalTypes.localTimestampMicros().addToSchema(plain(Schema.Type.LONG));
        }
        return switch (options.temporals()) {
            case ADAPTIVE_TIME_MICROSECONDS, ADAPTIVE ->
                named(
                        Schema.Type.LONG,
                        fractionalDigits <= MILLIS_DIGITS
                                ? "io.debezium.time.Timestamp"
                                : "io.debezium.time.MicroTimestamp");
            case CONNECT ->
                LogicalTypes.timestampMillis()
                        .addToSchema(named(Schema.Type.LONG, "org.apache.kafka.connect.data.Timestamp"));
            case MICROSECONDS -> named(Schema.Type.LONG, "io.debezium.time.MicroTimestamp");
            case NANOSECONDS -> named(Schema.Type.LONG, "io.debezium.time.NanoTimestamp");
            case ISOSTRING -> named(Schema.Type.STRING, "io.debezium.time.IsoTimestamp");
        };
    }

    private static Schema geometry() {
        Schema geometry = SchemaBuilder.record("Geometry")
                .namespace("io.debezium.data.geometry")
                .fields()
                .requiredBytes("wkb")
                .optionalInt("srid")
                .endRecord();
        geometry.addProp("connect.version", 1);
        geometry.addProp("connect.name", "io.debezium.data.geometry.Geometry");
        return geometry;
    }

    private static Schema plain(Schema.Type type) {
        return Schema.create(type);
    }

    private static Schema named(Schema.Type type, String connectName) {
        Schema schema = Schema.create(type);
        schema.addProp("connect.version", 1);
        schema.addProp("connect.name", connectName);
        return schema;
    }

    /** The branch of a union that a column's values go to, and the whole schema where it is no union; empty when none takes them. */
    Optional<Schema> branch(Schema field, LogicalType column) {
        List<Schema> branches = field.isUnion() ? field.getTypes() : List.of(field);
        return branches.stream()
                .filter(branch -> AvroForm.of(branch)
                        .filter(form -> form.takes(column, branch, options))
                        .isPresent())
                .findFirst();
    }
}
