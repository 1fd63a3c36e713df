package io.dbus.operator.expression;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A DATE or DATETIME: what a calendar and a clock show, in no zone. Unlike the types of {@code java.time} it holds zero
 * dates (0000-00-00, 2023-00-15: MySQL manual, "The DATE, DATETIME, and TIMESTAMP Types"), which order before the dates they
 * are parts of.
 */
public record CivilTime(int year, int month, int day, int hour, int minute, int second, int micros)
        implements Comparable<CivilTime> {
    private static final Pattern FORM =
            Pattern.compile("(\\d{4})-(\\d{2})-(\\d{2})(?:[ T](\\d{2}):(\\d{2}):(\\d{2})(?:\\.(\\d{1,6}))?)?");
    private static final Comparator<CivilTime> ORDER = Comparator.comparingInt(CivilTime::year)
            .thenComparingInt(CivilTime::month)
            .thenComparingInt(CivilTime::day)
            .thenComparingInt(CivilTime::hour)
            .thenComparingInt(CivilTime::minute)
            .thenComparingInt(CivilTime::second)
            .thenComparingInt(CivilTime::micros);

    /** From {@code 2024-05-01}, {@code 2024-05-01 12:30:00} or {@code 2024-05-01T12:30:00.25}; empty when the text is none of them. */
    public static Optional<CivilTime> parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            return Optional.empty();
        }
        CivilTime time = new CivilTime(
                number(form.group(1)),
                number(form.group(2)),
                number(form.group(3)),
                number(form.group(4)),
                number(form.group(5)),
                number(form.group(6)),
                form.group(7) == null ? 0 : number((form.group(7) + "00000").substring(0, 6)));
        boolean real = time.month <= 12 && time.day <= 31 && time.hour <= 23 && time.minute <= 59 && time.second <= 59;
        return real ? Optional.of(time) : Optional.empty();
    }

    private static int number(String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /**
     * The instant at which a clock in UTC shows this.
     *
     * @throws DateTimeException when no calendar has the day
     */
    public Instant inUtc() {
        return LocalDateTime.of(year, month, day, hour, minute, second, micros * 1_000)
                .toInstant(ZoneOffset.UTC);
    }

    @Override
    public int compareTo(CivilTime other) {
        return ORDER.compare(this, other);
    }

    /** As MySQL writes it; the time is left out where it is midnight, and the fraction where it is zero. */
    @Override
    public String toString() {
        String date = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
        if (hour == 0 && minute == 0 && second == 0 && micros == 0) {
            return date;
        }
        String time = String.format(Locale.ROOT, " %02d:%02d:%02d", hour, minute, second);
        return date + time + (micros == 0 ? "" : String.format(Locale.ROOT, ".%06d", micros));
    }
}
