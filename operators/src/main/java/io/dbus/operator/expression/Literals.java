package io.dbus.operator.expression;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What strings stand for beside a value that is none: decimals, dates, times, instants. */
final class Literals {
    // The most digits of a DECIMAL are 65 (MySQL manual, "Fixed-Point Types"); an exponent would make a few characters
    // a huge number.
    private static final Pattern DECIMAL = Pattern.compile("[+-]?\\d{1,100}(\\.\\d{1,100})?");
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):([0-5]\\d):([0-5]\\d)(?:\\.(\\d{1,6}))?");

    private Literals() {}

    /**
     * What a string means beside a value.
     *
     * @throws Mistake when values of its type are not written in strings, or not so
     */
    static Object as(Object value, String text) {
        if (value instanceof BigDecimal) {
            return decimal(text);
        }
        if (value instanceof CivilTime) {
            return civil(text);
        }
        if (value instanceof Instant) {
            return instant(text);
        }
        if (value instanceof Duration) {
            return time(text);
        }
        throw new Mistake(Comparison.describe(text) + " cannot be compared with " + Comparison.describe(value));
    }

    static BigDecimal decimal(String text) {
        if (!DECIMAL.matcher(text).matches()) {
            throw new Mistake(Comparison.describe(text) + " is no decimal: write one like '100.00'");
        }
        return new BigDecimal(text);
    }

    static CivilTime civil(String text) {
        Optional<CivilTime> time = CivilTime.parse(text);
        return time.orElseThrow(() -> new Mistake(Comparison.describe(text)
                + " is no date or datetime: write one like '2024-05-01' or '2024-05-01 12:30:00'"));
    }

    private static Instant instant(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            throw new Mistake(Comparison.describe(text)
                    + " is no timestamp: write one with its zone, like '2024-05-01T12:30:00Z'");
        }
    }

    private static Duration time(String text) {
        Matcher form = TIME.matcher(text);
        if (!form.matches()) {
            throw new Mistake(Comparison.describe(text) + " is no time: write one like '12:30:00' or '-00:15:00.5'");
        }
        long seconds = Long.parseLong(form.group(2)) * 3600
                + Long.parseLong(form.group(3)) * 60
                + Long.parseLong(form.group(4));
        long micros = form.group(5) == null ? 0 : Long.parseLong((form.group(5) + "00000").substring(0, 6));
        Duration size = Duration.ofSeconds(seconds).plus(micros, ChronoUnit.MICROS);
        return form.group(1).isEmpty() ? size : size.negated();
    }
}
