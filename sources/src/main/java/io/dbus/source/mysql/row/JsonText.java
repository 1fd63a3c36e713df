package io.dbus.source.mysql.row;

import io.dbus.source.mysql.charset.Utf8;
import java.util.Arrays;
import java.util.Base64;

/** JSON text under construction, in UTF-8, written as the server writes it (MySQL source, {@code Json_wrapper::to_string}). */
final class JsonText {
    private static final byte[] HEX = {'0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'};

    /** The server breaks lines after 76 characters. */
    private static final Base64.Encoder BASE64 = Base64.getMimeEncoder(76, new byte[] {'\n'});

    private byte[] out;
    private int length;

    JsonText(byte[] buffer) {
        out = buffer;
    }

    byte[] bytes() {
        return out;
    }

    int length() {
        return length;
    }

    void put(int ascii) {
        ensure(1);
        out[length++] = (byte) ascii;
    }

    void ascii(String text) {
        ensure(text.length() * Utf8.MAX_PER_CHAR);
        length = Utf8.put(text, out, length);
    }

    void number(long value) {
        ascii(Long.toString(value));
    }

    /** A string of UTF-8 in quotes, with what JSON does not take as it is escaped. */
    void quoted(byte[] b, int at, int size) {
        put('"');
        for (int i = at; i < at + size; i++) {
            int next = b[i];
            ensure(6);
            switch (next) {
                case '"', '\\' -> escaped(next);
                case '\b' -> escaped('b');
                case '\f' -> escaped('f');
                case '\n' -> escaped('n');
                case '\r' -> escaped('r');
                case '\t' -> escaped('t');
                default -> {
                    if (next >= 0 && next < 0x20) {
                        ascii("\\u00");
                        put(HEX[next >> 4]);
                        put(HEX[next & 15]);
                    } else {
                        out[length++] = (byte) next;
                    }
                }
            }
        }
        put('"');
    }

    /** A DATE: year and month as {@code year * 13 + month}, day 5 bits, hour 5, minute 6, second 6, microseconds 24. */
    void quotedDate(long packed) {
        put('"');
        date(packed);
        put('"');
    }

    /** A DATETIME or TIMESTAMP, packed as a date. */
    void quotedDatetime(long packed) {
        put('"');
        date(packed);
        put(' ');
        time((int) (packed >> 36 & 31), (int) (packed >> 24 & 0xFFF), packed);
        put('"');
    }

    /** A TIME: hour 10 bits, minute 6, second 6, microseconds 24; the whole number negative when the time is. */
    void quotedTime(long packed) {
        put('"');
        if (packed < 0) {
            put('-');
        }
        long size = Math.abs(packed);
        time((int) (size >> 36 & 0x3FF), (int) (size >> 24 & 0xFFF), size);
        put('"');
    }

    private void date(long packed) {
        int yearMonth = (int) (packed >> 46);
        digits(yearMonth / 13, 4);
        put('-');
        digits(yearMonth % 13, 2);
        put('-');
        digits((int) (packed >> 41 & 31), 2);
    }

    private void time(int hours, int minutesAndSeconds, long micros) {
        digits(hours, hours > 99 ? 3 : 2);
        put(':');
        digits(minutesAndSeconds >> 6, 2);
        put(':');
        digits(minutesAndSeconds & 63, 2);
        put('.');
        digits((int) (micros & 0xFF_FFFF), 6);
    }

    void quotedBase64(int type, byte[] b, int at, int size) {
        byte[] encoded = BASE64.encode(Arrays.copyOfRange(b, at, at + size));
        ascii("\"base64:type" + type + ":");
        for (byte next : encoded) {
            if (next == '\n') {
                escaped('n'); // As any line break in a string.
            } else {
                put(next);
            }
        }
        put('"');
    }

    private void escaped(int ascii) {
        put('\\');
        put(ascii);
    }

    private void digits(int value, int count) {
        ensure(count);
        int rest = value;
        for (int i = length + count - 1; i >= length; i--) {
            out[i] = HEX[rest % 10];
            rest /= 10;
        }
        length += count;
    }

    private void ensure(int more) {
        if (length + more > out.length) {
            out = Arrays.copyOf(out, Math.max(out.length * 2, length + more));
        }
    }
}
