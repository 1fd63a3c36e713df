package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * A column as operators and sinks see it.
 *
 * @param name the column's name
 * @param position its place in the {@link RowLayout} of the table's images, from 0; stays when a column is renamed and
 *     when others are dropped
 */
public record Column(String name, int position) {
    public Column {
        requireNonNull(name, "name");
        if (position < 0) {
            throw new IllegalArgumentException("position must not be negative: " + position);
        }
    }
}
