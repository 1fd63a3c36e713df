package io.dbus.operator.column;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import java.util.regex.Pattern;

/** Casts to numbers. */
final class NumberTargets {
    // An exponent of more digits would make a few characters a huge number.
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d{1,100}(\\.\\d{0,100})?|\\.\\d{1,100})([eE][+-]?\\d{1,3})?");

    private NumberTargets() {}

    static Optional<BigDecimal> parse(String text) {
        return NUMBER.matcher(text).matches() ? Optional.of(new BigDecimal(text)) : Optional.empty();
    }

    /** TINYINT to BIGINT, signed and unsigned, YEAR, BIT(n). */
    record Integers(LogicalType type, RowBuilder out, BigInteger least, BigInteger most) implements CastTarget {
        static Integers of(LogicalType type, RowBuilder out) {
            int bits =
                    switch (type.kind()) {
                        case TINYINT -> 8;
                        case SMALLINT -> 16;
                        case MEDIUMINT -> 24;
                        case INT -> 32;
                        case BIT -> type.length();
                        default -> 64;
                    };
            if (type.kind() == Kind.YEAR) {
                return new Integers(type, out, BigInteger.ZERO, BigInteger.valueOf(2155));
            }
            boolean unsigned = type.unsigned() || type.kind() == Kind.BIT;
            BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
            return unsigned
                    ? new Integers(type, out, BigInteger.ZERO, half.shiftLeft(1).subtract(BigInteger.ONE))
                    : new Integers(type, out, half.negate(), half.subtract(BigInteger.ONE));
        }

        @Override
        public void integer(long value) {
            whole(BigInteger.valueOf(value), value);
        }

        @Override
        public void number(BigDecimal value) {
            if (value.signum() != 0
                    && (value.precision() - value.scale() > 25
                            || value.stripTrailingZeros().scale() > 0)) {
                throw refusal("the number " + value);
            }
            whole(value.toBigIntegerExact(), value);
        }

        private void whole(BigInteger value, Object written) {
            if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
                throw refusal("the number " + written);
            }
            out.int64(value.longValue());
        }

        @Override
        public void text(String text) {
            if (isBoolean() && (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false"))) {
                out.int64(text.equalsIgnoreCase("true") ? 1 : 0);
            } else {
                number(parse(text).orElseThrow(() -> refusal("the text " + CastTarget.shown(text))));
            }
        }

        private boolean isBoolean() {
            return type.kind() == Kind.BIT && type.length() == 1;
        }

        @Override
        public void json(String text) {
            text(text);
        }
    }

    /** DECIMAL. */
    record Decimals(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void number(BigDecimal value) {
            boolean huge = value.signum() != 0 && value.precision() - value.scale() > type.length() - type.scale();
            if (huge
                    || value.scale() > type.scale()
                            && value.stripTrailingZeros().scale() > type.scale()
                    || type.unsigned() && value.signum() < 0) {
                throw refusal("the number " + value);
            }
            out.decimal(value.setScale(type.scale()));
        }

        @Override
        public void text(String text) {
            number(parse(text).orElseThrow(() -> refusal("the text " + CastTarget.shown(text))));
        }

        @Override
        public void json(String text) {
            text(text);
        }
    }

    /** FLOAT and DOUBLE: a number fits whose digits are those that the binary one shows. */
    record Doubles(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void number(BigDecimal value) {
            boolean single = type.kind() == Kind.FLOAT;
            double binary = single ? value.floatValue() : value.doubleValue();
            boolean same = !Double.isInfinite(binary)
                    && (single ? new BigDecimal(Float.toString((float) binary)) : BigDecimal.valueOf(binary))
                                    .compareTo(value)
                            == 0;
            boolean exact = !Double.isInfinite(binary) && new BigDecimal(binary).compareTo(value) == 0;
            if (!same && !exact) {
                throw refusal("the number " + value);
            }
            write(binary);
        }

        @Override
        public void binary(double value, BigDecimal digits) {
            if (type.kind() == Kind.DOUBLE) {
                out.float64(value);
            } else {
                number(digits);
            }
        }

        private void write(double value) {
            if (type.kind() == Kind.FLOAT) {
                out.float32((float) value);
            } else {
                out.float64(value);
            }
        }

        @Override
        public void text(String text) {
            number(parse(text).orElseThrow(() -> refusal("the text " + CastTarget.shown(text))));
        }

        @Override
        public void json(String text) {
            text(text);
        }
    }
}
