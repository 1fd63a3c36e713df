package io.dbus.sink.format.dbus;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.ValueReceiver;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.TemporalText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Writes values as {@link DbusJsonFormat} says. Hot path. */
final class DbusValueWriter implements ValueReceiver {
    private static final SerializedString WKB = new SerializedString("wkb");
    private static final SerializedString SRID = new SerializedString("srid");

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
        OffsetDateTime utc = Instant.ofEpochSecond(epochSecond).atOffset(ZoneOffset.UTC);
        string(text.datetime(
                        utc.getYear(),
                        utc.getMonthValue(),
                        utc.getDayOfMonth(),
                        utc.getHour(),
                        utc.getMinute(),
                        utc.getSecond(),
                        micros,
                        fractionalDigits)
                .zulu());
    }

    @Override
    public void json(byte[] utf8, int offset, int count) {
        text(utf8, offset, count);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int count) {
        json.startObject();
        json.name(WKB);
        json.base64(wkb, offset, count);
        json.name(SRID);
        json.number(srid & 0xFFFF_FFFFL);
        json.endObject();
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        ByteBuffer values = ByteBuffer.wrap(floats, offset, count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        json.startArray();
        for (int i = 0; i < count; i++) {
            json.number(values.getFloat());
        }
        json.endArray();
    }

    private void string(TemporalText written) {
        json.raw(written.ascii(), 0, written.length());
    }
}
