package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * All rows of a table were taken out at once, without a change for each: TRUNCATE TABLE. It has a sequence of its own, which orders it among the
 * table's rows; it waits for none of them: rows of earlier sequences may arrive after it on other lanes.
 *
 * @param source the table as its server names it
 * @param table the table's name as sinks see it
 * @param origin where it comes from
 * @param key the key of the exchange: the table's name, no row's key
 */
public record Truncate(TableId source, TableId table, Origin origin, EventKey key) implements Event {
    public Truncate {
        requireNonNull(source, "source");
        requireNonNull(table, "table");
        requireNonNull(origin, "origin");
        requireNonNull(key, "key");
    }

    /** The same event under another table name: what sinks see. */
    public Truncate withTable(TableId to) {
        return new Truncate(source, to, origin, key);
    }
}
