package io.dbus.source.mysql.row;

import io.dbus.event.EventKey;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.RowsEvent;

/**
 * Reads the keys of a table's rows: (source, server where servers share tables, database, table, key columns). A table without
 * key columns has one key. Not thread-safe.
 */
public final class KeyReader {

    /**
     * A reader for one table.
     *
     * @param source the name of the source
     * @param server the name of the server where several servers of the source hold the table; else empty
     * @param schema the table
     */
    public KeyReader(String source, String server, TableSchema schema) {
        throw new UnsupportedOperationException();
    }

    /**
     * The key of an image.
     *
     * @throws io.dbus.event.RowDecodeException when the image lacks a column of the key: names table and column
     */
    public EventKey key(RowImage image) {
        throw new UnsupportedOperationException();
    }

    /** The key of the current row before its change: of updates and deletes. Throws as {@link #key(RowImage)}. */
    public EventKey keyBefore(RowsEvent rows) {
        throw new UnsupportedOperationException();
    }

    /**
     * The key of the current row after its change: of inserts and updates. A key column that the image after an update lacks
     * did not change ({@code binlog_row_image=MINIMAL}) and is taken from the image before.
     */
    public EventKey keyAfter(RowsEvent rows) {
        throw new UnsupportedOperationException();
    }

    /** Whether the current row, of an update, has the same key before and after. Compares bytes before it decodes anything. */
    public boolean sameKey(RowsEvent rows) {
        throw new UnsupportedOperationException();
    }
}
