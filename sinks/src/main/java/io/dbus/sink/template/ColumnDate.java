package io.dbus.sink.template;

import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/** The value of a column as a date: of DATE, DATETIME and TIMESTAMP, the last in UTC. */
final class ColumnDate implements ValueReceiver {
    private LocalDateTime date;
    private boolean ofAnotherType;

    /** The date; empty for NULL and for one that no calendar has. */
    Optional<LocalDateTime> date() {
        return Optional.ofNullable(date);
    }

    /** Whether the value was none of a type with a date. */
    boolean isOfAnotherType() {
        return ofAnotherType;
    }

    @Override
    public void nullValue() {
        date = null;
    }

    @Override
    public void date(int year, int month, int day) {
        datetime(year, month, day, 0, 0, 0, 0, 0);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        // The year 0, which MySQL has: patterns count it as the year 1 of the era before.
        if (year == 0) {
            date = null;
            return;
        }
        try {
            date = LocalDateTime.of(year, month, day, hour, minute, second, micros * 1_000);
        } catch (DateTimeException e) {
            date = null;
        }
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        // Second 0 is the zero timestamp, which no real one is.
        date = epochSecond == 0 && micros == 0
                ? null
                : LocalDateTime.ofEpochSecond(epochSecond, micros * 1_000, ZoneOffset.UTC);
    }

    @Override
    public void int64(long value) {
        ofAnotherType = true;
    }

    @Override
    public void uint64(long bits) {
        ofAnotherType = true;
    }

    @Override
    public void bits(long bits, int width) {
        ofAnotherType = true;
    }

    @Override
    public void decimal(BigDecimal value) {
        ofAnotherType = true;
    }

    @Override
    public void float32(float value) {
        ofAnotherType = true;
    }

    @Override
    public void float64(double value) {
        ofAnotherType = true;
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        ofAnotherType = true;
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        ofAnotherType = true;
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        ofAnotherType = true;
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        ofAnotherType = true;
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        ofAnotherType = true;
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        ofAnotherType = true;
    }
}
