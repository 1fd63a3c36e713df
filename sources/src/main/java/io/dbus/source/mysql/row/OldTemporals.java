package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import io.dbus.event.ValueReceiver;
import io.dbus.source.mysql.event.ValueSize;

/**
 * Dates and times as servers before MySQL 5.6 write them, and MariaDB in columns that were made under {@code mysql56_temporal_format=OFF}, which have fractions of their own form (MariaDB source,
 * {@code Field_time_hires}, {@code Field_datetime_hires}, {@code Field_timestamp_hires}): one number, high byte first, in units of the last digit.
 */
final class OldTemporals {
    private static final long[] UNITS_PER_SECOND = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000};
    private static final int[] MICROS_PER_UNIT = {1_000_000, 100_000, 10_000, 1_000, 100, 10, 1};

    /** A second more than 838:59:59: the number that stands for no time at all. */
    private static final long ZERO_SECONDS = 838 * 3600 + 59 * 60 + 59 + 1;

    private static final long MAX_DATETIME = 99_991_231_235_959L;

    private OldTemporals() {}

    /** Without fraction the decimal number HHMMSS in three bytes, signed, low byte first; else units from the least time. */
    static void time(byte[] b, int at, int size, int digits, ValueReceiver receiver) {
        if (digits == 0) {
            long packed = Bytes.signed(b, at, size);
            int whole = (int) Math.abs(packed);
            receiver.time(Temporals.signed(packed < 0, whole / 10_000, whole / 100 % 100, whole % 100, 0), 0);
            return;
        }
        long zero = ZERO_SECONDS * UNITS_PER_SECOND[digits];
        long units = Bytes.bigEndian(b, at, size) - zero;
        if (Math.abs(units) >= zero) {
            throw new RowDecodeException("A TIME(" + digits + ") of the old format has the number " + units);
        }
        receiver.time(units * MICROS_PER_UNIT[digits], digits);
    }

    /**
     * Without fraction the decimal number YYYYMMDDHHMMSS in eight bytes, low one first; else the units of {@code year * 13 + month} months of 32 days of 24 hours.
     */
    static void datetime(byte[] b, int at, int size, int digits, ValueReceiver receiver) {
        if (digits == 0) {
            long packed = Bytes.unsigned(b, at, size);
            requireDatetime(packed >= 0 && packed <= MAX_DATETIME, packed, digits);
            int date = (int) (packed / 1_000_000);
            int time = (int) (packed % 1_000_000);
            receiver.datetime(
                    date / 10_000, date / 100 % 100, date % 100, time / 10_000, time / 100 % 100, time % 100, 0, 0);
            return;
        }
        long packed = Bytes.bigEndian(b, at, size);
        long seconds = packed / UNITS_PER_SECOND[digits];
        long days = seconds / 86_400;
        long months = days / 32;
        requireDatetime(packed >= 0 && months < 10_000 * 13, packed, digits);
        receiver.datetime(
                (int) (months / 13),
                (int) (months % 13),
                (int) (days % 32),
                (int) (seconds / 3600 % 24),
                (int) (seconds / 60 % 60),
                (int) (seconds % 60),
                (int) (packed % UNITS_PER_SECOND[digits]) * MICROS_PER_UNIT[digits],
                digits);
    }

    /** Seconds since the epoch, UTC: low byte first without fraction; high byte first with one, and the units behind them. */
    static void timestamp(byte[] b, int at, int digits, ValueReceiver receiver) {
        if (digits == 0) {
            receiver.timestamp(Bytes.unsigned(b, at, Integer.BYTES), 0, 0);
            return;
        }
        long units = Bytes.bigEndian(b, at + Integer.BYTES, ValueSize.fractionBytes(digits));
        if (units >= UNITS_PER_SECOND[digits]) {
            throw new RowDecodeException("A TIMESTAMP(" + digits + ") of the old format has the fraction " + units);
        }
        receiver.timestamp(Bytes.bigEndian(b, at, Integer.BYTES), (int) units * MICROS_PER_UNIT[digits], digits);
    }

    private static void requireDatetime(boolean valid, long packed, int digits) {
        if (!valid) {
            throw new RowDecodeException(
                    "A DATETIME(" + digits + ") of the old format has the number " + Long.toUnsignedString(packed));
        }
    }
}
