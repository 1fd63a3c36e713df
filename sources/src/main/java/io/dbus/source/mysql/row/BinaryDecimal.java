package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.event.ValueSize;
import java.math.BigDecimal;

/**
 * DECIMAL as the server packs it (MySQL source, {@code decimal2bin}): nine digits in four bytes, high ones first, the digits
 * left over on either side of the point in as few bytes as hold them; the first bit inverted; all bits inverted when negative.
 */
final class BinaryDecimal {
    private static final int[] DIGIT_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};
    private static final int[] POWERS = {
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000
    };
    private static final int GROUP = 9;
    private static final int LONG_DIGITS = 18;

    private BinaryDecimal() {}

    /** The value with its scale; of negative zero there is none. */
    static BigDecimal read(byte[] b, int start, int precision, int scale) {
        if (ValueSize.decimal(precision, scale) < 0) {
            throw new RowDecodeException("There is no DECIMAL(" + precision + "," + scale + ")");
        }
        int mask = b[start] < 0 ? 0 : -1;
        return precision <= LONG_DIGITS
                ? BigDecimal.valueOf(small(b, start, precision, scale, mask), scale)
                : large(b, start, precision, scale, mask);
    }

    private static long small(byte[] b, int start, int precision, int scale, int mask) {
        int at = start;
        long value = 0;
        int whole = precision - scale;
        for (int digits = whole % GROUP, left = whole; left > 0; left -= digits, digits = GROUP) {
            if (digits > 0) {
                value = value * POWERS[digits] + group(b, at, digits, mask, at == start);
                at += DIGIT_BYTES[digits];
            }
        }
        for (int left = scale; left > 0; left -= GROUP) {
            int digits = Math.min(left, GROUP);
            value = value * POWERS[digits] + group(b, at, digits, mask, at == start);
            at += DIGIT_BYTES[digits];
        }
        return mask == 0 ? value : -value;
    }

    private static BigDecimal large(byte[] b, int start, int precision, int scale, int mask) {
        char[] text = new char[precision + 2];
        int length = 0;
        if (mask != 0) {
            text[length++] = '-';
        }
        int at = start;
        int whole = precision - scale;
        for (int digits = whole % GROUP, left = whole; left > 0; left -= digits, digits = GROUP) {
            if (digits > 0) {
                length = put(group(b, at, digits, mask, at == start), digits, text, length);
                at += DIGIT_BYTES[digits];
            }
        }
        if (scale > 0) {
            text[length++] = '.';
        }
        for (int left = scale; left > 0; left -= GROUP) {
            int digits = Math.min(left, GROUP);
            length = put(group(b, at, digits, mask, at == start), digits, text, length);
            at += DIGIT_BYTES[digits];
        }
        return new BigDecimal(text, 0, length);
    }

    private static int group(byte[] b, int at, int digits, int mask, boolean first) {
        int size = DIGIT_BYTES[digits];
        int value = first ? b[at] ^ 0x80 ^ mask : b[at] ^ mask;
        value &= 0xFF;
        for (int i = 1; i < size; i++) {
            value = value << 8 | (b[at + i] ^ mask) & 0xFF;
        }
        if (value < 0 || value >= POWERS[digits]) {
            throw new RowDecodeException("A DECIMAL holds the number " + Integer.toUnsignedString(value) + " where "
                    + digits + " digits must stand");
        }
        return value;
    }

    private static int put(int value, int digits, char[] text, int at) {
        int rest = value;
        for (int i = at + digits - 1; i >= at; i--) {
            text[i] = (char) ('0' + rest % 10);
            rest /= 10;
        }
        return at + digits;
    }
}
