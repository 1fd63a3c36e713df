package io.dbus.event;

/**
 * How values stand in the bytes of a row image. A source brings the format in which its server sends rows, so that
 * images travel as they came and only what somebody reads is decoded. Formats are found by {@link java.util.ServiceLoader}
 * under their name, on every machine of a cluster: a format has a public constructor without arguments and no state.
 */
public interface RowFormat {
    /** In {@link #locate}: the column is in the image and is NULL. */
    int NULL = -1;

    /** In {@link #locate}: the column is not in the image. */
    int ABSENT = -2;

    /** The format's name, which travels with every schema; never change it. */
    String name();

    /**
     * Finds the columns of an image.
     *
     * @param layout the columns
     * @param present which columns the image holds, bit {@code i % 8} of byte {@code i / 8} for column {@code i}; an
     *     empty array means all; may go on behind the columns
     * @param bytes holds the image
     * @param offset where the image begins
     * @param starts takes, for each column of the layout, the offset of its value in {@code bytes}, {@link #NULL} or
     *     {@link #ABSENT}; may be longer than the layout
     * @return the offset after the image
     * @throws RowDecodeException when the bytes are no image of this layout; never another exception
     */
    int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts);

    /**
     * Reads one value, which is not NULL, and hands it to exactly one method of the receiver.
     *
     * @param column the column's type
     * @param bytes holds the image
     * @param start where the value begins, as {@link #locate} found it
     * @throws RowDecodeException when the bytes are no value of the type; never another exception but the receiver's
     */
    void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver);

    /**
     * Overwrites what one value says where it stands, so that nobody can read it any more, and keeps its size, so that the others stay where they are. The value
     * need not be one of its type any more.
     *
     * @param bytes holds the image; changed
     * @param start where the value begins, as {@link #locate} found it
     * @throws RowDecodeException when the bytes are no value of the type
     */
    void erase(LayoutColumn column, byte[] bytes, int start);
}
