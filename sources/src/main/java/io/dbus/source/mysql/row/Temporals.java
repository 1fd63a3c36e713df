package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import io.dbus.event.ValueReceiver;
import io.dbus.source.mysql.event.ValueSize;

/**
 * Dates and times (MySQL Internals, Date and Time Data Type Representation). Parts that are zero stay zero: no calendar sees
 * them.
 */
final class Temporals {
    private static final int[] MICROS_PER_FRACTION = {1, 100_000, 10_000, 1_000, 100, 10, 1};

    private Temporals() {}

    /** Three bytes: day 5 bits, month 4, year. */
    static void date(byte[] b, int at, ValueReceiver receiver) {
        int packed = (int) Bytes.unsigned(b, at, 3);
        receiver.date(packed >> 9, packed >> 5 & 15, packed & 31);
    }

    /**
     * Hours, minutes and seconds in 10, 6 and 6 bits, and the fraction; a negative time is the complement of the whole number,
     * fraction included.
     */
    static void time2(byte[] b, int at, int digits, ValueReceiver receiver) {
        requireDigits(digits);
        int fractionBytes = ValueSize.fractionBytes(digits);
        int fractionBits = fractionBytes * Byte.SIZE;
        long packed = Bytes.bigEndian(b, at, 3 + fractionBytes) - (1L << 23 + fractionBits);
        long size = Math.abs(packed);
        int fraction = (int) (size & (1L << fractionBits) - 1);
        int hms = (int) (size >> fractionBits);
        receiver.time(signed(packed < 0, hms >> 12, hms >> 6 & 63, hms & 63, micros(fraction, fractionBytes)), digits);
    }

    /** Year and month as {@code year * 13 + month} in 17 bits, day 5, hour 5, minute 6, second 6, and the fraction. */
    static void datetime2(byte[] b, int at, int digits, ValueReceiver receiver) {
        requireDigits(digits);
        int fractionBytes = ValueSize.fractionBytes(digits);
        long packed = Bytes.bigEndian(b, at, 5) - 0x80_0000_0000L;
        if (packed < 0) {
            throw new RowDecodeException("A DATETIME is negative");
        }
        int micros = micros((int) Bytes.bigEndian(b, at + 5, fractionBytes), fractionBytes);
        datetime(packed, micros, digits, receiver);
    }

    /** Seconds since the epoch, UTC, high byte first, and the fraction. */
    static void timestamp2(byte[] b, int at, int digits, ValueReceiver receiver) {
        requireDigits(digits);
        int fractionBytes = ValueSize.fractionBytes(digits);
        int micros = micros((int) Bytes.bigEndian(b, at + 4, fractionBytes), fractionBytes);
        receiver.timestamp(Bytes.bigEndian(b, at, 4), micros, digits);
    }

    private static void datetime(long packed, int micros, int digits, ValueReceiver receiver) {
        int yearMonth = (int) (packed >> 22);
        receiver.datetime(
                yearMonth / 13,
                yearMonth % 13,
                (int) (packed >> 17 & 31),
                (int) (packed >> 12 & 31),
                (int) (packed >> 6 & 63),
                (int) (packed & 63),
                micros,
                digits);
    }

    static long signed(boolean negative, int hours, int minutes, int seconds, int micros) {
        long size = ((hours * 60L + minutes) * 60 + seconds) * 1_000_000 + micros;
        return negative ? -size : size;
    }

    private static int micros(int fraction, int bytes) {
        int micros = fraction * MICROS_PER_FRACTION[bytes * 2];
        if (micros < 0 || micros >= 1_000_000) {
            throw new RowDecodeException("The fraction of a second is " + fraction + " in " + bytes + " bytes");
        }
        return micros;
    }

    private static void requireDigits(int digits) {
        if (digits < 0 || digits > 6) {
            throw new RowDecodeException("A time has " + digits + " fractional digits");
        }
    }
}
