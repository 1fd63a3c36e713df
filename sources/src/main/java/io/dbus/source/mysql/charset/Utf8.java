package io.dbus.source.mysql.charset;

/** Writes UTF-8 into arrays. Hot path: it allocates nothing. */
public final class Utf8 {
    /** The most bytes of a character outside the supplementary planes. */
    public static final int MAX_PER_CHAR = 3;

    private Utf8() {}

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
