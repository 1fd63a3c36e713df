package io.dbus.fuzz;

import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Operation;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/** What a run did and compared. Not thread-safe. */
final class Totals {
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<Kind, Long> values = new EnumMap<>(Kind.class);

    /** Counts one more of something. */
    void count(String what) {
        add(what, 1);
    }

    void add(String what, long more) {
        counts.merge(what, more, Long::sum);
    }

    long of(String what) {
        return counts.getOrDefault(what, 0L);
    }

    void event(Operation operation) {
        count("events");
        count("events: " + operation.name().toLowerCase(java.util.Locale.ROOT) + "s");
    }

    void value(Kind kind) {
        values.merge(kind, 1L, Long::sum);
    }

    /** Values of a kind that came in events. */
    long values(Kind kind) {
        return values.getOrDefault(kind, 0L);
    }

    void untold() {
        count("values that no event told (absent from images)");
    }

    void compared(long rows, long ofValues) {
        count("comparisons of a table");
        add("rows compared with SELECT", rows);
        add("values compared with SELECT", ofValues);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach((what, count) -> text.append(String.format(java.util.Locale.ROOT, "  %,15d %s%n", count, what)));
        text.append("  values in events, by type:");
        values.forEach((kind, count) -> text.append(String.format(java.util.Locale.ROOT, " %s %,d", kind, count)));
        return text.append(System.lineSeparator()).toString();
    }
}
