package io.dbus.source.mysql.reader;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What keys of a table's rows are made of: its columns in their order, each in the form in which {@link io.dbus.event.EventKey} has its values. While it is the same, a row
 * keeps its key.
 */
record KeyForm(List<Part> parts) {
    /** A column of the key. */
    record Part(String column, Form form) {
        @Override
        public String toString() {
            return column + " (" + form.name().toLowerCase(Locale.ROOT) + ")";
        }
    }

    /** Values of one form and the same meaning are the same key. */
    enum Form {
        INTEGER,
        DECIMAL,
        FLOAT,
        DATETIME,
        TIME,
        TIMESTAMP,
        TEXT,
        BINARY,
        JSON,
        GEOMETRY,
        VECTOR
    }

    KeyForm {
        parts = List.copyOf(parts);
    }

    static KeyForm of(TableSchema schema) {
        List<Part> parts = new ArrayList<>();
        for (Column column : schema.key()) {
            LogicalType type = schema.layout().column(column.position()).type();
            parts.add(new Part(column.name().toLowerCase(Locale.ROOT), form(type)));
        }
        return new KeyForm(parts);
    }

    private static Form form(LogicalType type) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, BIT, YEAR -> Form.INTEGER;
            case DECIMAL -> Form.DECIMAL;
            case FLOAT, DOUBLE -> Form.FLOAT;
            case DATE, DATETIME -> Form.DATETIME;
            case TIME -> Form.TIME;
            case TIMESTAMP -> Form.TIMESTAMP;
            case CHAR, VARCHAR, TEXT, ENUM, SET -> Form.TEXT;
            case BINARY, VARBINARY, BLOB -> Form.BINARY;
            case JSON -> Form.JSON;
            case GEOMETRY -> Form.GEOMETRY;
            case VECTOR -> Form.VECTOR;
        };
    }

    @Override
    public String toString() {
        return parts.isEmpty() ? "none" : parts.toString();
    }
}
