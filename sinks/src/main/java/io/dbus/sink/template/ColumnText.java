package io.dbus.sink.template;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.Optional;

/** The value of a column as a part of a name: numbers, text and dates; nothing for bytes, documents and the like. */
final class ColumnText implements ValueReceiver {
    private String text;

    Optional<String> text() {
        return Optional.ofNullable(text);
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
        text = null;
    }

    @Override
    public void float64(double value) {
        text = null;
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        text = new String(utf8, offset, length, UTF_8);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        text = null;
    }

    @Override
    public void date(int year, int month, int day) {
        text = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        text = null;
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        text = null;
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        text = null;
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text = null;
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        text = null;
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        text = null;
    }
}
