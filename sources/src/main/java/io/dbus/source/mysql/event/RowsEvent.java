package io.dbus.source.mysql.event;

import io.dbus.event.Operation;

/**
 * A cursor over the rows of a WRITE_ROWS, UPDATE_ROWS or DELETE_ROWS event, version 1 or 2. Hot path: it finds where the
 * images stand and decodes nothing; nothing is allocated per row.
 *
 * <pre>{@code
 * RowsEvent rows = RowsEvent.open(type, b, bodyStart, bodyEnd, tableMap);
 * while (rows.next()) {
 *     RowImage.partial(layout, rows.beforePresent(), b, rows.beforeStart(), rows.beforeLength()) ...
 * }
 * }</pre>
 */
public final class RowsEvent {

    private RowsEvent() {}

    /** The number of the table, by which its TABLE_MAP is found. */
    public static long tableNumber(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /** Whether this is the last event of its statement (flag STMT_END_F): table numbers lose their meaning after it. */
    public static boolean endsStatement(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /**
     * Opens the event before its first row.
     *
     * @param map the TABLE_MAP that came before it under the same number
     * @throws BinlogFormatException when the event is damaged, is not of this table, or is of a type whose rows cannot be
     *     read yet (PARTIAL_UPDATE_ROWS, MariaDB's compressed ones): the message names the table and the cure
     */
    public static RowsEvent open(int type, byte[] b, int bodyStart, int bodyEnd, TableMap map) {
        throw new UnsupportedOperationException();
    }

    /** What the event does with its rows. */
    public Operation operation() {
        throw new UnsupportedOperationException();
    }

    /**
     * Moves to the next row.
     *
     * @return false when there is none left
     * @throws BinlogFormatException when the row does not fit the table or the event
     */
    public boolean next() {
        throw new UnsupportedOperationException();
    }

    /** The number of the current row in the event, from 0. */
    public int row() {
        throw new UnsupportedOperationException();
    }

    /** The bytes in which the images stand. */
    public byte[] bytes() {
        throw new UnsupportedOperationException();
    }

    /** Where the image before the change begins; of updates and deletes. */
    public int beforeStart() {
        throw new UnsupportedOperationException();
    }

    /** Its size in bytes. */
    public int beforeLength() {
        throw new UnsupportedOperationException();
    }

    /** Where the image after the change begins; of inserts and updates. */
    public int afterStart() {
        throw new UnsupportedOperationException();
    }

    /** Its size in bytes. */
    public int afterLength() {
        throw new UnsupportedOperationException();
    }

    /** Which columns the images before the change hold, as RowImage.partial takes it: empty when all. Shared by all rows. */
    public byte[] beforePresent() {
        throw new UnsupportedOperationException();
    }

    /** Which columns the images after the change hold, as RowImage.partial takes it: empty when all. Shared by all rows. */
    public byte[] afterPresent() {
        throw new UnsupportedOperationException();
    }

    /**
     * Where the columns of the current row's image before the change stand in {@link #bytes()}, as
     * {@link io.dbus.event.RowFormat#locate} gives it. Valid until {@link #next()}; not to be changed.
     */
    public int[] beforeStarts() {
        throw new UnsupportedOperationException();
    }

    /** The same of the image after the change. */
    public int[] afterStarts() {
        throw new UnsupportedOperationException();
    }
}
