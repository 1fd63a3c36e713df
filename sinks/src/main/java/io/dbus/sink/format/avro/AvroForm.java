package io.dbus.sink.format.avro;

import io.dbus.event.LogicalType;
import io.dbus.sink.format.ValueOptions;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/** What a type of Avro, with its logical type or the name that Kafka Connect gives it, holds. */
enum AvroForm {
    INT,
    LONG,
    FLOAT,
    DOUBLE,
    BOOLEAN,
    STRING,
    BYTES,
    FIXED,
    /** An unscaled number in bytes or fixed. */
    DECIMAL,
    ENUM,
    FLOATS,
    /** Labels of a SET. */
    STRINGS,
    GEOMETRY,
    /** Days since 1970-01-01. */
    DATE,
    /** Of one day: from 0 to 24 hours. */
    TIME_MILLIS,
    TIME_MICROS,
    /** A signed duration. */
    DURATION_MILLIS,
    DURATION_MICROS,
    DURATION_NANOS,
    /** An instant. */
    INSTANT_MILLIS,
    INSTANT_MICROS,
    INSTANT_NANOS,
    /** A date and a time without a zone, as if in UTC. */
    LOCAL_MILLIS,
    LOCAL_MICROS,
    LOCAL_NANOS;

    private static final Map<String, AvroForm> BY_LOGICAL_TYPE = Map.ofEntries(
            Map.entry("int date", DATE),
            Map.entry("int time-millis", TIME_MILLIS),
            Map.entry("long time-micros", TIME_MICROS),
            Map.entry("long timestamp-millis", INSTANT_MILLIS),
            Map.entry("long timestamp-micros", INSTANT_MICROS),
            Map.entry("long timestamp-nanos", INSTANT_NANOS),
            Map.entry("long local-timestamp-millis", LOCAL_MILLIS),
            Map.entry("long local-timestamp-micros", LOCAL_MICROS),
            Map.entry("long local-timestamp-nanos", LOCAL_NANOS));

    /** The names of Debezium's and Connect's types; their strings are plain ones here. */
    private static final Map<String, AvroForm> BY_CONNECT_NAME = Map.ofEntries(
            Map.entry("int io.debezium.time.Date", DATE),
            Map.entry("int org.apache.kafka.connect.data.Date", DATE),
            Map.entry("int io.debezium.time.Time", DURATION_MILLIS),
            Map.entry("long io.debezium.time.MicroTime", DURATION_MICROS),
            Map.entry("long io.debezium.time.NanoTime", DURATION_NANOS),
            Map.entry("int org.apache.kafka.connect.data.Time", TIME_MILLIS),
            Map.entry("long io.debezium.time.Timestamp", LOCAL_MILLIS),
            Map.entry("long io.debezium.time.MicroTimestamp", LOCAL_MICROS),
            Map.entry("long io.debezium.time.NanoTimestamp", LOCAL_NANOS),
            Map.entry("long org.apache.kafka.connect.data.Timestamp", LOCAL_MILLIS));

    /** The form of a type that is no union; empty when nothing of MySQL is written in it. */
    static Optional<AvroForm> of(Schema schema) {
        String type = schema.getType().getName();
        AvroForm connect = BY_CONNECT_NAME.get(type + " " + schema.getProp("connect.name"));
        if (connect != null) {
            return Optional.of(connect);
        }
        if (schema.getLogicalType() != null) {
            AvroForm logical =
                    BY_LOGICAL_TYPE.get(type + " " + schema.getLogicalType().getName());
            if (logical != null) {
                return Optional.of(logical);
            }
        }
        return Optional.ofNullable(
                switch (schema.getType()) {
                    case INT -> INT;
                    case LONG -> LONG;
                    case FLOAT -> FLOAT;
                    case DOUBLE -> DOUBLE;
                    case BOOLEAN -> BOOLEAN;
                    case STRING -> STRING;
                    case BYTES -> schema.getLogicalType() instanceof LogicalTypes.Decimal ? DECIMAL : BYTES;
                    case FIXED -> schema.getLogicalType() instanceof LogicalTypes.Decimal ? DECIMAL : FIXED;
                    case ENUM -> ENUM;
                    case ARRAY -> array(schema.getElementType());
                    case RECORD -> isGeometry(schema) ? GEOMETRY : null;
                    case MAP, UNION, NULL -> null;
                });
    }

    private static AvroForm array(Schema elements) {
        return switch (elements.getType()) {
            case FLOAT -> FLOATS;
            case STRING -> STRINGS;
            default -> null;
        };
    }

    private static boolean isGeometry(Schema schema) {
        return schema.getFields().size() == 2
                && schema.getFields().get(0).name().equals("wkb")
                && schema.getFields().get(0).schema().getType() == Schema.Type.BYTES
                && schema.getFields().get(1).name().equals("srid")
                && schema.getFields().get(1).schema().equals(ColumnSchemas.nullable(Schema.create(Schema.Type.INT)));
    }

    /** Whether every value of a column's type can be written in a type of this form; what is left to the value is said by {@link AvroValueWriter}. */
    boolean takes(LogicalType column, Schema schema, ValueOptions options) {
        return switch (column.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR -> takesInteger(column, schema, options);
            case DECIMAL ->
                switch (this) {
                    case DECIMAL -> decimalTakes(column.length() - column.scale(), column.scale(), schema);
                    case STRING -> true;
                    case DOUBLE -> options.decimals() == ValueOptions.Decimals.DOUBLE;
                    default -> false;
                };
            case FLOAT -> this == FLOAT || this == DOUBLE;
            case DOUBLE -> this == DOUBLE;
            case BIT ->
                switch (this) {
                    case BOOLEAN -> column.length() <= 1;
                    case BYTES -> true;
                    case INT -> column.length() <= 31;
                    case LONG -> column.length() <= 63;
                    default -> false;
                };
            case DATE -> this == DATE || this == STRING;
            case TIME ->
                switch (this) {
                    case TIME_MILLIS, TIME_MICROS, DURATION_MILLIS, DURATION_MICROS, DURATION_NANOS, STRING -> true;
                    default -> false;
                };
            case DATETIME -> this == LOCAL_MILLIS || this == LOCAL_MICROS || this == LOCAL_NANOS || this == STRING;
            case TIMESTAMP ->
                this == INSTANT_MILLIS || this == INSTANT_MICROS || this == INSTANT_NANOS || this == STRING;
            case CHAR, VARCHAR, TEXT, JSON -> this == STRING;
            case ENUM -> this == STRING || this == ENUM;
            case SET -> this == STRING || this == STRINGS;
            case BINARY -> this == FIXED ? column.length() == schema.getFixedSize() : takesBinary(options);
            case VARBINARY, BLOB -> takesBinary(options);
            case GEOMETRY -> this == GEOMETRY;
            case VECTOR -> this == FLOATS;
        };
    }

    private boolean takesBinary(ValueOptions options) {
        return this == (options.binaries() == ValueOptions.Binaries.BYTES ? BYTES : STRING);
    }

    private boolean takesInteger(LogicalType column, Schema schema, ValueOptions options) {
        int bits =
                switch (column.kind()) {
                    case TINYINT -> 8;
                    case SMALLINT, YEAR -> 16;
                    case MEDIUMINT -> 24;
                    case INT -> 32;
                    default -> 64;
                };
        int magnitude = column.unsigned() ? bits : bits - 1;
        return switch (this) {
            case INT -> magnitude <= 31;
            case LONG -> magnitude <= 63 || options.unsignedBigints() == ValueOptions.UnsignedBigints.LONG;
            case FLOAT -> magnitude <= 24;
            case DOUBLE -> magnitude <= 53;
            case DECIMAL -> decimalTakes((int) Math.ceil(magnitude * Math.log10(2)), 0, schema);
            case BOOLEAN -> column.kind() == LogicalType.Kind.TINYINT;
            case STRING -> magnitude == 64 && options.unsignedBigints() == ValueOptions.UnsignedBigints.STRING;
            default -> false;
        };
    }

    private static boolean decimalTakes(int integerDigits, int fractionalDigits, Schema schema) {
        LogicalTypes.Decimal decimal = (LogicalTypes.Decimal) schema.getLogicalType();
        return decimal.getScale() >= fractionalDigits && decimal.getPrecision() - decimal.getScale() >= integerDigits;
    }
}
