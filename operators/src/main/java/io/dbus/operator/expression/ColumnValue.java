package io.dbus.operator.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The value of a column as expressions see it. {@link Expression} says which type each has; this is the one place that
 * makes them.
 */
final class ColumnValue implements ValueReceiver {
    private Object value;

    private ColumnValue() {}

    /** The value of a column that is present in the image. */
    static Object of(RowImage image, int position) {
        ColumnValue receiver = new ColumnValue();
        image.read(position, receiver);
        return receiver.value;
    }

    /** Hands a value to a receiver; false when it is none that a column can hold. The way back from {@link #of}. */
    static boolean give(Object value, ValueReceiver to) {
        if (value instanceof NullValue) {
            to.nullValue();
        } else if (value instanceof Long number) {
            to.int64(number);
        } else if (value instanceof UnsignedLong number) {
            to.uint64(number.longValue());
        } else if (value instanceof Boolean truth) {
            to.bits(truth ? 1 : 0, 1);
        } else if (value instanceof BigDecimal number) {
            to.decimal(number);
        } else if (value instanceof Double number) {
            to.float64(number);
        } else if (value instanceof String text) {
            byte[] utf8 = text.getBytes(UTF_8);
            to.text(utf8, 0, utf8.length);
        } else if (value instanceof CelByteString bytes) {
            byte[] array = bytes.toByteArray();
            to.binary(array, 0, array.length);
        } else if (value instanceof Instant instant && instant.getNano() % 1_000 == 0) {
            to.timestamp(instant.getEpochSecond(), instant.getNano() / 1_000, 6);
        } else if (value instanceof Duration duration && duration.getNano() % 1_000 == 0) {
            to.time(duration.getSeconds() * 1_000_000 + duration.getNano() / 1_000, 6);
        } else if (value instanceof CivilTime time) {
            to.datetime(
                    time.year(), time.month(), time.day(), time.hour(), time.minute(), time.second(), time.micros(), 6);
        } else {
            return false;
        }
        return true;
    }

    @Override
    public void nullValue() {
        value = NullValue.NULL_VALUE;
    }

    @Override
    public void int64(long number) {
        value = number;
    }

    @Override
    public void uint64(long bits) {
        value = UnsignedLong.fromLongBits(bits);
    }

    @Override
    public void bits(long bits, int width) {
        value = UnsignedLong.fromLongBits(bits);
    }

    @Override
    public void decimal(BigDecimal number) {
        value = number;
    }

    @Override
    public void float32(float number) {
        // By its digits: a FLOAT shown as 1.1 equals 1.1, not 1.10000002384185791015625.
        value = Double.parseDouble(Float.toString(number));
    }

    @Override
    public void float64(double number) {
        value = number;
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        value = new String(utf8, offset, length, UTF_8);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        value = CelByteString.of(Arrays.copyOfRange(bytes, offset, offset + length));
    }

    @Override
    public void date(int year, int month, int day) {
        value = new CivilTime(year, month, day, 0, 0, 0, 0);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        value = Duration.of(micros, ChronoUnit.MICROS);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        value = new CivilTime(year, month, day, hour, minute, second, micros);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        value = Instant.ofEpochSecond(epochSecond, micros * 1_000L);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        value = Map.of("srid", (long) srid, "wkb", CelByteString.of(Arrays.copyOfRange(wkb, offset, offset + length)));
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        ByteBuffer in = ByteBuffer.wrap(floats, offset, count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        List<Double> elements = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            elements.add(Double.parseDouble(Float.toString(in.getFloat())));
        }
        value = List.copyOf(elements);
    }
}
