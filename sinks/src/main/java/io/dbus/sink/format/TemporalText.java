package io.dbus.sink.format;

import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;

/** Dates and times as text in a buffer of its own. Each method that begins a text replaces the one before. */
public final class TemporalText {
    private static final int SEPARATOR = 10;

    private final byte[] ascii = new byte[40];
    private int length;

    /** The buffer that holds the text; not to be changed. */
    public byte[] ascii() {
        return ascii;
    }

    /** How many bytes of {@link #ascii()} are the text. */
    public int length() {
        return length;
    }

    /** {@code 2023-00-15} */
    public TemporalText date(int year, int month, int day) {
        length = 0;
        digits(year, 4);
        put('-');
        digits(month, 2);
        put('-');
        digits(day, 2);
        return this;
    }

    /** {@code 0000}, {@code 2155} */
    public TemporalText year(int year) {
        length = 0;
        digits(year, 4);
        return this;
    }

    /** Whether there is such a day: MySQL has dates with zeros in them and, where it is told so, the 31st of February. */
    public static boolean inCalendar(int year, int month, int day) {
        return day >= 1
                && month >= 1
                && month <= 12
                && (day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth());
    }

    /** {@code 2023-00-15T10:11:12.123}, with exactly so many fractional digits */
    public TemporalText datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        date(year, month, day);
        put('T');
        digits(hour, 2);
        put(':');
        digits(minute, 2);
        put(':');
        digits(second, 2);
        fraction(micros, fractionalDigits);
        return this;
    }

    /** {@code -120:01:02.500}: hours as many as there are, with exactly so many fractional digits */
    public TemporalText time(long micros, int fractionalDigits) {
        length = 0;
        if (micros < 0) {
            put('-');
        }
        long absolute = Math.abs(micros);
        int hours = (int) (absolute / 3_600_000_000L);
        digits(hours, hours < 100 ? 2 : 3);
        put(':');
        digits((int) (absolute / 60_000_000 % 60), 2);
        put(':');
        digits((int) (absolute / 1_000_000 % 60), 2);
        fraction((int) (absolute % 1_000_000), fractionalDigits);
        return this;
    }

    /** {@code 2023-01-15T10:11:12.123Z}: an instant in UTC, with exactly so many fractional digits. */
    public TemporalText instant(long epochSecond, int micros, int fractionalDigits) {
        return utc(epochSecond, micros, fractionalDigits).zulu();
    }

    /** {@code 2023-01-15T10:11:12.123}: date and time of an instant in UTC, with exactly so many fractional digits. */
    public TemporalText utc(long epochSecond, int micros, int fractionalDigits) {
        LocalDateTime utc = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        return datetime(
                utc.getYear(),
                utc.getMonthValue(),
                utc.getDayOfMonth(),
                utc.getHour(),
                utc.getMinute(),
                utc.getSecond(),
                micros,
                fractionalDigits);
    }

    /** Puts a space in place of the T between date and time, as SQL has it. */
    public TemporalText spaced() {
        ascii[SEPARATOR] = ' ';
        return this;
    }

    /** Adds the {@code Z} of an instant. */
    public TemporalText zulu() {
        put('Z');
        return this;
    }

    /** The text. */
    @Override
    public String toString() {
        return new String(ascii, 0, length, StandardCharsets.US_ASCII);
    }

    private void fraction(int micros, int fractionalDigits) {
        if (fractionalDigits > 0) {
            put('.');
            int divisor = 100_000;
            for (int i = 0; i < fractionalDigits; i++) {
                put('0' + micros / divisor % 10);
                divisor /= 10;
            }
        }
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
