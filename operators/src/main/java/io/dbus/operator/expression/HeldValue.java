package io.dbus.operator.expression;

import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.util.Arrays;

/**
 * A value of a column, held without a box so that another can be compared with it. Values of one column compare exactly: text by its bytes, numbers as numbers.
 *
 * <p>Hot path: two of them for each thread, used again for each comparison.
 */
final class HeldValue implements ValueReceiver {
    private static final ThreadLocal<HeldValue[]> PAIR =
            ThreadLocal.withInitial(() -> new HeldValue[] {new HeldValue(), new HeldValue()});

    private enum Form {
        NULL,
        WORDS,
        NUMBER,
        DECIMAL,
        BYTES
    }

    private Form form;
    private long high;
    private long low;
    private double number;
    private BigDecimal decimal;
    private byte[] bytes = new byte[64];
    private int length;

    private HeldValue() {}

    /** Whether a column that both images hold has the same value in both. */
    static boolean same(RowImage left, RowImage right, int position) {
        boolean isNull = left.isNull(position);
        if (isNull || right.isNull(position)) {
            return isNull && right.isNull(position);
        }
        HeldValue[] pair = PAIR.get();
        left.read(position, pair[0]);
        right.read(position, pair[1]);
        return pair[0].same(pair[1]);
    }

    private boolean same(HeldValue other) {
        if (form != other.form) {
            return false;
        }
        return switch (form) {
            case NULL -> true;
            case WORDS -> high == other.high && low == other.low;
            case NUMBER -> number == other.number || Double.isNaN(number) && Double.isNaN(other.number);
            case DECIMAL -> decimal.compareTo(other.decimal) == 0;
            case BYTES -> high == other.high && Arrays.equals(bytes, 0, length, other.bytes, 0, other.length);
        };
    }

    private void words(long first, long second) {
        form = Form.WORDS;
        high = first;
        low = second;
    }

    private void bytes(long first, byte[] from, int offset, int size) {
        form = Form.BYTES;
        high = first;
        length = size;
        if (bytes.length < size) {
            bytes = new byte[Math.max(size, bytes.length * 2)];
        }
        System.arraycopy(from, offset, bytes, 0, size);
    }

    @Override
    public void nullValue() {
        form = Form.NULL;
    }

    @Override
    public void int64(long value) {
        words(0, value);
    }

    @Override
    public void uint64(long bits) {
        words(0, bits);
    }

    @Override
    public void bits(long bits, int width) {
        words(0, bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        form = Form.DECIMAL;
        decimal = value;
    }

    @Override
    public void float32(float value) {
        float64(value);
    }

    @Override
    public void float64(double value) {
        form = Form.NUMBER;
        number = value;
    }

    @Override
    public void text(byte[] utf8, int offset, int size) {
        bytes(0, utf8, offset, size);
    }

    @Override
    public void binary(byte[] from, int offset, int size) {
        bytes(0, from, offset, size);
    }

    @Override
    public void date(int year, int month, int day) {
        words(year * 10_000L + month * 100L + day, 0);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        words(0, micros);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        words(year * 10_000L + month * 100L + day, ((hour * 60L + minute) * 60L + second) * 1_000_000L + micros);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        words(epochSecond, micros);
    }

    @Override
    public void json(byte[] utf8, int offset, int size) {
        bytes(0, utf8, offset, size);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int size) {
        bytes(srid, wkb, offset, size);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        bytes(0, floats, offset, count * Float.BYTES);
    }
}
