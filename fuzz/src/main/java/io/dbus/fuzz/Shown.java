package io.dbus.fuzz;

import io.dbus.event.LogicalType.Kind;

/**
 * A column as its server describes it, and how SELECT is asked for it so that its values compare as text with those of {@link
 * LogicalText}.
 *
 * @param name its name
 * @param type DATA_TYPE of {@code information_schema.columns}
 * @param columnType COLUMN_TYPE
 * @param charset CHARACTER_SET_NAME, empty when there is none
 * @param generated whether it is a generated column
 */
record Shown(String name, String type, String columnType, String charset, boolean generated) {

    /** The expression of the column. */
    String expression() {
        String quoted = Names.quoted(name);
        return switch (type) {
            case "tinyint", "smallint", "mediumint", "int", "bigint", "bit", "year" -> quoted + " + 0";
            case "decimal", "date", "time", "datetime", "timestamp" -> "CAST(" + quoted + " AS CHAR)";
            case "float", "double" -> "CAST(" + quoted + " AS DOUBLE)";
            case "json" -> "HEX(CAST(" + quoted + " AS CHAR CHARACTER SET utf8mb4))";
            default -> charset.isEmpty() ? "HEX(" + quoted + ")" : "HEX(CONVERT(" + quoted + " USING utf8mb4))";
        };
    }

    /** What SELECT gave for the expression, in the form of {@link LogicalText}; null for NULL. */
    String text(String selected) {
        if (selected == null) {
            return null;
        }
        return switch (type) {
            case "float", "double" -> Double.toString(Double.parseDouble(selected) + 0.0);
            default -> selected;
        };
    }

    /** The kind that the source must give the column. */
    Kind kind() {
        return switch (type) {
            case "tinyint" -> Kind.TINYINT;
            case "smallint" -> Kind.SMALLINT;
            case "mediumint" -> Kind.MEDIUMINT;
            case "int" -> Kind.INT;
            case "bigint" -> Kind.BIGINT;
            case "decimal" -> Kind.DECIMAL;
            case "float" -> Kind.FLOAT;
            case "double" -> Kind.DOUBLE;
            case "bit" -> Kind.BIT;
            case "year" -> Kind.YEAR;
            case "date" -> Kind.DATE;
            case "time" -> Kind.TIME;
            case "datetime" -> Kind.DATETIME;
            case "timestamp" -> Kind.TIMESTAMP;
            case "char" -> Kind.CHAR;
            case "varchar" -> Kind.VARCHAR;
            case "tinytext", "text", "mediumtext", "longtext" -> Kind.TEXT;
            case "binary" -> Kind.BINARY;
            case "varbinary" -> Kind.VARBINARY;
            case "tinyblob", "blob", "mediumblob", "longblob" -> Kind.BLOB;
            case "enum" -> Kind.ENUM;
            case "set" -> Kind.SET;
            case "json" -> Kind.JSON;
            case "vector" -> Kind.VECTOR;
            default -> Kind.GEOMETRY;
        };
    }

    /** Whether its numbers are unsigned. */
    boolean unsigned() {
        return columnType.contains("unsigned");
    }
}
