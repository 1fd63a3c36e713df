package io.dbus.fuzz;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/** Values as text: what {@link Shown} makes of the same value that SELECT shows. Equal texts are equal values, of one type. */
final class LogicalText implements ValueReceiver {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private String text;

    /** The last value, null for NULL. */
    String text() {
        return text;
    }

    @Override
    public void nullValue() {
        text = null;
    }

    @Override
    public void int64(long value) {
        text = Long.toString(value);
    }

    @Override
    public void uint64(long bits) {
        text = Long.toUnsignedString(bits);
    }

    @Override
    public void bits(long bits, int width) {
        text = Long.toUnsignedString(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        text = value.toPlainString();
    }

    @Override
    public void float32(float value) {
        text = Double.toString(value + 0.0); // SELECT of MariaDB has no negative zero.
    }

    @Override
    public void float64(double value) {
        text = Double.toString(value + 0.0); // SELECT of MariaDB has no negative zero.
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        binary(utf8, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        text = HEX.formatHex(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @Override
    public void date(int year, int month, int day) {
        text = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        long size = Math.abs(micros);
        long seconds = size / 1_000_000;
        text = (micros < 0 ? "-" : "")
                + String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60)
                + fraction((int) (size % 1_000_000), fractionalDigits);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        text = String.format(Locale.ROOT, "%04d-%02d-%02d %02d:%02d:%02d", year, month, day, hour, minute, second)
                + fraction(micros, fractionalDigits);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits);
            return;
        }
        LocalDateTime utc = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        datetime(
                utc.getYear(),
                utc.getMonthValue(),
                utc.getDayOfMonth(),
                utc.getHour(),
                utc.getMinute(),
                utc.getSecond(),
                micros,
                fractionalDigits);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        binary(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        binary(wkb, offset, length);
        // The server keeps the SRID before the WKB, low byte first.
        text = HEX.toHexDigits(Integer.reverseBytes(srid)) + text;
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        binary(floats, offset, count * Float.BYTES);
    }

    private static String fraction(int micros, int digits) {
        return digits == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%06d", micros).substring(0, digits);
    }
}
