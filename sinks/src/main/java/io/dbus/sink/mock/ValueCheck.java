package io.dbus.sink.mock;

import io.dbus.event.Column;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.util.Optional;

/** Reads every value of an event and forgets it. */
final class ValueCheck implements ValueReceiver {
    /** A value that cannot be read. */
    record Failure(String column, RowDecodeException cause) {}

    /** The first value of a change that cannot be read. */
    Optional<Failure> check(RowChange row) {
        return row.before().flatMap(image -> check(row, image)).or(() -> row.after()
                .flatMap(image -> check(row, image)));
    }

    private Optional<Failure> check(RowChange row, RowImage image) {
        for (Column column : row.schema().columns()) {
            try {
                if (image.isPresent(column.position())) {
                    image.read(column.position(), this);
                }
            } catch (RowDecodeException e) {
                return Optional.of(new Failure(column.name(), e));
            }
        }
        return Optional.empty();
    }

    @Override
    public void nullValue() {}

    @Override
    public void int64(long value) {}

    @Override
    public void uint64(long bits) {}

    @Override
    public void bits(long bits, int width) {}

    @Override
    public void decimal(BigDecimal value) {}

    @Override
    public void float32(float value) {}

    @Override
    public void float64(double value) {}

    @Override
    public void text(byte[] utf8, int offset, int length) {}

    @Override
    public void binary(byte[] bytes, int offset, int length) {}

    @Override
    public void date(int year, int month, int day) {}

    @Override
    public void time(long micros, int fractionalDigits) {}

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {}

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {}

    @Override
    public void json(byte[] utf8, int offset, int length) {}

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {}

    @Override
    public void vector(byte[] floats, int offset, int count) {}
}
