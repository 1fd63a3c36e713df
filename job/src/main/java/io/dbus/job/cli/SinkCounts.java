package io.dbus.job.cli;

import io.dbus.metrics.FinalCount;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What sinks of the type {@code mock} counted, as a table. */
final class SinkCounts {
    private final List<Row> rows = new ArrayList<>();
    private final List<Row> violations = new ArrayList<>();

    private record Row(String sink, String of, String what, long events, long bytes) {}

    private SinkCounts() {}

    /** The counts among a job's accumulators. */
    static SinkCounts of(Map<String, Long> accumulators) {
        SinkCounts counts = new SinkCounts();
        accumulators.forEach((name, number) -> FinalCount.parse(name).ifPresent(count -> {
            if (count.figure().equals("events")) {
                long bytes = accumulators.getOrDefault(
                        new FinalCount("bytes", count.component(), count.what(), count.of()).accumulator(), 0L);
                counts.rows.add(new Row(count.component(), count.of(), count.what(), number, bytes));
            } else if (count.figure().equals("violations")) {
                counts.violations.add(new Row(count.component(), count.of(), count.what(), number, 0));
            }
        }));
        counts.rows.sort(Comparator.comparing(Row::sink).thenComparing(Row::of).thenComparing(Row::what));
        return counts;
    }

    boolean isEmpty() {
        return rows.isEmpty() && violations.isEmpty();
    }

    boolean hasViolations() {
        return !violations.isEmpty();
    }

    void print(PrintStream out) {
        int sink = width("sink", rows.stream().map(Row::sink).toList());
        int of = width("table", rows.stream().map(Row::of).toList());
        int what = width("operation", rows.stream().map(Row::what).toList());
        String form = "  %-" + sink + "s  %-" + of + "s  %-" + what + "s  %14s  %18s%n";
        out.printf(Locale.ROOT, form, "sink", "table", "operation", "events", "bytes");
        for (Row row : rows) {
            out.printf(Locale.ROOT, form, row.sink(), row.of(), row.what(), row.events(), row.bytes());
        }
        if (rows.isEmpty()) {
            out.println("  (no events)");
        }
        violations.forEach(row -> out.println(
                "  " + row.sink() + ": the order of keys was broken, " + row.what() + ": " + row.events() + " times"));
    }

    private static int width(String head, List<String> cells) {
        return Math.max(
                head.length(), cells.stream().mapToInt(String::length).max().orElse(0));
    }
}
