package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

/**
 * A type that a column can have.
 *
 * @param sql as CREATE TABLE takes it
 * @param use where such columns can stand
 * @param values writes values of the type
 */
record Type(String sql, Use use, Values values) {
    Type {
        requireNonNull(sql, "sql");
        requireNonNull(use, "use");
        requireNonNull(values, "values");
    }

    /** Where columns of a type can stand. */
    enum Use {
        /** In keys too. */
        KEY,
        /** Not in keys. */
        VALUE,
        /** Not in keys, and changed by functions of JSON too. */
        DOCUMENT
    }

    /** Writes values in SQL. */
    interface Values {
        /**
         * A value, not NULL.
         *
         * @param lenient whether the session takes values that strict mode refuses
         */
        String next(Dice dice, boolean lenient);
    }

    /** Whether its values are bytes of any kind. */
    boolean holdsBytes() {
        return sql.contains("BINARY") || sql.contains("BLOB") || sql.startsWith("BIT") || sql.startsWith("VECTOR");
    }

    boolean isText() {
        return sql.contains("CHARACTER SET");
    }

    boolean isVector() {
        return sql.startsWith("VECTOR");
    }

    boolean isGeometry() {
        return sql.contains("GEOMETRY")
                || sql.contains("POINT")
                || sql.contains("LINESTRING")
                || sql.contains("POLYGON");
    }

    boolean canBeKey() {
        return use == Use.KEY;
    }

    boolean isDocument() {
        return use == Use.DOCUMENT;
    }
}
