package io.dbus.job.demo;

import static java.util.Objects.requireNonNull;

/**
 * A column of a table of the demo's shop, and how its values are brought to one text from both sides.
 *
 * @param name its name in MySQL
 * @param delivered its name as sinks see it
 * @param kind how its values are compared
 */
public record ShopColumn(String name, String delivered, Kind kind) {

    /** How values are compared. */
    public enum Kind {
        NUMBER,
        DECIMAL,
        TEXT,
        DATETIME,
        TIMESTAMP
    }

    public ShopColumn {
        requireNonNull(name, "name");
        requireNonNull(delivered, "delivered");
        requireNonNull(kind, "kind");
    }

    public static ShopColumn number(String name) {
        return new ShopColumn(name, name, Kind.NUMBER);
    }

    public static ShopColumn decimal(String name) {
        return new ShopColumn(name, name, Kind.DECIMAL);
    }

    public static ShopColumn text(String name) {
        return new ShopColumn(name, name, Kind.TEXT);
    }

    public static ShopColumn dateTime(String name) {
        return new ShopColumn(name, name, Kind.DATETIME);
    }

    public static ShopColumn timestamp(String name) {
        return new ShopColumn(name, name, Kind.TIMESTAMP);
    }

    public ShopColumn deliveredAs(String otherName) {
        return new ShopColumn(name, otherName, kind);
    }
}
