package io.dbus.operator.column;

import io.dbus.event.LogicalType;
import java.math.BigDecimal;

/** Takes values of any type, in few forms, and writes them as values of one type or refuses them. What a target does not take it refuses by default. */
interface CastTarget {
    /** The type of what it writes. */
    LogicalType type();

    default void integer(long value) {
        number(BigDecimal.valueOf(value));
    }

    /** An exact number, or the number that the digits of a FLOAT or DOUBLE show. */
    default void number(BigDecimal value) {
        throw refusal("the number " + value);
    }

    /** A FLOAT or DOUBLE; never handed on as a number when it is none. */
    default void binary(double value, BigDecimal digits) {
        number(digits);
    }

    default void text(String text) {
        throw refusal("the text " + shown(text));
    }

    default void json(String text) {
        throw refusal("the JSON " + shown(text));
    }

    default void bytes(byte[] bytes, int offset, int length) {
        throw refusal("a binary value");
    }

    default void civil(int year, int month, int day, int hour, int minute, int second, int micros) {
        throw refusal("a date");
    }

    default void instant(long second, int micros) {
        throw refusal("a timestamp");
    }

    default void duration(long micros) {
        throw refusal("a time");
    }

    /** Says that something is no value of the type. */
    default ConversionException refusal(String value) {
        return new ConversionException(value + " is no " + type() + ", and would become one only with loss");
    }

    static String shown(String text) {
        return "'"
                + (text.codePointCount(0, text.length()) <= 50
                        ? text
                        : text.substring(0, text.offsetByCodePoints(0, 50)) + "...")
                + "'";
    }
}
