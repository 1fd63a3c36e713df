package io.dbus.source.mysql.row;

import io.dbus.event.LayoutColumn;
import io.dbus.event.RowFormat;
import io.dbus.event.RowLayout;
import io.dbus.event.ValueReceiver;

/**
 * Row images as MySQL and MariaDB write them to the binlog: a bitmap of the NULLs among the columns present, then the
 * values one after the other (MySQL Internals, Rows event). {@code sources/TYPES.md} lists what each type becomes.
 */
public final class MySqlRowFormat implements RowFormat {
    /** The format's name. */
    public static final String NAME = "mysql";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        throw new UnsupportedOperationException();
    }
}
