package io.dbus.source.mysql.event;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowDecodeException;
import io.dbus.event.RowFormat;
import io.dbus.source.mysql.json.JsonDifference;

/**
 * Makes whole images of those in a PARTIAL_UPDATE_ROWS event, where the image after a change may hold of a JSON column what
 * changed in it only ({@code binlog_row_value_options=PARTIAL_JSON}). Between the images of a row stand options, and where these
 * say so a bit for each JSON column of the table, present or not (MySQL source, {@code rpl_record.h}).
 */
final class PartialImages {
    private static final int PARTIAL_JSON = 1;
    private static final int MAX_ONE_BYTE = 250;

    private final TableMap map;
    private final byte[] b;
    private final int end;
    private final int bitsLength;

    private int bits;
    private boolean hasDifferences;

    PartialImages(TableMap map, byte[] b, int end) {
        this.map = requireNonNull(map, "map");
        this.b = requireNonNull(b, "b");
        this.end = end;
        int json = 0;
        for (int type : map.types()) {
            json += type == ColumnType.JSON ? 1 : 0;
        }
        this.bitsLength = json + 7 >> 3;
    }

    /** Reads what stands between the images of a row; gives where the second one begins. */
    int open(int at) {
        if (at >= end) {
            throw damaged("ends between the images of a row");
        }
        int options = b[at] & 0xFF;
        if (options > MAX_ONE_BYTE || (options & ~PARTIAL_JSON) != 0) {
            throw damaged("has the value options " + options + ", of which only PARTIAL_JSON is known");
        }
        hasDifferences = false;
        if (options == 0) {
            return at + 1;
        }
        bits = at + 1;
        if (bitsLength > end - bits) {
            throw damaged("ends between the images of a row");
        }
        for (int i = 0; i < bitsLength; i++) {
            hasDifferences |= b[bits + i] != 0;
        }
        return bits + bitsLength;
    }

    /** Whether the second image may hold differences. */
    boolean hasDifferences() {
        return hasDifferences;
    }

    /**
     * The images of the row in an array of their own: that before the change, and behind it that after, whole.
     *
     * @throws BinlogFormatException when a difference cannot be applied: names the column and the cure
     */
    byte[] whole(int beforeStart, int beforeEnd, int[] beforeStarts, int afterStart, int afterEnd, int[] afterStarts) {
        int beforeLength = beforeEnd - beforeStart;
        int length = beforeLength + afterEnd - afterStart;
        byte[][] values = new byte[map.columnCount()][];
        int json = 0;
        for (int i = 0; i < values.length; i++) {
            if (map.type(i) != ColumnType.JSON) {
                continue;
            }
            boolean partial = (b[bits + (json >> 3)] & 1 << (json & 7)) != 0;
            json++;
            if (partial && afterStarts[i] >= 0) {
                values[i] = value(i, beforeStarts[i], afterStarts[i]);
                length = Math.addExact(length, values[i].length - size(i, afterStarts[i]));
            }
        }
        byte[] whole = new byte[length];
        System.arraycopy(b, beforeStart, whole, 0, beforeLength);
        int from = afterStart;
        int to = beforeLength;
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null) {
                int same = afterStarts[i] - from;
                System.arraycopy(b, from, whole, to, same);
                System.arraycopy(values[i], 0, whole, to + same, values[i].length);
                to += same + values[i].length;
                from = afterStarts[i] + size(i, afterStarts[i]);
            }
        }
        System.arraycopy(b, from, whole, to, afterEnd - from);
        return whole;
    }

    /** The document after the change with its length before it, as an image holds it. */
    private byte[] value(int column, int before, int difference) {
        if (before == RowFormat.ABSENT) {
            throw new BinlogFormatException("A PARTIAL_UPDATE_ROWS event of table " + map.table() + " says of column "
                    + name(column) + " only what changed in it, and not what it was before (binlog_row_image is not"
                    + " FULL), so what it is now is not known: SET GLOBAL binlog_row_value_options='' or binlog_row_image=FULL"
                    + " on the server, and in the sessions that set them otherwise, and start after this position once the table is"
                    + " read anew");
        }
        if (before == RowFormat.NULL) {
            throw damaged("has a difference of column " + name(column) + " to NULL");
        }
        int prefix = map.meta(column);
        byte[] document;
        try {
            document = JsonDifference.apply(
                    b,
                    before + prefix,
                    size(column, before) - prefix,
                    b,
                    difference + prefix,
                    size(column, difference) - prefix);
        } catch (RowDecodeException e) {
            throw new BinlogFormatException(
                    "A PARTIAL_UPDATE_ROWS event of table " + map.table() + " has a difference of column "
                            + name(column) + " that cannot be applied: " + e.getMessage(),
                    e);
        }
        byte[] value = new byte[prefix + document.length];
        for (int i = 0; i < prefix; i++) {
            value[i] = (byte) (document.length >>> 8 * i);
        }
        System.arraycopy(document, 0, value, prefix, document.length);
        return value;
    }

    private int size(int column, int start) {
        return ValueSize.of(map.type(column), map.meta(column), b, start, end);
    }

    private String name(int column) {
        return map.hasNames() ? map.names().get(column) : String.valueOf(column + 1);
    }

    private BinlogFormatException damaged(String what) {
        return new BinlogFormatException("A PARTIAL_UPDATE_ROWS event of table " + map.table() + " " + what);
    }
}
