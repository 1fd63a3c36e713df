package io.dbus.operator.column;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;

/**
 * Turns values of any type into values of one, exactly or not at all: nothing is rounded, cut or guessed. NULL stays NULL. The values go to a {@link RowBuilder}.
 *
 * <p>Numbers become one another when nothing is lost; a FLOAT or DOUBLE counts as the number that its digits show, and a number fits a DOUBLE that shows its digits. Text becomes a
 * number, date, time or JSON when it is written as one. DATETIME and TIMESTAMP become one another by the clock of UTC, and a DATE when it is midnight. All but GEOMETRY and VECTOR become
 * text ({@link PlainText}), binary values when they are UTF-8.
 */
public final class Cast implements ValueReceiver {
    private final CastTarget target;
    private final RowBuilder out;

    private Cast(CastTarget target, RowBuilder out) {
        this.target = target;
        this.out = out;
    }

    /** Whether there is a cast to a type. */
    public static boolean isPossible(LogicalType type) {
        return switch (type.kind()) {
            case ENUM, SET, GEOMETRY, VECTOR -> false;
            default -> true;
        };
    }

    /**
     * What takes values and writes them as values of a type. Its methods throw {@link ConversionException} when that cannot be.
     *
     * @throws IllegalArgumentException when there is no cast to the type
     */
    public static ValueReceiver to(LogicalType type, RowBuilder out) {
        return switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR, BIT ->
                new Cast(NumberTargets.Integers.of(type, out), out);
            case DECIMAL -> new Cast(new NumberTargets.Decimals(type, out), out);
            case FLOAT, DOUBLE -> new Cast(new NumberTargets.Doubles(type, out), out);
            case DATE, DATETIME -> new Cast(new TemporalTargets.Civil(type, out), out);
            case TIMESTAMP -> new Cast(new TemporalTargets.Instants(type, out), out);
            case TIME -> new Cast(new TemporalTargets.Times(type, out), out);
            case CHAR, VARCHAR, TEXT -> new PlainText(new TextTargets.Texts(type, out));
            case BINARY, VARBINARY, BLOB -> new Cast(new TextTargets.Bytes(type, out), out);
            case JSON -> new Cast(new TextTargets.Json(type, out), out);
            case ENUM, SET, GEOMETRY, VECTOR ->
                throw new IllegalArgumentException("There is no cast to " + type.kind());
        };
    }

    @Override
    public void nullValue() {
        out.nullValue();
    }

    @Override
    public void int64(long value) {
        target.integer(value);
    }

    @Override
    public void uint64(long bits) {
        if (bits >= 0) {
            target.integer(bits);
        } else {
            target.number(new BigDecimal(Long.toUnsignedString(bits)));
        }
    }

    @Override
    public void bits(long bits, int width) {
        uint64(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        target.number(value);
    }

    @Override
    public void float32(float value) {
        if (!Float.isFinite(value)) {
            throw target.refusal("the number " + value);
        }
        // By its digits: a FLOAT shown as 1.1 becomes the DOUBLE 1.1.
        String digits = Float.toString(value);
        target.binary(Double.parseDouble(digits), new BigDecimal(digits));
    }

    @Override
    public void float64(double value) {
        if (!Double.isFinite(value)) {
            throw target.refusal("the number " + value);
        }
        target.binary(value, BigDecimal.valueOf(value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        target.text(new String(utf8, offset, length, UTF_8));
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        target.bytes(bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        target.civil(year, month, day, 0, 0, 0, 0);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        target.duration(micros);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        target.civil(year, month, day, hour, minute, second, micros);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        target.instant(epochSecond, micros);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        target.json(new String(utf8, offset, length, UTF_8));
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        throw target.refusal("a GEOMETRY");
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        throw target.refusal("a VECTOR");
    }
}
