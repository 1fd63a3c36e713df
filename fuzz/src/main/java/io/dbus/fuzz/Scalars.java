package io.dbus.fuzz;

import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;

/** Numbers, dates and times in SQL: extremes more often than chance has them. */
final class Scalars {
    private Scalars() {}

    /** An integer of so many bytes. */
    static String integer(Dice dice, int bytes, boolean unsigned) {
        BigInteger span = BigInteger.ONE.shiftLeft(8 * bytes);
        BigInteger low = unsigned ? BigInteger.ZERO : span.shiftRight(1).negate();
        BigInteger high = low.add(span).subtract(BigInteger.ONE);
        BigInteger value =
                switch (dice.below(8)) {
                    case 0 -> low;
                    case 1 -> high;
                    case 2 -> BigInteger.ZERO;
                    case 3 -> unsigned ? BigInteger.ONE : BigInteger.ONE.negate();
                    case 4 -> BigInteger.valueOf(dice.below(100));
                    default -> new BigInteger(1, dice.bytes(bytes)).add(low);
                };
        return value.toString();
    }

    /** A DECIMAL of so many digits, with so many after the point. */
    static String decimal(Dice dice, int precision, int scale, boolean unsigned) {
        int digits = dice.of(precision, precision, dice.between(1, precision), 1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < precision; i++) {
            boolean zero = i < precision - digits;
            text.append(zero ? '0' : (char) ('0' + (digits == precision && dice.percent(50) ? 9 : dice.below(10))));
        }
        text.insert(precision - scale, '.');
        if (text.charAt(0) == '.') {
            text.insert(0, '0');
        }
        if (text.charAt(text.length() - 1) == '.') {
            text.append('0');
        }
        return !unsigned && dice.percent(40) ? "-" + text : text.toString();
    }

    /** A FLOAT. */
    static String single(Dice dice, boolean unsigned) {
        float value =
                switch (dice.below(6)) {
                    case 0 -> dice.of(Float.MAX_VALUE, Float.MIN_NORMAL, 0f, 1f, 16777217f, 0.1f);
                    case 1 -> dice.below(10_000) / 8f;
                    default -> Float.intBitsToFloat((int) dice.bits());
                };
        if (!Float.isFinite(value)) {
            value = 3.5f;
        }
        return Float.toString(unsigned ? Math.abs(value) : dice.percent(30) ? -value : value);
    }

    /** A DOUBLE, also as JSON takes it. */
    static String floating(Dice dice, boolean unsigned) {
        double value =
                switch (dice.below(6)) {
                    case 0 ->
                        dice.of(
                                Double.MAX_VALUE,
                                Double.MIN_NORMAL,
                                Double.MIN_VALUE,
                                0d,
                                1d,
                                0.1d,
                                9007199254740993d,
                                1e15,
                                1e-7);
                    case 1 -> dice.below(10_000) / 8d;
                    case 2 -> dice.below(1_000_000) / 1000d;
                    default -> Double.longBitsToDouble(dice.bits());
                };
        if (!Double.isFinite(value)) {
            value = 2.25;
        }
        return Double.toString(unsigned ? Math.abs(value) : dice.percent(30) ? -value : value);
    }

    static String date(Dice dice, boolean lenient) {
        if (lenient && dice.percent(20)) {
            return dice.of("'0000-00-00'", "'2023-00-15'", "'2023-11-00'", "'0000-01-01'", "'2023-00-00'");
        }
        return dice.percent(20)
                ? dice.of(
                        "'1000-01-01'", "'9999-12-31'", "'1582-10-10'", "'2024-02-29'", "'0001-01-01'", "'1969-12-31'")
                : String.format(
                        Locale.ROOT,
                        "'%04d-%02d-%02d'",
                        dice.between(1, 9999),
                        dice.between(1, 12),
                        dice.between(1, 28));
    }

    static String time(Dice dice, int digits) {
        if (dice.percent(20)) {
            return dice.of(
                    "'838:59:59'", "'-838:59:59'", "'00:00:00'", "'-00:00:01'", "'-00:00:00.000001'", "'-00:00:00.1'");
        }
        return String.format(
                Locale.ROOT,
                "'%s%02d:%02d:%02d%s'",
                dice.percent(40) ? "-" : "",
                dice.percent(50) ? dice.below(24) : dice.below(838),
                dice.below(60),
                dice.below(60),
                fraction(dice, digits));
    }

    static String datetime(Dice dice, int digits, boolean lenient) {
        String date = date(dice, lenient);
        return String.format(
                Locale.ROOT,
                "%s %02d:%02d:%02d%s'",
                date.substring(0, date.length() - 1),
                dice.below(24),
                dice.below(60),
                dice.below(59),
                date.contains("9999") ? "" : fraction(dice, digits));
    }

    /** A TIMESTAMP that is one in every time zone. */
    static String timestamp(Dice dice, int digits, boolean lenient) {
        if (lenient && dice.percent(15)) {
            return "'0000-00-00 00:00:00'";
        }
        long second = dice.of(
                86_400L * 2,
                (1L << 31) - 86_400 * 2,
                86_400L * 2 + Math.floorMod(dice.bits(), (1L << 31) - 86_400 * 4),
                86_400L * 2 + Math.floorMod(dice.bits(), (1L << 31) - 86_400 * 4),
                1_711_846_800L);
        LocalDateTime time = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
        return String.format(
                Locale.ROOT,
                "'%04d-%02d-%02d %02d:%02d:%02d%s'",
                time.getYear(),
                time.getMonthValue(),
                time.getDayOfMonth(),
                time.getHour(),
                time.getMinute(),
                time.getSecond(),
                fraction(dice, digits));
    }

    private static String fraction(Dice dice, int digits) {
        if (digits == 0) {
            return "";
        }
        String text = String.format(Locale.ROOT, "%06d", dice.of(0, 999_999, 1, dice.below(1_000_000)));
        return "." + text.substring(0, digits);
    }
}
