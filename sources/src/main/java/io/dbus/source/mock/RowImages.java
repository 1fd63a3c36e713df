package io.dbus.source.mock;

import java.util.Locale;

/** Which columns the images of a change hold, as MySQL's binlog_row_image has it. */
enum RowImages {
    /** All columns. */
    FULL,
    /** Before: the key, or all columns of a table without one. After an update: what it changed; after an insert: all. */
    MINIMAL,
    /** All columns but TEXT, BLOB, JSON and GEOMETRY ones that were not changed. */
    NOBLOB;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
