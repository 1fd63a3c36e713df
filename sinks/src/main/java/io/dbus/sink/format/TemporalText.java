package io.dbus.sink.format;

/** Dates and times as text in a buffer of its own. Each method that begins a text replaces the one before. */
final class TemporalText {
    private final byte[] ascii = new byte[40];
    private int length;

    byte[] ascii() {
        return ascii;
    }

    int length() {
        return length;
    }

    /** {@code 2023-00-15} */
    TemporalText date(int year, int month, int day) {
        length = 0;
        digits(year, 4);
        put('-');
        digits(month, 2);
        put('-');
        digits(day, 2);
        return this;
    }

    /** {@code 2023-00-15T10:11:12.123}, with exactly so many fractional digits */
    TemporalText datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        date(year, month, day);
        put('T');
        digits(hour, 2);
        put(':');
        digits(minute, 2);
        put(':');
        digits(second, 2);
        if (fractionalDigits > 0) {
            put('.');
            int divisor = 100_000;
            for (int i = 0; i < fractionalDigits; i++) {
                put('0' + micros / divisor % 10);
                divisor /= 10;
            }
        }
        return this;
    }

    /** Adds the {@code Z} of an instant. */
    TemporalText zulu() {
        put('Z');
        return this;
    }

    private void digits(int value, int count) {
        int divisor = 1;
        for (int i = 1; i < count; i++) {
            divisor *= 10;
        }
        for (; divisor > 0; divisor /= 10) {
            put('0' + value / divisor % 10);
        }
    }

    private void put(int character) {
        ascii[length++] = (byte) character;
    }
}
