package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import io.dbus.event.LogicalType;

/**
 * A column of a table that is made up.
 *
 * @param name its name
 * @param type its type
 * @param nullable whether values may be NULL
 */
record MockColumn(String name, LogicalType type, boolean nullable) {
    MockColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
    }
}
