package io.dbus.sink.format.avro;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Makes names that Avro takes of those of databases, tables and columns: a letter or {@code _}, then letters, digits and {@code _}, all of ASCII (Avro specification, "Names").
 *
 * @param adjustment what becomes of other characters
 */
record AvroNames(Adjustment adjustment) {
    /** What becomes of characters that Avro does not take; the names of Debezium's {@code field.name.adjustment.mode}. */
    enum Adjustment {
        /** They become {@code _}; a digit at the beginning gets one before it. */
        AVRO,
        /** They become {@code _uXXXX}, the code of the UTF-16 unit, and so does {@code _}, so that no two names become one. */
        AVRO_UNICODE,
        /** Names that hold any are refused. */
        NONE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    AvroNames {
        requireNonNull(adjustment, "adjustment");
    }

    /**
     * The name of a field for a column.
     *
     * @throws EncodeException when there is none
     */
    String field(String column) {
        return adjusted(column, "column");
    }

    /**
     * The names of fields for columns, in their order.
     *
     * @throws EncodeException when two columns would have one
     */
    List<String> fields(List<String> columns) {
        List<String> fields = new ArrayList<>(columns.size());
        for (String column : columns) {
            String field = field(column);
            int other = fields.indexOf(field);
            if (other >= 0) {
                throw new EncodeException(
                        RejectReason.ILLEGAL_NAME,
                        "columns " + columns.get(other) + " and " + column + " would both be the field " + field
                                + ", since Avro takes letters, digits and _ only",
                        "rename one with a rename operator, or set " + AvroOptions.NAME_ADJUSTMENT.key() + " to "
                                + Adjustment.AVRO_UNICODE);
            }
            fields.add(field);
        }
        return fields;
    }

    /** A namespace of parts, each of them one name: a point in a table's name is no separator. */
    String namespace(String... parts) {
        List<String> adjusted = new ArrayList<>(parts.length);
        for (String part : parts) {
            if (!part.isEmpty()) {
                adjusted.add(adjusted(part, "name"));
            }
        }
        return String.join(".", adjusted);
    }

    private String adjusted(String name, String what) {
        StringBuilder adjusted = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            append(name.charAt(i), i == 0, name, what, adjusted);
        }
        if (adjusted.isEmpty()) {
            throw new EncodeException(
                    RejectReason.ILLEGAL_NAME, "a " + what + " is empty, which Avro does not take", "rename it");
        }
        return adjusted.toString();
    }

    private void append(char c, boolean first, String name, String what, StringBuilder to) {
        boolean digit = c >= '0' && c <= '9';
        boolean legal = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || digit && !first;
        switch (adjustment) {
            case AVRO -> {
                if (!legal) {
                    to.append('_');
                }
                if (legal || digit) {
                    to.append(c);
                }
            }
            case AVRO_UNICODE -> {
                if (legal && c != '_') {
                    to.append(c);
                } else {
                    to.append(String.format("_u%04x", (int) c));
                }
            }
            case NONE -> {
                if (!legal) {
                    throw new EncodeException(
                            RejectReason.ILLEGAL_NAME,
                            "the " + what + " " + name
                                    + " is none that Avro takes: letters, digits and _, no digit first",
                            "rename it, or set " + AvroOptions.NAME_ADJUSTMENT.key() + " to " + Adjustment.AVRO);
                }
                to.append(c);
            }
        }
    }
}
