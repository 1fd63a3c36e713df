package io.dbus.job.demo;

import static java.util.Objects.requireNonNull;

import io.dbus.job.rest.JobFigures;
import java.io.IOException;
import java.io.PrintStream;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The demo's live table: for each server and each sink what comes through and how late. On a terminal it is drawn
 * over itself each second; elsewhere it is a line every ten seconds.
 */
final class DemoScreen {
    private static final Duration LINE_EVERY = Duration.ofSeconds(10);
    /** Over how many refreshes a rate is taken. */
    private static final int RATE_OVER = 5;

    private static final String SOURCE = "dbus.shops.server.";
    private static final String TOPICS = "dbus.topics.";
    private static final String SEARCH = "dbus.search.";
    private static final String DEAD_LETTERS = "dbus.weights.";

    private static final List<String> READ = List.of(SOURCE, TOPICS, SEARCH, DEAD_LETTERS);

    private final PrintStream out;
    private final boolean terminal;
    private final JobFigures figures;
    private final long startNanos;
    private final Map<String, Deque<Sample>> samples = new HashMap<>();
    private long lineNanos;
    private int drawn;
    private double records;
    private double documents;
    private double deadLetters;

    private record Sample(long nanos, double count) {}

    DemoScreen(PrintStream out, boolean terminal, JobFigures figures) {
        this.out = requireNonNull(out, "out");
        this.terminal = terminal;
        this.figures = requireNonNull(figures, "figures");
        this.startNanos = System.nanoTime();
        this.lineNanos = startNanos;
    }

    /** Reads the figures and draws them; where Flink is too busy to answer in time, the last ones stay. */
    void refresh() throws IOException, InterruptedException {
        List<JobFigures.Figure> now;
        try {
            now = figures.read(name -> READ.stream().anyMatch(name::startsWith));
        } catch (HttpTimeoutException e) {
            return;
        }
        long nanos = System.nanoTime();
        List<String> lines = new ArrayList<>();
        lines.add(String.format("  %-16s %10s %12s %12s   %s", "", "rows/s", "rows", "lag", "where"));
        double all = 0;
        for (String shop : DemoServers.SHOPS) {
            String prefix = SOURCE + shop + ".";
            double rows = sum(now, prefix, ".rows");
            all += rows;
            double rate = rate(shop, nanos, rows);
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-16s %,10.0f %,12.0f %12s   %s:%.0f",
                    "MySQL " + shop,
                    rate,
                    rows,
                    millis(largest(now, prefix, ".commitLagMs")),
                    text(now, prefix, ".binlogFile"),
                    largest(now, prefix, ".binlogPosition")));
        }
        records = sum(now, TOPICS, ".records");
        lines.add(sink("Kafka", TOPICS, records, now, nanos));
        documents = sum(now, SEARCH, ".documents");
        lines.add(sink("Elasticsearch", SEARCH, documents, now, nanos));
        deadLetters = sum(now, DEAD_LETTERS, ".rejected");
        lines.add(String.format(
                Locale.ROOT,
                "  %-16s %,10.0f %,12.0f %12s   order items whose weight is no number",
                "dead letters",
                rate(DEAD_LETTERS, nanos, deadLetters),
                deadLetters,
                ""));
        draw(lines, nanos, all);
    }

    private String sink(String name, String prefix, double count, List<JobFigures.Figure> now, long nanos) {
        return String.format(
                Locale.ROOT,
                "  %-16s %,10.0f %,12.0f %12s   commit to acknowledged, p50; p99 %s",
                name,
                rate(prefix, nanos, count),
                count,
                millis(largest(now, prefix, ".latencyMs_median")),
                millis(largest(now, prefix, ".latencyMs_p99")));
    }

    /** A second's share of the last few seconds, since Flink collects its figures in steps. */
    private double rate(String what, long nanos, double count) {
        Deque<Sample> recent = samples.computeIfAbsent(what, w -> new ArrayDeque<>());
        recent.addLast(new Sample(nanos, count));
        if (recent.size() > RATE_OVER + 1) {
            recent.removeFirst();
        }
        Sample first = recent.getFirst();
        return nanos == first.nanos() ? 0 : (count - first.count()) / ((nanos - first.nanos()) / 1e9);
    }

    private void draw(List<String> lines, long nanos, double rows) {
        String clock = clock((nanos - startNanos) / 1_000_000_000L);
        if (terminal) {
            if (drawn > 0) {
                out.print("\033[" + drawn + "A");
            }
            out.println("\033[K  " + clock);
            lines.forEach(line -> out.println("\033[K" + line));
            drawn = lines.size() + 1;
        } else if (nanos - lineNanos >= LINE_EVERY.toNanos()) {
            lineNanos = nanos;
            out.printf(
                    Locale.ROOT,
                    "  %s  %,.0f rows read, %,.0f records in Kafka, %,.0f writes in Elasticsearch, %,.0f dead letters%n",
                    clock,
                    rows,
                    records,
                    documents,
                    deadLetters);
        }
        out.flush();
    }

    private static double sum(List<JobFigures.Figure> figures, String prefix, String suffix) {
        return select(figures, prefix, suffix, JobFigures.Figure::number).stream()
                .mapToDouble(Double::doubleValue)
                .sum();
    }

    private static double largest(List<JobFigures.Figure> figures, String prefix, String suffix) {
        return select(figures, prefix, suffix, JobFigures.Figure::number).stream()
                .mapToDouble(Double::doubleValue)
                .max()
                .orElse(0);
    }

    private static List<Double> select(
            List<JobFigures.Figure> figures, String prefix, String suffix, ToDoubleFunction<JobFigures.Figure> number) {
        return figures.stream()
                .filter(figure -> figure.name().startsWith(prefix)
                        && ("." + figure.name().substring(prefix.length())).endsWith(suffix))
                .map(number::applyAsDouble)
                .toList();
    }

    private static String text(List<JobFigures.Figure> figures, String prefix, String suffix) {
        return figures.stream()
                .filter(figure -> figure.name().equals(prefix + suffix.substring(1)))
                .map(JobFigures.Figure::value)
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("-");
    }

    private static String millis(double millis) {
        return millis < 10_000
                ? String.format(Locale.ROOT, "%.0f ms", millis)
                : String.format(Locale.ROOT, "%.1f s", millis / 1000);
    }

    private static String clock(long seconds) {
        return String.format(Locale.ROOT, "%02d:%02d", seconds / 60, seconds % 60);
    }
}
