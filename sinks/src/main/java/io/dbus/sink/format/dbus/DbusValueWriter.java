package io.dbus.sink.format.dbus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dbus.event.ValueReceiver;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;

/** Writes values as {@link DbusJsonFormat} says. Hot path. */
final class DbusValueWriter implements ValueReceiver {

    private final JsonOut json;
    private final TemporalText text = new TemporalText();

    DbusValueWriter(JsonOut json) {
        this.json = json;
    }

    @Override
    public void nullValue() {
        json.nullValue();
    }

    @Override
    public void int64(long value) {
        json.number(value);
    }

    @Override
    public void uint64(long bits) {
        if (bits >= 0) {
            json.number(bits);
        } else {
            json.number(BigInteger.valueOf(bits).add(BigInteger.ONE.shiftLeft(Long.SIZE)));
        }
    }

    @Override
    public void bits(long bits, int width) {
        uint64(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        byte[] ascii = value.toPlainString().getBytes(US_ASCII);
        json.raw(ascii, 0, ascii.length);
    }

    @Override
    public void float32(float value) {
        json.number(value);
    }

    @Override
    public void float64(double value) {
        json.number(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int count) {
        json.utf8(utf8, offset, count);
    }

    @Override
    public void binary(byte[] bytes, int offset, int count) {
        json.base64(bytes, offset, count);
    }

    @Override
    public void date(int year, int month, int day) {
        string(text.date(year, month, day));
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        string(text.time(micros, fractionalDigits));
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        string(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            // MySQL's zero timestamp, which is no instant.
            string(text.datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits).zulu());
            return;
        }
        string(text.instant(epochSecond, micros, fractionalDigits));
    }

    @Override
    public void json(byte[] utf8, int offset, int count) {
        text(utf8, offset, count);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int count) {
        json.wellKnownBinary(srid, wkb, offset, count);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        json.floats(floats, offset, count);
    }

    private void string(TemporalText written) {
        json.raw(written.ascii(), 0, written.length());
    }
}
