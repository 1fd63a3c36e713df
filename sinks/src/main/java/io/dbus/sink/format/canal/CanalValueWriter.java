package io.dbus.sink.format.canal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.RowDecodeException;
import io.dbus.sink.format.BinaryText;
import io.dbus.sink.format.ColumnValues;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.NumberText;
import io.dbus.sink.format.SqlTemporals;
import io.dbus.sink.format.ValueOptions;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes values as Canal does, each as a string. Hot path. */
final class CanalValueWriter implements ColumnValues {
    private final JsonOut json;
    private final ValueOptions options;
    private final LabelHandling labels;
    private final SqlTemporals temporals;
    private final byte[] digits = new byte[20];
    private LogicalType type;

    CanalValueWriter(JsonOut json, ValueOptions options, LabelHandling labels) {
        this.json = json;
        this.options = options;
        this.labels = labels;
        this.temporals = new SqlTemporals(json, options);
    }

    @Override
    public void begin(LogicalType of) {
        type = of;
    }

    @Override
    public void nullValue() {
        json.nullValue();
    }

    @Override
    public void int64(long value) {
        if (type.kind() == LogicalType.Kind.YEAR && value >= 0 && value <= 9999) {
            temporals.year((int) value);
        } else if (value == Long.MIN_VALUE) {
            ascii(Long.toString(value));
        } else {
            integer(value);
        }
    }

    @Override
    public void uint64(long bits) {
        switch (options.unsignedBigints()) {
            case NUMBER, STRING -> unsigned(bits);
            case LONG -> unsigned(ValueOptions.signed(bits));
            case PRECISE -> BinaryText.unscaled(json, NumberText.unsigned(bits));
        }
    }

    private void unsigned(long bits) {
        if (bits >= 0) {
            integer(bits);
        } else {
            ascii(Long.toUnsignedString(bits));
        }
    }

    @Override
    public void bits(long bits, int width) {
        unsigned(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (options.decimals()) {
            case STRING, NUMBER -> ascii(value.toPlainString());
            case DOUBLE -> ascii(NumberText.of(value.doubleValue()));
            case PRECISE -> BinaryText.unscaled(json, value.unscaledValue());
        }
    }

    @Override
    public void float32(float value) {
        ascii(NumberText.of(value));
    }

    @Override
    public void float64(double value) {
        ascii(NumberText.of(value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        if (labels == LabelHandling.NUMBER) {
            switch (type.kind()) {
                case ENUM -> {
                    ascii(Integer.toString(number(new String(utf8, offset, length, UTF_8))));
                    return;
                }
                case SET -> {
                    ascii(Long.toUnsignedString(numbers(new String(utf8, offset, length, UTF_8))));
                    return;
                }
                default -> {}
            }
        }
        json.utf8(utf8, offset, length);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        switch (options.binaries()) {
            case BYTES -> json.string(new String(bytes, offset, length, ISO_8859_1));
            default -> BinaryText.write(json, options.binaries(), bytes, offset, length);
        }
    }

    @Override
    public void date(int year, int month, int day) {
        temporals.date(year, month, day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        temporals.time(micros, fractionalDigits);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        temporals.datetime(year, month, day, hour, minute, second, micros, fractionalDigits);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        temporals.timestamp(epochSecond, micros, fractionalDigits);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        json.utf8(utf8, offset, length);
    }

    /** As the server stores it: the SRID in four bytes, little-endian, and the well-known binary form. */
    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        byte[] stored = ByteBuffer.allocate(Integer.BYTES + length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(srid)
                .put(wkb, offset, length)
                .array();
        binary(stored, 0, stored.length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        ByteBuffer in = ByteBuffer.wrap(floats, offset, count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        StringBuilder array = new StringBuilder("[");
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                array.append(',');
            }
            array.append(NumberText.of(in.getFloat()));
        }
        ascii(array.append(']').toString());
    }

    /** 0 is the empty label of a value that was no label. */
    private int number(String label) {
        int index = type.labels().indexOf(label);
        if (index < 0 && !label.isEmpty()) {
            throw new RowDecodeException("it has the label '" + label + "', which is none of its " + type.kind());
        }
        return index + 1;
    }

    private long numbers(String set) {
        long bits = 0;
        if (!set.isEmpty()) {
            for (String label : set.split(",", -1)) {
                bits |= 1L << number(label) - 1;
            }
        }
        return bits;
    }

    private void integer(long value) {
        int at = digits.length;
        long rest = Math.abs(value);
        do {
            digits[--at] = (byte) ('0' + rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            digits[--at] = '-';
        }
        json.raw(digits, at, digits.length - at);
    }

    private void ascii(String value) {
        byte[] bytes = value.getBytes(US_ASCII);
        json.raw(bytes, 0, bytes.length);
    }
}
