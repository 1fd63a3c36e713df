package io.dbus.event;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.nio.ByteBuffer;

/**
 * dbus's own row format, {@code dbus}: for sources whose servers send no row images and for rows that an operator makes. {@link
 * RowBuilder} writes it. A value begins with the number of bytes that follow, as four bytes; NULL is -1, absent -2. All
 * numbers are big-endian.
 */
public final class CompactRowFormat implements RowFormat {
    /** The format's name. */
    public static final String NAME = "dbus";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        int at = offset;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = 0; i < starts.length; i++) {
            if (at + Integer.BYTES > bytes.length) {
                throw new RowDecodeException("The row image ends before column " + i);
            }
            int length = buffer.getInt(at);
            starts[i] = length >= 0 ? at : length;
            at += Integer.BYTES + Math.max(length, 0);
            if (length < ABSENT || at > bytes.length || at < offset) {
                throw new RowDecodeException("Column " + i + " of the row image has the length " + length);
            }
        }
        return at;
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        int length = in.getInt();
        int at = in.position();
        LogicalType type = column.type();
        switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, YEAR -> receiver.int64(in.getLong());
            case BIGINT -> {
                if (type.unsigned()) {
                    receiver.uint64(in.getLong());
                } else {
                    receiver.int64(in.getLong());
                }
            }
            case BIT -> receiver.bits(in.getLong(), type.length());
            case DECIMAL -> receiver.decimal(new BigDecimal(new String(bytes, at, length, US_ASCII)));
            case FLOAT -> receiver.float32(in.getFloat());
            case DOUBLE -> receiver.float64(in.getDouble());
            case DATE -> receiver.date(in.getInt(), in.getInt(), in.getInt());
            case TIME -> receiver.time(in.getLong(), type.scale());
            case DATETIME ->
                receiver.datetime(
                        in.getInt(),
                        in.getInt(),
                        in.getInt(),
                        in.getInt(),
                        in.getInt(),
                        in.getInt(),
                        in.getInt(),
                        type.scale());
            case TIMESTAMP -> receiver.timestamp(in.getLong(), in.getInt(), type.scale());
            case CHAR, VARCHAR, TEXT, ENUM, SET -> receiver.text(bytes, at, length);
            case BINARY, VARBINARY, BLOB -> receiver.binary(bytes, at, length);
            case JSON -> receiver.json(bytes, at, length);
            case GEOMETRY -> receiver.geometry(in.getInt(), bytes, at + Integer.BYTES, length - Integer.BYTES);
            case VECTOR -> receiver.vector(bytes, at, length / Float.BYTES);
        }
    }
}
