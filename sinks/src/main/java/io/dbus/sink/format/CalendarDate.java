package io.dbus.sink.format;

import java.time.LocalDate;
import java.time.YearMonth;

/** Dates that are days of the calendar, which those of MySQL need not be: 0000-00-00, 2023-02-00, 2023-02-30. */
public final class CalendarDate {
    private CalendarDate() {}

    /** Whether the calendar has the day. */
    public static boolean exists(int year, int month, int day) {
        return day >= 1
                && month >= 1
                && month <= 12
                && (day <= 28 || day <= YearMonth.of(year, month).lengthOfMonth());
    }

    /** The days since 1970-01-01 of a day that exists. */
    public static long epochDay(int year, int month, int day) {
        return LocalDate.of(year, month, day).toEpochDay();
    }
}
