package io.dbus.source.mysql.event;

import java.nio.charset.Charset;

/** Reads little-endian numbers and strings from a part of an array and never leaves it. */
final class ByteReader {
    private final byte[] b;
    private final int end;
    private final String what;
    private int at;

    /** A reader of {@code b[start, end)}; {@code what} names the content in messages. */
    ByteReader(byte[] b, int start, int end, String what) {
        if (start < 0 || end > b.length || start > end) {
            throw new BinlogFormatException("The " + what + " would stand at bytes " + start + " to " + end + " of "
                    + b.length + ": the event is truncated");
        }
        this.b = b;
        this.at = start;
        this.end = end;
        this.what = what;
    }

    int at() {
        return at;
    }

    int remaining() {
        return end - at;
    }

    int uint8() {
        need(1);
        return b[at++] & 0xFF;
    }

    int uint16() {
        return (int) number(2);
    }

    long uint32() {
        return number(4);
    }

    long int64() {
        return number(8);
    }

    /** An unsigned number of 1 to 8 bytes, low byte first. */
    long number(int bytes) {
        need(bytes);
        long value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = value << 8 | b[at + i] & 0xFF;
        }
        at += bytes;
        return value;
    }

    /** A length-encoded integer (MySQL protocol, Integer types): 1, 3, 4 or 9 bytes. */
    long lenenc() {
        int first = uint8();
        return switch (first) {
            case 0xFC -> number(2);
            case 0xFD -> number(3);
            case 0xFE -> number(8);
            case 0xFB, 0xFF ->
                throw new BinlogFormatException(
                        "The " + what + " has the byte " + first + " where a length must stand");
            default -> first;
        };
    }

    /** A length-encoded integer that is the size of something still to come in this content. */
    int size() {
        long size = lenenc();
        if (size < 0 || size > remaining()) {
            throw truncated(size);
        }
        return (int) size;
    }

    String string(long length, Charset charset) {
        need(length);
        String text = new String(b, at, (int) length, charset);
        at += (int) length;
        return text;
    }

    byte[] bytes(int length) {
        need(length);
        byte[] bytes = new byte[length];
        System.arraycopy(b, at, bytes, 0, length);
        at += length;
        return bytes;
    }

    void skip(long length) {
        need(length);
        at += (int) length;
    }

    /** A reader of the next bytes, which are skipped here. */
    ByteReader slice(int length, String content) {
        need(length);
        at += length;
        return new ByteReader(b, at - length, at, content);
    }

    BinlogFormatException truncated(long length) {
        return new BinlogFormatException("The " + what + " is truncated: it needs " + Long.toUnsignedString(length)
                + " bytes more at byte " + at + " but ends at " + end);
    }

    private void need(long length) {
        if (length < 0 || length > end - at) {
            throw truncated(length);
        }
    }
}
