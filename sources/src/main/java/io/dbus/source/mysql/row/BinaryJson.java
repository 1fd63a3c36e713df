package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import io.dbus.event.ValueReceiver;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.ValueSize;

/**
 * JSON documents in the server's binary form (MySQL source, {@code json_binary.h}) as the text that the server prints for
 * them: {@code ", "} and {@code ": "} between parts, members in the order of the binary form, DECIMALs with all their digits,
 * dates and times as strings with six fractional digits, other values that JSON lacks as {@code "base64:typeNN:..."}.
 */
final class BinaryJson {
    private static final int SMALL_OBJECT = 0x00;
    private static final int LARGE_OBJECT = 0x01;
    private static final int SMALL_ARRAY = 0x02;
    private static final int LARGE_ARRAY = 0x03;
    private static final int LITERAL = 0x04;
    private static final int INT16 = 0x05;
    private static final int UINT16 = 0x06;
    private static final int INT32 = 0x07;
    private static final int UINT32 = 0x08;
    private static final int INT64 = 0x09;
    private static final int UINT64 = 0x0A;
    private static final int DOUBLE = 0x0B;
    private static final int STRING = 0x0C;
    private static final int OPAQUE = 0x0F;

    /** The server goes no deeper (MySQL manual, The JSON Data Type). */
    private static final int MAX_DEPTH = 100;

    private static final int MAX_YEAR_MONTH = 9999 * 13 + 12;

    private final byte[] b;
    private final int end;
    private final JsonText out;
    private int budget;

    private BinaryJson(byte[] b, int start, int length, JsonText out) {
        this.b = b;
        this.end = start + length;
        this.out = out;
        // No part of a document stands in another: the parts read together are no larger than the whole. Without this a
        // damaged document whose parts lie in each other would grow without bounds.
        this.budget = length;
    }

    /** Reads a document and hands its text to the receiver. */
    static void read(byte[] b, int start, int length, ValueReceiver receiver) {
        JsonText out = new JsonText(Scratch.borrow(length * 2));
        if (length == 0) {
            out.ascii("null"); // What INSERT IGNORE makes of NULL in a NOT NULL column.
        } else {
            BinaryJson document = new BinaryJson(b, start, length, out);
            document.spend(1);
            document.value(b[start], start + 1, 1);
        }
        receiver.json(out.bytes(), 0, out.length());
        Scratch.giveBack(out.bytes());
    }

    private void value(int type, int at, int depth) {
        switch (type) {
            case SMALL_OBJECT -> container(at, 2, true, depth);
            case LARGE_OBJECT -> container(at, 4, true, depth);
            case SMALL_ARRAY -> container(at, 2, false, depth);
            case LARGE_ARRAY -> container(at, 4, false, depth);
            case LITERAL -> literal(number(at, 1));
            case INT16 -> out.number((short) number(at, 2));
            case UINT16 -> out.number(number(at, 2));
            case INT32 -> out.number((int) number(at, 4));
            case UINT32 -> out.number(number(at, 4));
            case INT64 -> out.number(number(at, 8));
            case UINT64 -> out.ascii(Long.toUnsignedString(number(at, 8)));
            case DOUBLE -> number(Double.longBitsToDouble(number(at, 8)));
            case STRING -> string(at);
            case OPAQUE -> opaque(at);
            default -> throw damaged("has a value of the type " + type);
        }
    }

    /**
     * Count and size, then the keys (offset and two bytes of length), the values (type, and offset or the value itself where
     * it fits), and what they point to; offsets count from the container.
     */
    private void container(int start, int width, boolean object, int depth) {
        if (depth > MAX_DEPTH) {
            throw damaged("is deeper than " + MAX_DEPTH);
        }
        long count = number(start, width);
        long size = number(start + width, width);
        int keyEntry = object ? width + 2 : 0;
        int valueEntry = width + 1;
        long header = 2L * width + count * (keyEntry + valueEntry);
        if (size > end - start || header > size) {
            throw damaged("has a part of " + size + " bytes with " + count + " members in " + (end - start));
        }
        spend((int) header);
        int keys = start + 2 * width;
        int values = keys + (int) count * keyEntry;
        out.put(object ? '{' : '[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                out.ascii(", ");
            }
            if (object) {
                int key = keys + i * keyEntry;
                int length = (int) number(key + width, 2);
                text(offset(start, number(key, width), size), length);
                out.ascii(": ");
            }
            int entry = values + i * valueEntry;
            int type = (int) number(entry, 1);
            int at = isInline(type, width) ? entry + 1 : offset(start, number(entry + 1, width), size);
            value(type, at, depth + 1);
        }
        out.put(object ? '}' : ']');
    }

    private static boolean isInline(int type, int width) {
        return switch (type) {
            case LITERAL, INT16, UINT16 -> true;
            case INT32, UINT32 -> width == 4;
            default -> false;
        };
    }

    private int offset(int start, long offset, long size) {
        if (offset > size) {
            throw damaged("points to byte " + offset + " of a part of " + size);
        }
        return start + (int) offset;
    }

    private void literal(long literal) {
        switch ((int) literal) {
            case 0 -> out.ascii("null");
            case 1 -> out.ascii("true");
            case 2 -> out.ascii("false");
            default -> throw damaged("has the literal " + literal);
        }
    }

    private void string(int at) {
        long packed = length(at);
        text(at + (int) (packed >>> 32), (int) packed);
    }

    private void text(int at, int length) {
        requireBytes(at, length);
        spend(length);
        out.quoted(b, at, length);
    }

    private void opaque(int start) {
        int type = (int) number(start, 1);
        long packed = length(start + 1);
        int at = start + 1 + (int) (packed >>> 32);
        int length = (int) packed;
        requireBytes(at, length);
        spend(length);
        switch (type) {
            case ColumnType.NEWDECIMAL -> decimal(at, length);
            case ColumnType.DATE -> out.quotedDate(date(at, length));
            case ColumnType.DATETIME, ColumnType.TIMESTAMP, ColumnType.DATETIME2, ColumnType.TIMESTAMP2 ->
                out.quotedDatetime(date(at, length));
            case ColumnType.TIME, ColumnType.TIME2 -> out.quotedTime(temporal(at, length));
            default -> out.quotedBase64(type, b, at, length);
        }
    }

    private void decimal(int at, int length) {
        int precision = (int) number(at, 1);
        int scale = (int) number(at + 1, 1);
        int size = ValueSize.decimal(precision, scale);
        if (size < 0 || size + 2 > length) {
            throw damaged("has a DECIMAL(" + precision + "," + scale + ") in " + length + " bytes");
        }
        out.ascii(BinaryDecimal.read(b, at + 2, precision, scale).toPlainString());
    }

    private long date(int at, int length) {
        long packed = temporal(at, length);
        if (packed < 0 || packed >> 46 > MAX_YEAR_MONTH) {
            throw damaged("has the date " + packed);
        }
        return packed;
    }

    private long temporal(int at, int length) {
        if (length != Long.BYTES) {
            throw damaged("has a date or time of " + length + " bytes");
        }
        return number(at, Long.BYTES);
    }

    private void number(double value) {
        if (!Double.isFinite(value)) {
            throw damaged("has the number " + value);
        }
        out.ascii(JsonNumbers.print(value));
    }

    /** A length in 7 bits a byte, low ones first; with the bytes it takes in the high half. */
    private long length(int at) {
        long length = 0;
        for (int i = 0; i < 5; i++) {
            long next = number(at + i, 1);
            length |= (next & 0x7F) << 7 * i;
            if (next < 0x80) {
                if (length > Integer.MAX_VALUE) {
                    break;
                }
                return i + 1L << 32 | length;
            }
        }
        throw damaged("has a value longer than can be");
    }

    private long number(int at, int size) {
        requireBytes(at, size);
        return Bytes.unsigned(b, at, size);
    }

    private void requireBytes(int at, int length) {
        if (length < 0 || at < 0 || length > end - at) {
            throw damaged("ends before a value of " + length + " bytes");
        }
    }

    private void spend(int bytes) {
        budget -= bytes;
        if (budget < 0) {
            throw damaged("has parts that lie in each other");
        }
    }

    private static RowDecodeException damaged(String what) {
        return new RowDecodeException("A JSON document " + what + ": it is damaged");
    }
}
