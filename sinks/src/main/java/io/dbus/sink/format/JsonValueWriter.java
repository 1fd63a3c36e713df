package io.dbus.sink.format;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;

/**
 * Writes values as JSON as Debezium's converter does without schemas. Hot path: numbers and text go from the image to the
 * output without an object in between.
 */
final class JsonValueWriter implements ColumnValues {
    private static final long MICROS = 1_000_000L;

    private final JsonOut json;
    private final ValueOptions options;
    private final TemporalText text = new TemporalText();

    JsonValueWriter(JsonOut json, ValueOptions options) {
        this.json = json;
        this.options = options;
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
        if (options.unsignedBigints() == ValueOptions.UnsignedBigints.PRECISE) {
            byte[] unscaled = NumberText.unsigned(bits).toByteArray();
            json.base64(unscaled, 0, unscaled.length);
        } else if (bits >= 0) {
            json.number(bits);
        } else {
            json.number(NumberText.unsigned(bits));
        }
    }

    @Override
    public void bits(long bits, int width) {
        if (width <= 1) {
            json.bool(bits != 0);
        } else {
            byte[] littleEndian = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(bits)
                    .array();
            json.base64(littleEndian, 0, (width + 7) / 8);
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (options.decimals()) {
            case STRING -> json.string(value.toPlainString());
            case DOUBLE -> json.number(value.doubleValue());
            case PRECISE -> {
                byte[] unscaled = value.unscaledValue().toByteArray();
                json.base64(unscaled, 0, unscaled.length);
            }
        }
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
    public void text(byte[] utf8, int offset, int length) {
        json.utf8(utf8, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        BinaryText.write(json, options.binaries(), bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        if (TemporalText.inCalendar(year, month, day)) {
            json.number(LocalDate.of(year, month, day).toEpochDay());
        } else {
            zeroDate(text.date(year, month, day));
        }
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        boolean millis =
                switch (options.temporals()) {
                    case ADAPTIVE_TIME_MICROSECONDS -> false;
                    case ADAPTIVE -> fractionalDigits <= 3;
                    case CONNECT -> true;
                };
        json.number(millis ? micros / 1000 : micros);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        if (TemporalText.inCalendar(year, month, day)) {
            long seconds = LocalDate.of(year, month, day).toEpochDay() * 86_400 + hour * 3600L + minute * 60L + second;
            boolean millis = options.temporals() == ValueOptions.Temporals.CONNECT || fractionalDigits <= 3;
            json.number(millis ? seconds * 1000 + micros / 1000 : seconds * MICROS + micros);
        } else {
            zeroDate(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
        }
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            zeroDate(text.datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits).zulu());
            return;
        }
        string(text.instant(epochSecond, micros, fractionalDigits));
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        json.wellKnownBinary(srid, wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        json.floats(floats, offset, count);
    }

    private void zeroDate(TemporalText written) {
        switch (options.zeroDates()) {
            case STRING -> string(written);
            case NULL -> json.nullValue();
        }
    }

    private void string(TemporalText written) {
        json.raw(written.ascii(), 0, written.length());
    }
}
