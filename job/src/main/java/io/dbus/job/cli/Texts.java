package io.dbus.job.cli;

import java.time.Duration;
import java.util.Locale;

/** Figures as people read them. */
final class Texts {
    private Texts() {}

    /** How long, in the one or two units that matter: "350 ms", "12 s", "3 min 5 s", "2 h 10 min", "5 d 3 h". */
    static String time(Duration time) {
        long millis = Math.max(0, time.toMillis());
        long seconds = millis / 1000;
        if (millis < 1000) {
            return millis + " ms";
        } else if (seconds < 60) {
            return seconds + " s";
        } else if (seconds < 3600) {
            return two(seconds / 60, "min", seconds % 60, "s");
        } else if (seconds < 86_400) {
            return two(seconds / 3600, "h", seconds % 3600 / 60, "min");
        }
        return two(seconds / 86_400, "d", seconds % 86_400 / 3600, "h");
    }

    private static String two(long large, String largeUnit, long small, String smallUnit) {
        return large + " " + largeUnit + (small == 0 ? "" : " " + small + " " + smallUnit);
    }

    /** How long ago. */
    static String ago(Duration time) {
        return time(time) + " ago";
    }

    /** A whole number with its thousands parted. */
    static String count(double number) {
        return String.format(Locale.ROOT, "%,.0f", number);
    }

    /** A size in bytes. */
    static String bytes(long bytes) {
        String[] units = {"B", "kB", "MB", "GB", "TB"};
        double size = bytes;
        int unit = 0;
        while (size >= 1000 && unit < units.length - 1) {
            size /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 || size >= 100 ? "%.0f %s" : "%.1f %s", size, units[unit]);
    }
}
