package io.dbus.event;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * dbus's own row format, {@code dbus}: for sources whose servers send no row images and for rows that an operator makes. {@link
 * RowBuilder} writes it. A value begins with the number of bytes that follow, as four bytes; NULL is -1, absent -2. All
 * numbers are big-endian.
 */
public final class CompactRowFormat implements RowFormat {
    /** The format's name. */
    public static final String NAME = "dbus";

    /** 838:59:59.999999, the largest TIME (MySQL manual, "The TIME Type"), in microseconds. */
    private static final long LONGEST_TIME = 3_020_399_999_999L;

    /** The years 0000 to 9999 in UTC, as seconds of the epoch. */
    private static final long FIRST_SECOND = -62_167_219_200L;

    private static final long LAST_SECOND = 253_402_300_799L;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        return locate(0, layout.size(), present, bytes, offset, starts);
    }

    /** As {@link #locate(RowLayout, byte[], byte[], int, int[])}, of some columns of a layout: from one position up to another, the latter excluded. */
    static int locate(int from, int to, byte[] present, byte[] bytes, int offset, int[] starts) {
        int at = offset;
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        for (int i = from; i < to; i++) {
            if (bytes.length - at < Integer.BYTES) {
                throw new RowDecodeException("The row image ends before column " + i);
            }
            int length = buffer.getInt(at);
            at += Integer.BYTES;
            if (length < ABSENT || length > bytes.length - at) {
                throw new RowDecodeException("Column " + i + " of the row image has the length " + length);
            }
            boolean listed = present.length == 0 || (present[i >> 3] & 1 << (i & 7)) != 0;
            if (listed == (length == ABSENT)) {
                throw new RowDecodeException(
                        "Column " + i + " of the row image is there by the bitmap or by its length but not by both");
            }
            starts[i] = length >= 0 ? at - Integer.BYTES : length;
            at += Math.max(length, 0);
        }
        return at;
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        int length = in.getInt();
        int at = in.position();
        LogicalType type = column.type();
        requireLength(type, length);
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
            case DECIMAL -> receiver.decimal(decimal(bytes, at, length));
            case FLOAT -> receiver.float32(in.getFloat());
            case DOUBLE -> receiver.float64(in.getDouble());
            case DATE -> receiver.date(year(in), within(in, "month", 12), within(in, "day", 31));
            case TIME -> receiver.time(time(in), type.scale());
            case DATETIME ->
                receiver.datetime(
                        year(in),
                        within(in, "month", 12),
                        within(in, "day", 31),
                        within(in, "hour", 23),
                        within(in, "minute", 59),
                        within(in, "second", 59),
                        within(in, "microsecond", 999_999),
                        type.scale());
            case TIMESTAMP -> receiver.timestamp(second(in), within(in, "microsecond", 999_999), type.scale());
            case CHAR, VARCHAR, TEXT, ENUM, SET -> receiver.text(bytes, at, length);
            case BINARY, VARBINARY, BLOB -> receiver.binary(bytes, at, length);
            case JSON -> receiver.json(bytes, at, length);
            case GEOMETRY -> receiver.geometry(in.getInt(), bytes, at + Integer.BYTES, length - Integer.BYTES);
            case VECTOR -> receiver.vector(bytes, at, length / Float.BYTES);
        }
    }

    @Override
    public void erase(LayoutColumn column, byte[] bytes, int start) {
        int length = ByteBuffer.wrap(bytes).getInt(start);
        Arrays.fill(bytes, start + Integer.BYTES, start + Integer.BYTES + length, (byte) 0);
    }

    private static void requireLength(LogicalType type, int length) {
        boolean right =
                switch (type.kind()) {
                    case TINYINT, SMALLINT, MEDIUMINT, INT, YEAR, BIGINT, BIT, DOUBLE, TIME -> length == Long.BYTES;
                    case FLOAT -> length == Float.BYTES;
                    case DATE -> length == 3 * Integer.BYTES;
                    case DATETIME -> length == 7 * Integer.BYTES;
                    case TIMESTAMP -> length == Long.BYTES + Integer.BYTES;
                    case GEOMETRY -> length >= Integer.BYTES;
                    case VECTOR -> length % Float.BYTES == 0;
                    case DECIMAL, CHAR, VARCHAR, TEXT, ENUM, SET, BINARY, VARBINARY, BLOB, JSON -> length >= 0;
                };
        if (!right) {
            throw new RowDecodeException("A value of type " + type + " cannot have " + length + " bytes");
        }
    }

    private static BigDecimal decimal(byte[] bytes, int at, int length) {
        // Plain digits only, as RowBuilder writes them: an exponent would let a few bytes stand for a huge number.
        for (int i = at; i < at + length; i++) {
            byte c = bytes[i];
            if ((c < '0' || c > '9') && c != '.' && !(c == '-' && i == at)) {
                throw new RowDecodeException("A DECIMAL holds the byte " + (c & 0xFF));
            }
        }
        try {
            return new BigDecimal(new String(bytes, at, length, US_ASCII));
        } catch (NumberFormatException e) {
            throw new RowDecodeException("A DECIMAL of " + length + " bytes is no number", e);
        }
    }

    private static long time(ByteBuffer in) {
        long micros = in.getLong();
        if (micros < -LONGEST_TIME || micros > LONGEST_TIME) {
            throw new RowDecodeException("A TIME has " + micros + " microseconds");
        }
        return micros;
    }

    private static long second(ByteBuffer in) {
        long second = in.getLong();
        if (second < FIRST_SECOND || second > LAST_SECOND) {
            throw new RowDecodeException("A TIMESTAMP is second " + second + " of the epoch");
        }
        return second;
    }

    private static int year(ByteBuffer in) {
        return within(in, "year", 9999);
    }

    private static int within(ByteBuffer in, String part, int most) {
        int value = in.getInt();
        if (value < 0 || value > most) {
            throw new RowDecodeException("A date or time has the " + part + " " + value);
        }
        return value;
    }
}
