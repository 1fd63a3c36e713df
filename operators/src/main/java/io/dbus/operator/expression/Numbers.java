package io.dbus.operator.expression;

import com.google.common.primitives.UnsignedLong;
import java.math.BigDecimal;

/**
 * Numbers of expressions by their exact values: int is {@link Long}, uint {@link UnsignedLong}, double {@link Double}, decimal
 * {@link BigDecimal}. A double beside a decimal counts as the decimal number that it is written as, so that a DECIMAL 0.10 equals 0.1;
 * beside an integer it counts as what it is in binary.
 */
final class Numbers {
    private Numbers() {}

    static boolean isNumber(Object value) {
        return value instanceof Long
                || value instanceof Double
                || value instanceof BigDecimal
                || value instanceof UnsignedLong;
    }

    static Order order(Object left, Object right) {
        if (left instanceof Long a && right instanceof Long b) {
            return Order.of(Long.compare(a, b));
        }
        if (left instanceof Double a && right instanceof Double b) {
            return orderOfDoubles(a, b);
        }
        if (left instanceof Double a && !Double.isFinite(a)) {
            return orderOfDoubles(a, 0);
        }
        if (right instanceof Double b && !Double.isFinite(b)) {
            return orderOfDoubles(0, b);
        }
        boolean decimals = left instanceof BigDecimal || right instanceof BigDecimal;
        return Order.of(exact(left, decimals).compareTo(exact(right, decimals)));
    }

    private static Order orderOfDoubles(double left, double right) {
        if (Double.isNaN(left) || Double.isNaN(right)) {
            return Order.NONE;
        }
        return left < right ? Order.BEFORE : left > right ? Order.AFTER : Order.SAME;
    }

    /** A number as a decimal, for arithmetic with decimals. */
    static BigDecimal decimal(Object number) {
        if (number instanceof Double d && !Double.isFinite(d)) {
            throw new Mistake("the double " + d + " is no decimal");
        }
        return exact(number, true);
    }

    private static BigDecimal exact(Object number, boolean asWritten) {
        if (number instanceof BigDecimal decimal) {
            return decimal;
        }
        if (number instanceof Long integer) {
            return BigDecimal.valueOf(integer);
        }
        if (number instanceof UnsignedLong unsigned) {
            return new BigDecimal(unsigned.bigIntegerValue());
        }
        double binary = (Double) number;
        return asWritten ? BigDecimal.valueOf(binary) : new BigDecimal(binary);
    }
}
