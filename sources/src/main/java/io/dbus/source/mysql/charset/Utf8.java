package io.dbus.source.mysql.charset;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Writes UTF-8 into arrays, and checks it. Hot path: it allocates nothing. */
public final class Utf8 {
    /** The most bytes of a character outside the supplementary planes. */
    public static final int MAX_PER_CHAR = 3;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

    private Utf8() {}

    /**
     * Finds what is no UTF-8: bytes that begin no character, lack some of theirs, say in more bytes than need be what fewer do, or stand for a surrogate or for no code point (RFC 3629).
     *
     * @return where it begins; {@code end} when all is UTF-8
     */
    public static int malformed(byte[] b, int start, int end) {
        int at = start;
        while (at < end) {
            if (b[at] >= 0) {
                while (at + Long.BYTES <= end && ((long) LONGS.get(b, at) & NOT_ASCII) == 0) {
                    at += Long.BYTES;
                }
                while (at < end && b[at] >= 0) {
                    at++;
                }
            } else {
                int size = size(b, at, end);
                if (size == 0) {
                    return at;
                }
                at += size;
            }
        }
        return end;
    }

    /** The size of the character of more than one byte that stands there; 0 when there is none. */
    private static int size(byte[] b, int at, int end) {
        int first = b[at] & 0xFF;
        int size = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
        if (first < 0xC2 || first > 0xF4 || size > end - at) {
            return 0;
        }
        int second = b[at + 1] & 0xFF;
        int least =
                switch (first) {
                    case 0xE0 -> 0xA0;
                    case 0xF0 -> 0x90;
                    default -> 0x80;
                };
        int most =
                switch (first) {
                    case 0xED -> 0x9F;
                    case 0xF4 -> 0x8F;
                    default -> 0xBF;
                };
        if (second < least || second > most) {
            return 0;
        }
        for (int i = 2; i < size; i++) {
            if ((b[at + i] & 0xC0) != 0x80) {
                return 0;
            }
        }
        return size;
    }

    /** Writes a code point and returns the offset after it; the array must have room. */
    public static int put(int codePoint, byte[] out, int at) {
        int next = at;
        if (codePoint < 0x80) {
            out[next++] = (byte) codePoint;
        } else if (codePoint < 0x800) {
            out[next++] = (byte) (0xC0 | codePoint >> 6);
            out[next++] = (byte) (0x80 | codePoint & 0x3F);
        } else if (codePoint < 0x10000) {
            out[next++] = (byte) (0xE0 | codePoint >> 12);
            out[next++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
            out[next++] = (byte) (0x80 | codePoint & 0x3F);
        } else {
            out[next++] = (byte) (0xF0 | codePoint >> 18);
            out[next++] = (byte) (0x80 | codePoint >> 12 & 0x3F);
            out[next++] = (byte) (0x80 | codePoint >> 6 & 0x3F);
            out[next++] = (byte) (0x80 | codePoint & 0x3F);
        }
        return next;
    }

    /** Writes a string and returns the offset after it; the array must have room for three bytes per char. */
    public static int put(String text, byte[] out, int at) {
        int next = at;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isHighSurrogate(c) && i + 1 < text.length()) {
                next = put(Character.toCodePoint(c, text.charAt(++i)), out, next);
            } else {
                next = put(c, out, next);
            }
        }
        return next;
    }
}
