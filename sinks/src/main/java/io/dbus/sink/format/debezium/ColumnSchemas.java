package io.dbus.sink.format.debezium;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.event.LogicalType;
import io.dbus.sink.format.ValueOptions;

/** The schemas of columns as Debezium's MySQL connector has them, after the options of their values. */
final class ColumnSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final int UNSIGNED_BIGINT_DIGITS = 20;

    private final ValueOptions values;

    ColumnSchemas(ValueOptions values) {
        this.values = requireNonNull(values, "values");
    }

    /** The schema of a column's values. */
    ObjectNode of(LogicalType type, boolean optional) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT ->
                plain(type.unsigned() && type.kind() == LogicalType.Kind.SMALLINT ? "int32" : "int16", optional);
            case MEDIUMINT -> plain("int32", optional);
            case INT -> plain(type.unsigned() ? "int64" : "int32", optional);
            case BIGINT -> type.unsigned() ? unsigned(optional) : plain("int64", optional);
            case DECIMAL ->
                switch (values.decimals()) {
                    case STRING -> plain("string", optional);
                    case DOUBLE -> plain("double", optional);
                    case PRECISE, NUMBER -> decimal(optional, type.scale(), type.length());
                };
            case FLOAT -> plain("float", optional);
            case DOUBLE -> plain("double", optional);
            case BIT ->
                type.length() <= 1
                        ? plain("boolean", optional)
                        : parameter(
                                named("bytes", optional, "io.debezium.data.Bits"),
                                "length",
                                String.valueOf(type.length()));
            case YEAR -> named("int32", optional, "io.debezium.time.Year");
            case DATE -> date(optional);
            case TIME -> time(type, optional);
            case DATETIME -> datetime(type, optional);
            case TIMESTAMP -> named("string", optional, debezium("ZonedTimestamp"));
            case BINARY, VARBINARY, BLOB ->
                plain(values.binaries() == ValueOptions.Binaries.BYTES ? "bytes" : "string", optional);
            case ENUM -> labels(type, optional, "io.debezium.data.Enum");
            case SET -> labels(type, optional, "io.debezium.data.EnumSet");
            case JSON -> named("string", optional, "io.debezium.data.Json");
            case GEOMETRY -> geometry(optional);
            case VECTOR -> vector(optional);
            default -> plain("string", optional);
        };
    }

    /** What JSON has as a number, Connect's converter reads as a Decimal too. */
    private ObjectNode unsigned(boolean optional) {
        return switch (values.unsignedBigints()) {
            case LONG -> plain("int64", optional);
            case STRING -> plain("string", optional);
            case PRECISE, NUMBER -> decimal(optional, 0, UNSIGNED_BIGINT_DIGITS);
        };
    }

    private ObjectNode date(boolean optional) {
        return switch (values.temporals()) {
            case CONNECT -> named("int32", optional, connect("Date"));
            case ISOSTRING -> named("string", optional, debezium("IsoDate"));
            default -> named("int32", optional, debezium("Date"));
        };
    }

    private ObjectNode time(LogicalType type, boolean optional) {
        return switch (values.temporals()) {
            case CONNECT -> named("int32", optional, connect("Time"));
            case ISOSTRING -> named("string", optional, debezium("IsoTime"));
            case NANOSECONDS -> named("int64", optional, debezium("NanoTime"));
            case ADAPTIVE ->
                type.scale() <= 3
                        ? named("int32", optional, debezium("Time"))
                        : named("int64", optional, debezium("MicroTime"));
            default -> named("int64", optional, debezium("MicroTime"));
        };
    }

    private ObjectNode datetime(LogicalType type, boolean optional) {
        return switch (values.temporals()) {
            case CONNECT -> named("int64", optional, connect("Timestamp"));
            case ISOSTRING -> named("string", optional, debezium("IsoTimestamp"));
            case NANOSECONDS -> named("int64", optional, debezium("NanoTimestamp"));
            case MICROSECONDS -> named("int64", optional, debezium("MicroTimestamp"));
            default -> named("int64", optional, debezium(type.scale() <= 3 ? "Timestamp" : "MicroTimestamp"));
        };
    }

    private static String connect(String name) {
        return "org.apache.kafka.connect.data." + name;
    }

    private static String debezium(String name) {
        return "io.debezium.time." + name;
    }

    private static ObjectNode decimal(boolean optional, int scale, int precision) {
        ObjectNode schema = named("bytes", optional, connect("Decimal"));
        schema.set(
                "parameters",
                JSON.objectNode()
                        .put("scale", String.valueOf(scale))
                        .put("connect.decimal.precision", String.valueOf(precision)));
        return schema;
    }

    private static ObjectNode labels(LogicalType type, boolean optional, String name) {
        return parameter(named("string", optional, name), "allowed", String.join(",", type.labels()));
    }

    private static ObjectNode geometry(boolean optional) {
        ObjectNode schema = JSON.objectNode().put("type", "struct");
        schema.set(
                "fields",
                JSON.arrayNode()
                        .add(plain("bytes", false).put("field", "wkb"))
                        .add(plain("int32", true).put("field", "srid")));
        return schema.put("optional", optional)
                .put("name", "io.debezium.data.geometry.Geometry")
                .put("version", 1);
    }

    private static ObjectNode vector(boolean optional) {
        ObjectNode schema = JSON.objectNode().put("type", "array");
        schema.set("items", plain("float", false));
        return schema.put("optional", optional)
                .put("name", "io.debezium.data.FloatVector")
                .put("version", 1);
    }

    private static ObjectNode parameter(ObjectNode schema, String name, String value) {
        schema.set("parameters", JSON.objectNode().put(name, value));
        return schema;
    }

    private static ObjectNode named(String type, boolean optional, String name) {
        return plain(type, optional).put("name", name).put("version", 1);
    }

    private static ObjectNode plain(String type, boolean optional) {
        return JSON.objectNode().put("type", type).put("optional", optional);
    }
}
