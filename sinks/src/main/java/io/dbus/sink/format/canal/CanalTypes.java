package io.dbus.sink.format.canal;

import io.dbus.event.LogicalType;
import java.sql.Types;
import java.util.Locale;
import java.util.stream.Collectors;

/** The types of columns as Canal names them: MySQL's text and the code of {@link Types}. */
final class CanalTypes {
    private CanalTypes() {}

    /** As SHOW CREATE TABLE has it, as far as it is known: {@code bigint unsigned}, {@code decimal(10,2)}, {@code enum('a','b')}. */
    static String mysqlType(LogicalType type) {
        String name = type.kind().name().toLowerCase(Locale.ROOT);
        return switch (type.kind()) {
            case DECIMAL -> unsigned(name + "(" + type.length() + "," + type.scale() + ")", type);
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, FLOAT, DOUBLE -> unsigned(name, type);
            case TIME, DATETIME, TIMESTAMP -> type.scale() > 0 ? name + "(" + type.scale() + ")" : name;
            case ENUM, SET -> name + labels(type);
            default -> type.length() > 0 ? name + "(" + type.length() + ")" : name;
        };
    }

    /** An unsigned integer has the code of the next larger type, in which each of its values is positive. */
    static int sqlType(LogicalType type, LabelHandling labels) {
        return switch (type.kind()) {
            case TINYINT -> type.unsigned() ? Types.SMALLINT : Types.TINYINT;
            case SMALLINT -> type.unsigned() ? Types.INTEGER : Types.SMALLINT;
            case MEDIUMINT -> Types.INTEGER;
            case INT -> type.unsigned() ? Types.BIGINT : Types.INTEGER;
            case BIGINT -> type.unsigned() ? Types.DECIMAL : Types.BIGINT;
            case DECIMAL -> Types.DECIMAL;
            case FLOAT -> Types.REAL;
            case DOUBLE -> Types.DOUBLE;
            case BIT -> Types.BIT;
            case DATE -> Types.DATE;
            case TIME -> Types.TIME;
            case DATETIME, TIMESTAMP -> Types.TIMESTAMP;
            case CHAR -> Types.CHAR;
            case TEXT -> Types.CLOB;
            case BINARY, VARBINARY, BLOB, GEOMETRY -> Types.BLOB;
            case ENUM -> labels == LabelHandling.NUMBER ? Types.INTEGER : Types.CHAR;
            case SET -> labels == LabelHandling.NUMBER ? Types.BIT : Types.CHAR;
            default -> Types.VARCHAR;
        };
    }

    private static String unsigned(String name, LogicalType type) {
        return type.unsigned() ? name + " unsigned" : name;
    }

    private static String labels(LogicalType type) {
        return type.labels().stream()
                .map(label -> "'" + label.replace("'", "''") + "'")
                .collect(Collectors.joining(",", "(", ")"));
    }
}
