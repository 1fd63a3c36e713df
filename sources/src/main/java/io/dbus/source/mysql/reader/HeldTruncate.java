package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import io.dbus.event.TableId;

/**
 * TRUNCATE TABLE of a selected table.
 *
 * @param table the table
 * @param key the table's key in the exchange
 * @param position where the statement stands in the file
 * @param query its text, empty when not wanted
 * @param thread the id of the session that ran it
 */
record HeldTruncate(TableId table, EventKey key, long position, String query, long thread) implements Held {
    private static final int SIZE = 100;

    HeldTruncate {
        requireNonNull(table, "table");
        requireNonNull(key, "key");
        requireNonNull(query, "query");
    }

    @Override
    public int size() {
        return SIZE + query.length();
    }

    @Override
    public boolean isSelected() {
        return true;
    }
}
