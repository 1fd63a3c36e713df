package io.dbus.operator.column;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.operator.expression.CivilTime;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Casts to dates and times. Between DATETIME and TIMESTAMP the clock is that of UTC; zero dates stay zero dates. */
final class TemporalTargets {
    private static final Pattern TIME = Pattern.compile("(-?)(\\d{1,3}):([0-5]\\d):([0-5]\\d)(?:\\.(\\d{1,6}))?");

    /** 838:59:59.999999 (MySQL manual, "The TIME Type"). */
    private static final long LONGEST_TIME = 3_020_399_999_999L;

    private TemporalTargets() {}

    private static boolean fits(int micros, LogicalType type) {
        int unit = 1;
        for (int digit = type.scale(); digit < 6; digit++) {
            unit *= 10;
        }
        return micros % unit == 0;
    }

    /** DATE and DATETIME. */
    record Civil(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void civil(int year, int month, int day, int hour, int minute, int second, int micros) {
            boolean date = type.kind() == Kind.DATE;
            if (date && (hour | minute | second | micros) != 0 || !fits(micros, type)) {
                throw refusal("the datetime " + new CivilTime(year, month, day, hour, minute, second, micros));
            }
            if (date) {
                out.date(year, month, day);
            } else {
                out.datetime(year, month, day, hour, minute, second, micros, type.scale());
            }
        }

        @Override
        public void instant(long second, int micros) {
            if (second == 0 && micros == 0) {
                civil(0, 0, 0, 0, 0, 0, 0);
                return;
            }
            LocalDateTime utc = LocalDateTime.ofEpochSecond(second, 0, ZoneOffset.UTC);
            civil(
                    utc.getYear(),
                    utc.getMonthValue(),
                    utc.getDayOfMonth(),
                    utc.getHour(),
                    utc.getMinute(),
                    utc.getSecond(),
                    micros);
        }

        @Override
        public void text(String text) {
            CivilTime time = CivilTime.parse(text).orElseThrow(() -> refusal("the text " + CastTarget.shown(text)));
            civil(time.year(), time.month(), time.day(), time.hour(), time.minute(), time.second(), time.micros());
        }
    }

    /** TIMESTAMP. */
    record Instants(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void instant(long second, int micros) {
            if (!fits(micros, type)) {
                throw refusal("the timestamp " + Instant.ofEpochSecond(second, micros * 1_000L));
            }
            out.timestamp(second, micros, type.scale());
        }

        @Override
        public void civil(int year, int month, int day, int hour, int minute, int second, int micros) {
            CivilTime time = new CivilTime(year, month, day, hour, minute, second, micros);
            if ((year | month | day | hour | minute | second | micros) == 0) {
                instant(0, 0);
                return;
            }
            try {
                Instant instant = time.inUtc();
                if (instant.getEpochSecond() == 0 && micros == 0) {
                    throw refusal("the datetime " + time + ", which as a timestamp is the zero one,");
                }
                instant(instant.getEpochSecond(), micros);
            } catch (DateTimeException e) {
                throw refusal("the datetime " + time);
            }
        }

        @Override
        public void text(String text) {
            try {
                Instant instant = OffsetDateTime.parse(text).toInstant();
                if (instant.getNano() % 1_000 != 0) {
                    throw refusal("the text " + CastTarget.shown(text));
                }
                instant(instant.getEpochSecond(), instant.getNano() / 1_000);
            } catch (DateTimeException e) {
                throw refusal("the text " + CastTarget.shown(text));
            }
        }
    }

    /** TIME. */
    record Times(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void duration(long micros) {
            if (micros < -LONGEST_TIME || micros > LONGEST_TIME || !fits((int) (micros % 1_000_000), type)) {
                throw refusal("the time of " + micros + " microseconds");
            }
            out.time(micros, type.scale());
        }

        @Override
        public void text(String text) {
            Matcher form = TIME.matcher(text);
            if (!form.matches()) {
                throw refusal("the text " + CastTarget.shown(text));
            }
            long seconds = Long.parseLong(form.group(2)) * 3600
                    + Long.parseLong(form.group(3)) * 60
                    + Long.parseLong(form.group(4));
            long micros = form.group(5) == null ? 0 : Long.parseLong((form.group(5) + "00000").substring(0, 6));
            long size = seconds * 1_000_000 + micros;
            duration(form.group(1).isEmpty() ? size : -size);
        }
    }
}
