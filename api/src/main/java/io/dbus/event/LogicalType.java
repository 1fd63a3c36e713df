package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The type of a column as its users know it. How its bytes are laid out is another matter: {@link PhysicalType}.
 *
 * @param kind the kind of value
 * @param length characters of a CHAR or VARCHAR, bytes of a BINARY or VARBINARY, bits of a BIT, digits of a DECIMAL,
 *     elements of a VECTOR; 0 where it says nothing or is not known
 * @param scale the digits after the point of a DECIMAL; the fractional second digits (0 to 6) of a TIME, DATETIME or
 *     TIMESTAMP; otherwise 0
 * @param unsigned whether a number is unsigned
 * @param labels the labels of an ENUM or SET in the order of their declaration; otherwise empty
 */
public record LogicalType(Kind kind, int length, int scale, boolean unsigned, List<String> labels) {

    /** The kinds of values. The codes are part of the serialized form of an event: never reuse one. */
    public enum Kind {
        TINYINT(1),
        SMALLINT(2),
        MEDIUMINT(3),
        INT(4),
        BIGINT(5),
        DECIMAL(6),
        FLOAT(7),
        DOUBLE(8),
        BIT(9),
        YEAR(10),
        DATE(11),
        TIME(12),
        DATETIME(13),
        TIMESTAMP(14),
        CHAR(15),
        VARCHAR(16),
        TEXT(17),
        BINARY(18),
        VARBINARY(19),
        BLOB(20),
        ENUM(21),
        SET(22),
        JSON(23),
        GEOMETRY(24),
        VECTOR(25);

        private static final Kind[] BY_CODE = values();

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** The stable code of this kind, 1 to 127. */
        public int code() {
            return code;
        }

        /**
         * The kind of a code.
         *
         * @throws IllegalArgumentException when no kind has the code
         */
        public static Kind ofCode(int code) {
            for (Kind kind : BY_CODE) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new IllegalArgumentException("No kind of type has the code " + code);
        }
    }

    public LogicalType {
        requireNonNull(kind, "kind");
        labels = List.copyOf(labels);
    }

    /** A type that its kind describes in full. */
    public static LogicalType of(Kind kind) {
        return new LogicalType(kind, 0, 0, false, List.of());
    }

    /** A type with a length. */
    public static LogicalType of(Kind kind, int length) {
        return new LogicalType(kind, length, 0, false, List.of());
    }

    /** An unsigned number. */
    public static LogicalType unsigned(Kind kind) {
        return new LogicalType(kind, 0, 0, true, List.of());
    }

    /** A DECIMAL of so many digits, {@code scale} of them after the point. */
    public static LogicalType decimal(int precision, int scale) {
        return new LogicalType(Kind.DECIMAL, precision, scale, false, List.of());
    }

    /** A TIME, DATETIME or TIMESTAMP with so many fractional digits, 0 to 6. */
    public static LogicalType temporal(Kind kind, int fractionalDigits) {
        return new LogicalType(kind, 0, fractionalDigits, false, List.of());
    }

    /** An ENUM or SET with its labels. */
    public static LogicalType labelled(Kind kind, List<String> labels) {
        return new LogicalType(kind, 0, 0, false, labels);
    }

    @Override
    public String toString() {
        String text = kind.name();
        if (kind == Kind.DECIMAL) {
            text += "(" + length + "," + scale + ")";
        } else if (length > 0) {
            text += "(" + length + ")";
        } else if (scale > 0) {
            text += "(" + scale + ")";
        }
        return unsigned ? text + " UNSIGNED" : text;
    }
}
