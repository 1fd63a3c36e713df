package io.dbus.source.mysql.row;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Doubles as the server prints them in JSON: the fewest digits that give the same number, as {@code my_gcvt} lays them out. */
final class JsonNumbers {
    /** Up to so many digits before the point, or zeros after it, no exponent is written, nor where digits follow the point. */
    private static final int MAX_PLAIN = 15;

    private static final double EXACT_INTEGERS = 9e14;

    private JsonNumbers() {}

    static String print(double value) {
        if (value == 0) {
            return 1 / value < 0 ? "-0.0" : "0.0";
        }
        if (Math.abs(value) < EXACT_INTEGERS && value == Math.rint(value)) {
            return (long) value + ".0";
        }
        BigDecimal shortest = shortest(value).stripTrailingZeros();
        String digits = shortest.unscaledValue().abs().toString();
        int point = digits.length() - shortest.scale();
        StringBuilder text = new StringBuilder(value < 0 ? "-" : "");
        if (point < 1 - MAX_PLAIN || point > MAX_PLAIN && digits.length() <= point) {
            text.append(digits.charAt(0));
            if (digits.length() > 1) {
                text.append('.').append(digits, 1, digits.length());
            }
            return text.append('e').append(point - 1).toString();
        }
        if (point <= 0) {
            return text.append("0.").append("0".repeat(-point)).append(digits).toString();
        }
        if (point >= digits.length()) {
            return text.append(digits)
                    .append("0".repeat(point - digits.length()))
                    .append(".0")
                    .toString();
        }
        return text.append(digits, 0, point)
                .append('.')
                .append(digits, point, digits.length())
                .toString();
    }

    /**
     * The fewest digits that give the same number, of those the nearest. Double.toString gives a digit too many for some
     * numbers before Java 19 (JDK-4511638). At powers of two the nearest may be another number while its neighbour is not.
     */
    private static BigDecimal shortest(double value) {
        BigDecimal exact = new BigDecimal(value);
        BigDecimal best = new BigDecimal(Double.toString(value));
        for (int digits = best.stripTrailingZeros().precision(); digits > 0; digits--) {
            BigDecimal nearest = exact.round(new MathContext(digits, RoundingMode.HALF_EVEN));
            if (nearest.doubleValue() != value) {
                BigDecimal away = exact.round(new MathContext(digits, RoundingMode.UP));
                if (away.doubleValue() != value) {
                    break;
                }
                nearest = away;
            }
            best = nearest;
        }
        return best;
    }
}
