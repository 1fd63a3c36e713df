package io.dbus.source.mysql.event;

import io.dbus.event.TableId;
import java.util.List;
import java.util.OptionalInt;

/**
 * TABLE_MAP_EVENT: the columns of a table as they stand in the row events that follow. What a row's end is found by is read
 * at once; names, charsets, labels and key (system variable {@code binlog_row_metadata}) when first asked for. Immutable.
 *
 * <p>Every transaction repeats the table maps of its tables: {@link #isSameAs} finds by comparing bytes that nothing changed.
 */
public final class TableMap {
    /** A column of the key: its position, and how many characters of it belong to the key (0: the whole). */
    public record KeyColumn(int position, int prefix) {}

    private TableMap() {}

    /** The number of the table in the row events that follow; the same table has others later. */
    public static long tableNumber(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /** The table's name alone. */
    public static TableId table(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /**
     * Parses the event. The body must not change any more.
     *
     * @throws BinlogFormatException when it is damaged or a column has a type that is not known: the message names table
     *     and type
     */
    public static TableMap parse(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /** Whether the event at these bytes says what this one said, the table's number included. */
    public boolean isSameAs(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }

    /** The number of the table. */
    public long number() {
        throw new UnsupportedOperationException();
    }

    /** The table. */
    public TableId table() {
        throw new UnsupportedOperationException();
    }

    /** How many columns it has. */
    public int columnCount() {
        throw new UnsupportedOperationException();
    }

    /** The real type of a column: a code of {@link ColumnType}, with ENUM and SET told from STRING. */
    public int type(int column) {
        throw new UnsupportedOperationException();
    }

    /** The type's metadata as {@link ColumnType} describes it. */
    public int meta(int column) {
        throw new UnsupportedOperationException();
    }

    /** Whether the column may be NULL. */
    public boolean isNullable(int column) {
        throw new UnsupportedOperationException();
    }

    /** Whether the event holds the columns' names: {@code binlog_row_metadata=FULL}. */
    public boolean hasNames() {
        throw new UnsupportedOperationException();
    }

    /** The names of the columns; empty when the event holds none. */
    public List<String> names() {
        throw new UnsupportedOperationException();
    }

    /** Whether the event says which numbers are unsigned (MySQL 8 always does). */
    public boolean hasSignedness() {
        throw new UnsupportedOperationException();
    }

    /** Whether a numeric column is unsigned; false when the event does not say. */
    public boolean isUnsigned(int column) {
        throw new UnsupportedOperationException();
    }

    /** The id of a column's collation (63 is binary), for text, ENUM and SET; empty when the event does not say. */
    public OptionalInt collation(int column) {
        throw new UnsupportedOperationException();
    }

    /** The labels of an ENUM or SET in the order of their declaration; empty when the event does not say. */
    public List<String> labels(int column) {
        throw new UnsupportedOperationException();
    }

    /** The columns of the primary key in its order; empty when there is none or the event does not say. */
    public List<KeyColumn> primaryKey() {
        throw new UnsupportedOperationException();
    }

    /** Whether SELECT * shows the column; true when the event does not say. */
    public boolean isVisible(int column) {
        throw new UnsupportedOperationException();
    }

    /** How many elements a VECTOR can hold; 0 when the event does not say. */
    public int vectorDimension(int column) {
        throw new UnsupportedOperationException();
    }
}
