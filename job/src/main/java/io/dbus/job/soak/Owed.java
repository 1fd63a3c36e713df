package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.job.demo.ShopTable;
import java.util.Map;

/**
 * What the sinks owe for a table of a server.
 *
 * @param entry the server's name in the pipeline file
 * @param table the table
 * @param history what was done to it
 * @param rows what SELECT shows after that, by key
 */
record Owed(String entry, ShopTable table, KeyHistory history, Map<String, String> rows) {
    Owed {
        requireNonNull(entry, "entry");
        requireNonNull(table, "table");
        requireNonNull(history, "history");
        rows = Map.copyOf(rows);
    }

    String topic() {
        return table.topic(entry);
    }

    String index() {
        return table.index(entry);
    }
}
