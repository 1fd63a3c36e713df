package io.dbus.source.mysql.event;

import io.dbus.event.Operation;
import io.dbus.event.RowFormat;
import java.util.Arrays;

/**
 * A cursor over the rows of a WRITE_ROWS, UPDATE_ROWS or DELETE_ROWS event, version 1 or 2, or of a PARTIAL_UPDATE_ROWS event, whose
 * images come out whole. Hot path: it finds where the images and their columns stand and decodes nothing; nothing is allocated per row,
 * but images with partial JSON updates are made anew.
 *
 * <pre>{@code
 * RowsEvent rows = RowsEvent.open(type, b, bodyStart, bodyEnd, tableMap);
 * while (rows.next()) {
 *     RowImage.partial(layout, rows.beforePresent(), rows.bytes(), rows.beforeStart(), rows.beforeLength()) ...
 * }
 * }</pre>
 */
public final class RowsEvent {
    private static final byte[] ALL = new byte[0];
    private static final int NUMBER_LENGTH = 6;
    private static final int STMT_END = 0x1;
    private static final String WHAT = "row event";

    private final int type;
    private final Operation operation;
    private final TableMap map;
    private final byte[] b;
    private final int end;
    private final PartialImages partial;
    private final byte[] beforePresent;
    private final byte[] afterPresent;
    private final int[] beforeStarts;
    private final int[] afterStarts;

    private int at;
    private int row = -1;
    private byte[] images;
    private int beforeStart;
    private int beforeEnd;
    private int afterStart;
    private int afterEnd;

    private RowsEvent(
            int type, Operation operation, TableMap map, byte[] b, int at, int end, byte[] before, byte[] after) {
        this.type = type;
        this.operation = operation;
        this.map = map;
        this.b = b;
        this.images = b;
        this.at = at;
        this.end = end;
        this.partial = type == EventType.PARTIAL_UPDATE_ROWS ? new PartialImages(map, b, end) : null;
        this.beforePresent = before;
        this.afterPresent = after;
        this.beforeStarts = operation == Operation.INSERT ? new int[0] : new int[map.columnCount()];
        this.afterStarts = operation == Operation.DELETE ? new int[0] : new int[map.columnCount()];
    }

    /** The number of the table, by which its TABLE_MAP is found. */
    public static long tableNumber(byte[] b, int bodyStart, int bodyEnd) {
        return new ByteReader(b, bodyStart, bodyEnd, WHAT).number(NUMBER_LENGTH);
    }

    /** Whether this is the last event of its statement (flag STMT_END_F): table numbers lose their meaning after it. */
    public static boolean endsStatement(byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, WHAT);
        in.skip(NUMBER_LENGTH);
        return (in.uint16() & STMT_END) != 0;
    }

    /**
     * Opens the event before its first row.
     *
     * @param map the TABLE_MAP that came before it under the same number
     * @throws BinlogFormatException when the event is damaged, is not of this table, or is not of rows
     */
    public static RowsEvent open(int type, byte[] b, int bodyStart, int bodyEnd, TableMap map) {
        Operation operation = operation(type, map);
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, EventType.name(type) + " event of " + map.table());
        long number = in.number(NUMBER_LENGTH);
        if (number != map.number()) {
            throw new BinlogFormatException("A " + EventType.name(type) + " event is of the table number " + number
                    + ", not of " + map.table() + " with the number " + map.number());
        }
        in.skip(2);
        if (hasExtraData(type)) {
            int extra = in.uint16();
            if (extra < 2) {
                throw in.truncated(2);
            }
            in.skip(extra - 2L);
        }
        long columns = in.lenenc();
        if (columns != map.columnCount()) {
            throw new BinlogFormatException("A " + EventType.name(type) + " event has " + columns
                    + " columns, its table " + map.table() + " has " + map.columnCount());
        }
        byte[] first = present(in, map.columnCount());
        byte[] second = operation == Operation.UPDATE ? present(in, map.columnCount()) : first;
        if (isCompressed(type)) {
            byte[] rows = MariaDbCompression.inflate(b, in.at(), bodyEnd);
            return new RowsEvent(type, operation, map, rows, 0, rows.length, first, second);
        }
        return new RowsEvent(type, operation, map, b, in.at(), bodyEnd, first, second);
    }

    private static Operation operation(int type, TableMap map) {
        return switch (type) {
            case EventType.WRITE_ROWS,
                    EventType.WRITE_ROWS_V1,
                    EventType.MARIADB_WRITE_ROWS_COMPRESSED,
                    EventType.MARIADB_WRITE_ROWS_COMPRESSED_V1 -> Operation.INSERT;
            case EventType.UPDATE_ROWS,
                    EventType.UPDATE_ROWS_V1,
                    EventType.PARTIAL_UPDATE_ROWS,
                    EventType.MARIADB_UPDATE_ROWS_COMPRESSED,
                    EventType.MARIADB_UPDATE_ROWS_COMPRESSED_V1 -> Operation.UPDATE;
            case EventType.DELETE_ROWS,
                    EventType.DELETE_ROWS_V1,
                    EventType.MARIADB_DELETE_ROWS_COMPRESSED,
                    EventType.MARIADB_DELETE_ROWS_COMPRESSED_V1 -> Operation.DELETE;
            default ->
                throw new BinlogFormatException(
                        "An event of type " + EventType.name(type) + " on table " + map.table() + " cannot be read");
        };
    }

    private static boolean hasExtraData(int type) {
        return switch (type) {
            case EventType.WRITE_ROWS,
                    EventType.UPDATE_ROWS,
                    EventType.DELETE_ROWS,
                    EventType.PARTIAL_UPDATE_ROWS,
                    EventType.MARIADB_WRITE_ROWS_COMPRESSED,
                    EventType.MARIADB_UPDATE_ROWS_COMPRESSED,
                    EventType.MARIADB_DELETE_ROWS_COMPRESSED -> true;
            default -> false;
        };
    }

    private static boolean isCompressed(int type) {
        return type >= EventType.MARIADB_WRITE_ROWS_COMPRESSED_V1 && type <= EventType.MARIADB_DELETE_ROWS_COMPRESSED;
    }

    private static byte[] present(ByteReader in, int columns) {
        byte[] bits = in.bytes((columns + 7) / 8);
        if ((columns & 7) != 0) {
            bits[bits.length - 1] &= (byte) ((1 << (columns & 7)) - 1); // The bits after the last column mean nothing.
        }
        int count = 0;
        for (byte eight : bits) {
            count += Integer.bitCount(eight & 0xFF);
        }
        return count == columns ? ALL : bits;
    }

    /** What the event does with its rows. */
    public Operation operation() {
        return operation;
    }

    /**
     * Moves to the next row.
     *
     * @return false when there is none left
     * @throws BinlogFormatException when the row does not fit the table or the event, or when it says of a JSON column what changed
     *     in it and not what it was before, so that what it is now is not known
     */
    public boolean next() {
        boolean found = skip();
        if (found && partial != null && partial.hasDifferences()) {
            restore();
        }
        return found;
    }

    /**
     * Moves over the next row, whose images are not looked at then: costs less than {@link #next()} where JSON columns are updated
     * partially.
     *
     * @return false when there is none left
     * @throws BinlogFormatException when the row does not fit the table or the event
     */
    public boolean skip() {
        if (at >= end) {
            return row < 0 && isRowOfDefaults();
        }
        row++;
        int start = at;
        if (operation != Operation.INSERT) {
            beforeStart = at;
            at = locate(beforePresent, beforeStarts, b, at, end);
            beforeEnd = at;
        }
        if (partial != null) {
            images = b;
            at = partial.open(at);
        }
        if (operation != Operation.DELETE) {
            afterStart = at;
            at = locate(afterPresent, afterStarts, b, at, end);
            afterEnd = at;
        }
        if (at == start) {
            throw damaged("has rows without any column");
        }
        return true;
    }

    private void restore() {
        int beforeLength = beforeEnd - beforeStart;
        images = partial.whole(beforeStart, beforeEnd, beforeStarts, afterStart, afterEnd, afterStarts);
        beforeStart = 0;
        beforeEnd = locate(beforePresent, beforeStarts, images, 0, beforeLength);
        afterStart = beforeLength;
        afterEnd = locate(afterPresent, afterStarts, images, beforeLength, images.length);
    }

    /**
     * With {@code binlog_row_image=MINIMAL}, {@code INSERT INTO t () VALUES ()} writes an event without a byte of rows; the
     * server refuses to write several such rows in one (seen on 9.7.4).
     */
    private boolean isRowOfDefaults() {
        if (operation != Operation.INSERT || map.columnCount() == 0 || count(afterPresent, map.columnCount()) > 0) {
            return false;
        }
        row = 0;
        afterStart = at;
        afterEnd = at;
        Arrays.fill(afterStarts, RowFormat.ABSENT);
        return true;
    }

    private int locate(byte[] present, int[] starts, byte[] bytes, int nulls, int limit) {
        int[] types = map.types();
        int[] metas = map.metas();
        int bit = 0;
        int next = nulls + (count(present, types.length) + 7 >> 3);
        if (next > limit) {
            throw damaged("ends inside the NULL bits of row " + row);
        }
        for (int i = 0; i < types.length; i++) {
            if (present.length != 0 && (present[i >> 3] & 1 << (i & 7)) == 0) {
                starts[i] = RowFormat.ABSENT;
                continue;
            }
            boolean isNull = (bytes[nulls + (bit >> 3)] & 1 << (bit & 7)) != 0;
            bit++;
            if (isNull) {
                starts[i] = RowFormat.NULL;
                continue;
            }
            int size = ValueSize.of(types[i], metas[i], bytes, next, limit);
            if (size < 0) {
                throw damaged(
                        size == ValueSize.TRUNCATED
                                ? "ends inside column " + (i + 1) + " of row " + row
                                : "has a value of " + ColumnType.name(types[i]) + " in column " + (i + 1)
                                        + ", which has none in the binlog");
            }
            starts[i] = next;
            next += size;
        }
        return next;
    }

    private static int count(byte[] present, int columns) {
        if (present.length == 0) {
            return columns;
        }
        int count = 0;
        for (byte eight : present) {
            count += Integer.bitCount(eight & 0xFF);
        }
        return count;
    }

    private BinlogFormatException damaged(String what) {
        return new BinlogFormatException("A " + EventType.name(type) + " event of table " + map.table() + " " + what);
    }

    /** Whether the current row is the last one. */
    public boolean isAtEnd() {
        return at >= end;
    }

    /** The number of the current row in the event, from 0. */
    public int row() {
        return row;
    }

    /**
     * The bytes in which the images of the current row stand: those given, or new ones for a compressed event of MariaDB and for a row
     * with partial JSON updates.
     */
    public byte[] bytes() {
        return images;
    }

    /** Where the image before the change begins; of updates and deletes. */
    public int beforeStart() {
        return beforeStart;
    }

    /** Its size in bytes. */
    public int beforeLength() {
        return beforeEnd - beforeStart;
    }

    /** Where the image after the change begins; of inserts and updates. */
    public int afterStart() {
        return afterStart;
    }

    /** Its size in bytes. */
    public int afterLength() {
        return afterEnd - afterStart;
    }

    /** Which columns the images before the change hold, as RowImage.partial takes it: empty when all. Shared by all rows. */
    public byte[] beforePresent() {
        return beforePresent;
    }

    /** Which columns the images after the change hold, as RowImage.partial takes it: empty when all. Shared by all rows. */
    public byte[] afterPresent() {
        return afterPresent;
    }

    /**
     * Where the columns of the current row's image before the change stand in {@link #bytes()}, as
     * {@link io.dbus.event.RowFormat#locate} gives it. Valid until {@link #next()}; not to be changed.
     */
    public int[] beforeStarts() {
        return beforeStarts;
    }

    /** The same of the image after the change. */
    public int[] afterStarts() {
        return afterStarts;
    }

    /** The table. */
    public TableMap map() {
        return map;
    }
}
