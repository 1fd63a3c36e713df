package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The value of a column as bytes, to compare it with another value of that column. Hot path. */
final class ValueBytes implements ValueReceiver {
    private static final byte NULL = 0;
    private static final byte VALUE = 1;

    private ByteBuffer bytes = ByteBuffer.allocate(64);

    /** Whether both hold the same value: two NULLs are the same, 0.0 and -0.0 are not. */
    boolean same(ValueBytes other) {
        return Arrays.equals(bytes.array(), 0, bytes.position(), other.bytes.array(), 0, other.bytes.position());
    }

    @Override
    public void nullValue() {
        bytes.clear();
        bytes.put(NULL);
    }

    @Override
    public void int64(long value) {
        begin(Long.BYTES).putLong(value);
    }

    @Override
    public void uint64(long bits) {
        int64(bits);
    }

    @Override
    public void bits(long bits, int width) {
        int64(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        byte[] digits = value.toPlainString().getBytes(US_ASCII);
        begin(digits.length).put(digits);
    }

    @Override
    public void float32(float value) {
        begin(Float.BYTES).putFloat(value);
    }

    @Override
    public void float64(double value) {
        begin(Double.BYTES).putDouble(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        begin(length).put(utf8, offset, length);
    }

    @Override
    public void binary(byte[] from, int offset, int length) {
        begin(length).put(from, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        begin(3 * Integer.BYTES).putInt(year).putInt(month).putInt(day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        int64(micros);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        begin(7 * Integer.BYTES)
                .putInt(year)
                .putInt(month)
                .putInt(day)
                .putInt(hour)
                .putInt(minute)
                .putInt(second)
                .putInt(micros);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        begin(Long.BYTES + Integer.BYTES).putLong(epochSecond).putInt(micros);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        begin(Integer.BYTES + length).putInt(srid).put(wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        text(floats, offset, count * Float.BYTES);
    }

    private ByteBuffer begin(int length) {
        if (bytes.capacity() <= length) {
            bytes = ByteBuffer.allocate(Math.max(length + 1, (int) Math.min(length * 2L, Integer.MAX_VALUE - 8)));
        }
        bytes.clear();
        return bytes.put(VALUE);
    }
}
