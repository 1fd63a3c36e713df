package io.dbus.operator.expression;

import com.google.common.primitives.UnsignedLong;
import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Equality and order of the values of expressions, in place of CEL's own, which compares an int with a double as two doubles and finds
 * values of two types unequal without a word. Here numbers of all types compare by their exact values, dates and times compare with
 * what a user writes for them in a string, and what cannot be compared is a {@link Mistake}. Nothing equals NULL but {@code null}.
 */
final class Comparison {
    private Comparison() {}

    static boolean equal(Object left, Object right) {
        if (isNull(left) || isNull(right)) {
            return isNull(left) && isNull(right);
        }
        if (left instanceof List<?> a && right instanceof List<?> b) {
            return equalLists(a, b);
        }
        if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
            return equalMaps(a, b);
        }
        if (left instanceof Row a && right instanceof Row b) {
            return equalRows(a, b);
        }
        if (!isOrdered(left) && left.getClass() == right.getClass()) {
            return left.equals(right);
        }
        return order(left, right) == Order.SAME;
    }

    /**
     * How two values stand to each other.
     *
     * @throws Mistake when they have no order
     */
    static Order order(Object left, Object right) {
        if (Numbers.isNumber(left) && Numbers.isNumber(right)) {
            return Numbers.order(left, right);
        }
        if (left instanceof String a && !(right instanceof String)) {
            return order(Literals.as(right, a), right);
        }
        if (right instanceof String b && !(left instanceof String)) {
            return order(left, Literals.as(left, b));
        }
        if (left instanceof String a && right instanceof String b) {
            return Order.of(a.compareTo(b));
        }
        if (left instanceof Boolean a && right instanceof Boolean b) {
            return Order.of(a.compareTo(b));
        }
        if (left instanceof Instant a && right instanceof Instant b) {
            return Order.of(a.compareTo(b));
        }
        if (left instanceof Duration a && right instanceof Duration b) {
            return Order.of(a.compareTo(b));
        }
        if (left instanceof CivilTime a && right instanceof CivilTime b) {
            return Order.of(a.compareTo(b));
        }
        if (left instanceof CelByteString a && right instanceof CelByteString b) {
            return Order.of(CelByteString.unsignedLexicographicalComparator().compare(a, b));
        }
        throw cannotCompare(left, right);
    }

    /** CEL's {@code in}: an element of a list, a key of a map, a column of a row. */
    static boolean in(Object element, Object container) {
        if (container instanceof Row row) {
            return row.has(element);
        }
        Collection<?> candidates =
                container instanceof Map<?, ?> map ? map.keySet() : container instanceof List<?> list ? list : null;
        if (candidates == null) {
            throw new Mistake("nothing can be in " + describe(container) + ": 'in' takes a list or a map");
        }
        for (Object candidate : candidates) {
            if (equal(element, candidate)) {
                return true;
            }
        }
        return false;
    }

    private static boolean equalLists(List<?> left, List<?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (int i = 0; i < left.size(); i++) {
            if (!equal(left.get(i), right.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalMaps(Map<?, ?> left, Map<?, ?> right) {
        if (left.size() != right.size()) {
            return false;
        }
        for (Map.Entry<?, ?> entry : left.entrySet()) {
            if (!right.containsKey(entry.getKey()) || !equal(entry.getValue(), right.get(entry.getKey()))) {
                return false;
            }
        }
        return true;
    }

    private static boolean equalRows(Row left, Row right) {
        for (String name : left.names()) {
            if (left.has(name) != right.has(name)) {
                return false;
            }
            if (left.has(name) && !equal(left.select(name), right.select(name))) {
                return false;
            }
        }
        return true;
    }

    static boolean isNull(Object value) {
        return value instanceof NullValue || value instanceof Row row && row.isNone();
    }

    private static boolean isOrdered(Object value) {
        return Numbers.isNumber(value)
                || value instanceof String
                || value instanceof Boolean
                || value instanceof Instant
                || value instanceof Duration
                || value instanceof CivilTime
                || value instanceof CelByteString;
    }

    private static Mistake cannotCompare(Object left, Object right) {
        if (isNull(left) || isNull(right)) {
            return new Mistake(describe(left) + " has no order to " + describe(right)
                    + ": write 'x != null && ...' before the comparison");
        }
        return new Mistake(describe(left) + " cannot be compared with " + describe(right));
    }

    /** A value with its type, for messages. */
    static String describe(Object value) {
        if (isNull(value)) {
            return "NULL";
        }
        if (value instanceof String text) {
            return "the string '" + (text.length() <= 50 ? text : text.substring(0, 50) + "...") + "'";
        }
        if (value instanceof Long) {
            return "the int " + value;
        }
        if (value instanceof UnsignedLong) {
            return "the uint " + value;
        }
        if (Numbers.isNumber(value) || value instanceof Boolean) {
            return "the " + (value instanceof Boolean ? "bool " : value instanceof Double ? "double " : "decimal ")
                    + value;
        }
        if (value instanceof CivilTime) {
            return "the date or datetime " + value;
        }
        if (value instanceof Instant) {
            return "the timestamp " + value;
        }
        if (value instanceof Duration) {
            return "the duration " + value;
        }
        if (value instanceof CelByteString) {
            return "bytes";
        }
        return value instanceof List ? "a list" : value instanceof Map ? "a map" : value.toString();
    }
}
