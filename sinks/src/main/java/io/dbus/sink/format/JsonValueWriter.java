package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;

/**
 * Writes values as JSON in the way that the options say. Hot path: numbers and text go from the image to the
 * output without an object in between.
 */
public final class JsonValueWriter implements ColumnValues {
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long MICROS = 1_000_000L;
    private static final long NANOS = 1_000_000_000L;

    private final JsonOut json;
    private final ValueOptions options;
    private final Bits bits;
    private final TemporalText text = new TemporalText();

    /** How BIT(n) is written. */
    public enum Bits {
        /** As Debezium's converter does: one bit is true or false, more are base64 of their bytes, the lowest first. */
        AS_BYTES,
        /** An unsigned number. */
        AS_NUMBER
    }

    public JsonValueWriter(JsonOut json, ValueOptions options, Bits bits) {
        this.json = requireNonNull(json, "json");
        this.options = requireNonNull(options, "options");
        this.bits = requireNonNull(bits, "bits");
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
    public void uint64(long value) {
        switch (options.unsignedBigints()) {
            case NUMBER -> number(value);
            case STRING -> json.string(Long.toUnsignedString(value));
            case LONG -> json.number(ValueOptions.signed(value));
            case PRECISE -> BinaryText.unscaled(json, NumberText.unsigned(value));
        }
    }

    private void number(long unsigned) {
        if (unsigned >= 0) {
            json.number(unsigned);
        } else {
            json.number(NumberText.unsigned(unsigned));
        }
    }

    @Override
    public void bits(long value, int width) {
        if (bits == Bits.AS_NUMBER) {
            number(value);
        } else if (width <= 1) {
            json.bool(value != 0);
        } else {
            byte[] littleEndian = ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(value)
                    .array();
            json.base64(littleEndian, 0, (width + 7) / 8);
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (options.decimals()) {
            case STRING -> json.string(value.toPlainString());
            case NUMBER -> json.number(value);
            case DOUBLE -> json.number(value.doubleValue());
            case PRECISE -> BinaryText.unscaled(json, value.unscaledValue());
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
        if (!TemporalText.inCalendar(year, month, day)) {
            zeroDate(text.date(year, month, day));
        } else if (options.temporals() == ValueOptions.Temporals.ISOSTRING) {
            string(text.date(year, month, day));
        } else {
            json.number(LocalDate.of(year, month, day).toEpochDay());
        }
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        switch (options.temporals()) {
            case ADAPTIVE_TIME_MICROSECONDS, MICROSECONDS -> json.number(micros);
            case ADAPTIVE -> json.number(fractionalDigits <= 3 ? micros / 1000 : micros);
            case CONNECT -> json.number(micros / 1000);
            case NANOSECONDS -> json.number(micros * 1000);
            case ISOSTRING -> string(text.time(micros, fractionalDigits));
        }
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        if (!TemporalText.inCalendar(year, month, day)) {
            zeroDate(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
            return;
        }
        if (options.temporals() == ValueOptions.Temporals.ISOSTRING) {
            string(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
            return;
        }
        long seconds =
                LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY + hour * 3600L + minute * 60L + second;
        switch (options.temporals()) {
            case CONNECT -> json.number(millis(seconds, micros));
            case MICROSECONDS -> json.number(seconds * MICROS + micros);
            case NANOSECONDS -> json.number(nanos(seconds, micros));
            default -> json.number(fractionalDigits <= 3 ? millis(seconds, micros) : seconds * MICROS + micros);
        }
    }

    private static long millis(long seconds, int micros) {
        return seconds * 1000 + micros / 1000;
    }

    private static long nanos(long seconds, int micros) {
        try {
            return Math.addExact(Math.multiplyExact(seconds, NANOS), micros * 1000L);
        } catch (ArithmeticException e) {
            throw new EncodeException(
                    RejectReason.CONVERSION,
                    "a DATETIME " + seconds + " seconds from 1970 has more nanoseconds than 64 bits can hold",
                    "set " + ValueOptions.TEMPORALS.key() + " to microseconds",
                    e);
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
        if (options.isNulled(written)) {
            json.nullValue();
        } else {
            string(written);
        }
    }

    private void string(TemporalText written) {
        json.raw(written.ascii(), 0, written.length());
    }
}
