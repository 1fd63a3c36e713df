package io.dbus.source.mysql.reader;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.util.Objects;

/** Takes values as an encoder does, reads every byte that it is given, and keeps nothing. */
final class TouchedValues implements ValueReceiver {
    private long sum;

    /** What was touched, so that nobody may leave the touching out. */
    long sum() {
        return sum;
    }

    @Override
    public void nullValue() {
        sum++;
    }

    @Override
    public void int64(long value) {
        sum += value;
    }

    @Override
    public void uint64(long bits) {
        sum += bits;
    }

    @Override
    public void bits(long bits, int width) {
        sum += bits + width;
    }

    @Override
    public void decimal(BigDecimal value) {
        sum += value.toPlainString().length();
    }

    @Override
    public void float32(float value) {
        sum += Float.floatToRawIntBits(value);
    }

    @Override
    public void float64(double value) {
        sum += Double.doubleToRawLongBits(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        touch(utf8, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        touch(bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        sum += year + month + day;
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        sum += micros + fractionalDigits;
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        sum += year + month + day + hour + minute + second + micros + fractionalDigits;
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        sum += epochSecond + micros + fractionalDigits;
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        touch(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        sum += srid;
        touch(wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        touch(floats, offset, Math.multiplyExact(count, Float.BYTES));
    }

    private void touch(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        for (int i = offset; i < offset + length; i++) {
            sum += bytes[i];
        }
    }
}
