package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * The columns of the images of a table, in the order of the images. It says nothing of names: those are
 * {@link TableSchema}'s, and change without it.
 *
 * @param format the format of the images, not null
 * @param columns the columns, not null
 */
public record RowLayout(RowFormat format, List<LayoutColumn> columns) {
    public RowLayout {
        requireNonNull(format, "format");
        columns = List.copyOf(columns);
    }

    /** How many columns an image has, those absent from it included. */
    public int size() {
        return columns.size();
    }

    /** The column at a position. */
    public LayoutColumn column(int position) {
        return columns.get(position);
    }
}
