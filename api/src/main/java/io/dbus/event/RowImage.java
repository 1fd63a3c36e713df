package io.dbus.event;

import static java.util.Objects.checkFromIndexSize;
import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The state of a row before or after a change: bytes in the layout of its source, decoded column by column when asked.
 *
 * <p>Hot path: the columns are located once, at the first look, and values go to a {@link ValueReceiver} unboxed. Reading
 * from several threads is safe: locating twice gives the same result. The bytes may be a part of a larger buffer and must not change.
 */
public final class RowImage {
    private static final byte[] ALL = new byte[0];

    private final RowLayout layout;
    private final byte[] present;
    private final byte[] bytes;
    private final int offset;
    private final int length;
    // Volatile: an array that another thread sees must be seen filled.
    private volatile int[] starts;

    private RowImage(RowLayout layout, byte[] present, byte[] bytes, int offset, int length) {
        this.layout = requireNonNull(layout, "layout");
        this.present = requireNonNull(present, "present");
        this.bytes = requireNonNull(bytes, "bytes");
        checkFromIndexSize(offset, length, bytes.length);
        if (present.length != 0 && present.length < (layout.size() + 7) / 8) {
            throw new RowDecodeException("A row image of " + layout.size() + " columns has a presence bitmap of "
                    + present.length + " bytes");
        }
        this.offset = offset;
        this.length = length;
    }

    /** An image that holds every column of its layout. */
    public static RowImage full(RowLayout layout, byte[] bytes, int offset, int length) {
        return new RowImage(layout, ALL, bytes, offset, length);
    }

    /**
     * An image that holds some columns only.
     *
     * @param present as in {@link RowFormat#locate}; empty means all columns
     * @throws RowDecodeException when the bitmap is too short for the layout
     */
    public static RowImage partial(RowLayout layout, byte[] present, byte[] bytes, int offset, int length) {
        return new RowImage(layout, present, bytes, offset, length);
    }

    public RowLayout layout() {
        return layout;
    }

    /** Whether the image holds all columns of its layout. */
    public boolean isFull() {
        if (present.length == 0) {
            return true;
        }
        for (int position = 0; position < layout.size(); position++) {
            if (!isPresent(position)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the image holds a column: an absent column is not known, which is not NULL. */
    public boolean isPresent(int position) {
        return present.length == 0 || (present[position >> 3] & 1 << (position & 7)) != 0;
    }

    /** Whether a column is present and NULL. */
    public boolean isNull(int position) {
        return located()[position] == RowFormat.NULL;
    }

    /**
     * Hands the value of a column to the receiver, {@link ValueReceiver#nullValue()} for NULL.
     *
     * @throws IllegalStateException when the column is absent: ask {@link #isPresent} first
     * @throws RowDecodeException when the bytes are no value of the column's type
     */
    public void read(int position, ValueReceiver receiver) {
        int start = located()[position];
        if (start >= 0) {
            layout.format().read(layout.column(position), bytes, start, receiver);
        } else if (start == RowFormat.NULL) {
            receiver.nullValue();
        } else {
            throw new IllegalStateException("Column " + position + " is not in this partial row image");
        }
    }

    /** The size of the image in bytes. */
    public int length() {
        return length;
    }

    /** A copy of the image's bytes, for state: with {@link #copyOfPresence} and the layout, {@link #partial} makes the image again. */
    public byte[] copyOfBytes() {
        return Arrays.copyOfRange(bytes, offset, offset + length);
    }

    /** A copy of the presence bitmap as in {@link RowFormat#locate}; empty when all columns are present. */
    public byte[] copyOfPresence() {
        return present.length == 0 ? ALL : present.clone();
    }

    /** The presence bitmap as in {@link RowFormat#locate}; not to be changed. */
    byte[] present() {
        return present;
    }

    /** The buffer that holds the image; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /** Where the image begins in {@link #bytes()}. */
    int offset() {
        return offset;
    }

    /** Sets the bits of the first columns that the image holds. */
    void copyPresence(int columns, byte[] to) {
        for (int position = 0; position < columns; position++) {
            if (isPresent(position)) {
                to[position >> 3] |= (byte) (1 << (position & 7));
            }
        }
    }

    /** The size of a column that {@link CompactRowFormat} laid out, its length included. */
    int compactSize(int position) {
        int start = located()[position];
        return Integer.BYTES + (start < 0 ? 0 : ByteBuffer.wrap(bytes).getInt(start));
    }

    /** Copies a column that {@link CompactRowFormat} laid out, NULL and absent ones too; gives its size. */
    int copyCompact(int position, byte[] to, int at) {
        int start = located()[position];
        int size = compactSize(position);
        if (start < 0) {
            ByteBuffer.wrap(to).putInt(at, start);
        } else {
            System.arraycopy(bytes, start, to, at, size);
        }
        return size;
    }

    /** Erases a column in a copy of the image's bytes, which begins with them. */
    void eraseIn(byte[] copy, int position) {
        int start = located()[position];
        if (start >= 0) {
            layout.format().erase(layout.column(position), copy, start - offset);
        }
    }

    private int[] located() {
        int[] found = starts;
        if (found == null) {
            found = new int[layout.size()];
            int end = layout.format().locate(layout, present, bytes, offset, found);
            if (end != offset + length) {
                throw new RowDecodeException("A row image of " + length + " bytes ends after " + (end - offset));
            }
            starts = found;
        }
        return found;
    }
}
