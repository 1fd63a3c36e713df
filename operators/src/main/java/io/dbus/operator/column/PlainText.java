package io.dbus.operator.column;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/**
 * Values as text, one form for each: numbers by their digits (a FLOAT by as many as tell it from others), dates and times as MySQL writes them ({@code 2024-05-01
 * 12:30:00.5}), TIMESTAMP in UTC ({@code 2024-05-01T12:30:00Z}), text and JSON as they are. Binary values are bytes; GEOMETRY and VECTOR have no text.
 */
public final class PlainText implements ValueReceiver {
    private final Target target;

    /** Takes the text of a value. Arrays belong to the caller and are valid only during the call. */
    public interface Target {
        void nullValue();

        /** Text in UTF-8. */
        void text(byte[] utf8, int offset, int length);

        /** Bytes that are no text. */
        void bytes(byte[] bytes, int offset, int length);
    }

    public PlainText(Target target) {
        this.target = requireNonNull(target, "target");
    }

    private void ascii(String text) {
        byte[] bytes = text.getBytes(US_ASCII);
        target.text(bytes, 0, bytes.length);
    }

    @Override
    public void nullValue() {
        target.nullValue();
    }

    @Override
    public void int64(long value) {
        ascii(Long.toString(value));
    }

    @Override
    public void uint64(long bits) {
        ascii(Long.toUnsignedString(bits));
    }

    @Override
    public void bits(long bits, int width) {
        ascii(Long.toUnsignedString(bits));
    }

    @Override
    public void decimal(BigDecimal value) {
        ascii(value.toPlainString());
    }

    @Override
    public void float32(float value) {
        ascii(Float.toString(value));
    }

    @Override
    public void float64(double value) {
        ascii(Double.toString(value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        target.text(utf8, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        target.bytes(bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        ascii(dateText(year, month, day));
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        long size = Math.abs(micros);
        long seconds = size / 1_000_000;
        ascii(String.format(
                        Locale.ROOT,
                        "%s%02d:%02d:%02d",
                        micros < 0 ? "-" : "",
                        seconds / 3600,
                        seconds / 60 % 60,
                        seconds % 60)
                + fraction((int) (size % 1_000_000), fractionalDigits));
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        ascii(dateText(year, month, day) + " " + clock(hour, minute, second, micros, fractionalDigits));
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            ascii("0000-00-00T" + clock(0, 0, 0, 0, fractionalDigits) + "Z");
            return;
        }
        LocalDateTime utc = LocalDateTime.ofEpochSecond(epochSecond, 0, ZoneOffset.UTC);
        ascii(dateText(utc.getYear(), utc.getMonthValue(), utc.getDayOfMonth()) + "T"
                + clock(utc.getHour(), utc.getMinute(), utc.getSecond(), micros, fractionalDigits) + "Z");
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        target.text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        throw new ConversionException("a GEOMETRY has no text");
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        throw new ConversionException("a VECTOR has no text");
    }

    private static String dateText(int year, int month, int day) {
        return String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    private static String clock(int hour, int minute, int second, int micros, int digits) {
        return String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second) + fraction(micros, digits);
    }

    private static String fraction(int micros, int digits) {
        return digits == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%06d", micros).substring(0, digits);
    }
}
