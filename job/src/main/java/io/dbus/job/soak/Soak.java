package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.MySqlServer;
import io.dbus.job.demo.ShopTable;
import io.dbus.job.demo.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Keeps servers, a Flink cluster and the pipeline {@code soak.yaml} busy while one fault after the other is made, and says at the end whether anything was lost,
 * repeated or out of order.
 */
final class Soak {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> NAMES = List.of("north", "east", "south", "west");

    private final SoakOptions options;
    private final PrintStream out;
    private final CountDownLatch end;
    private final long started = System.nanoTime();
    private final Map<String, MySqlServer> entries = new LinkedHashMap<>();
    private final Map<String, SoakWriter> writers = new LinkedHashMap<>();
    private long probe;

    private Soak(SoakOptions options, PrintStream out, CountDownLatch end) {
        this.options = requireNonNull(options, "options");
        this.out = requireNonNull(out, "out");
        this.end = requireNonNull(end, "end");
    }

    /**
     * Runs a soak.
     *
     * @param out where it tells what happens
     * @param end ends the faults early when it is counted down; all is compared nevertheless
     * @return whether nothing is different
     */
    static boolean run(SoakOptions options, PrintStream out, CountDownLatch end) throws Exception {
        return new Soak(options, out, end).run();
    }

    private boolean run() throws Exception {
        say(
                "soak with seed %d: starting %d MySQL servers, Kafka, Elasticsearch and a Flink cluster of %d TaskManagers",
                options.seed(), SoakServers.MYSQL, SoakServers.TASK_MANAGERS);
        Path folder = Files.createTempDirectory("dbus-soak-");
        try (SoakServers servers = SoakServers.start()) {
            for (int i = 0; i < NAMES.size(); i++) {
                entries.put(NAMES.get(i), servers.mysql(i));
            }
            SoakJob job = new SoakJob(servers, options, folder);
            job.start(entries, SoakServers.TASK_MANAGERS * SoakServers.SLOTS);
            say(
                    "the job %s runs; Flink's web UI is at %s",
                    job.id(), servers.flink().restUri());
            entries.forEach((entry, server) -> writers.put(
                    entry,
                    SoakWriter.start(
                            server, options.changesPerSecond() / entries.size(), options.seed() + entry.hashCode())));
            try (Probes probes = new Probes(servers, job)) {
                makeFaults(new Faults(servers, options.seed()), probes);
                drain(probes, job);
            }
            return compare(servers);
        } finally {
            delete(folder);
        }
    }

    private void makeFaults(Faults faults, Probes probes) throws Exception {
        awaitProbe(probes);
        say("the first changes are through");
        long from = System.nanoTime();
        for (int number = 1; System.nanoTime() - from < options.time().toNanos(); number++) {
            long due = from + (number - 1) * options.every().toNanos();
            if (end.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return;
            }
            make(number, faults.next(), probes);
        }
        end.await(Math.max(0, from + options.time().toNanos() - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private void make(int number, Fault fault, Probes probes) throws Exception {
        long begin = System.nanoTime();
        Fault.Outcome outcome = fault.strike().strike();
        double lasted = secondsSince(begin);
        CompletableFuture<Double> recovered = CompletableFuture.supplyAsync(() -> {
            try {
                awaitProbe(probes);
                return secondsSince(begin);
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
        outcome.repair().repair();
        say(
                "fault %2d  %-24s lasted %5.1f s, all through after %5.1f s; %,d changes so far; %s",
                number, fault.name(), lasted, recovered.get(), committed(), outcome.what());
    }

    private void awaitProbe(Probes probes) throws InterruptedException {
        probe++;
        writers.values().forEach(writer -> writer.probe(probe));
        probes.await(entries.keySet(), probe, PATIENCE);
    }

    /** All that was written is in the sinks when the job has stopped after the last probe. */
    private void drain(Probes probes, SoakJob job) throws InterruptedException {
        probe++;
        for (SoakWriter writer : writers.values()) {
            writer.probe(probe);
            writer.stop();
        }
        probes.await(entries.keySet(), probe, PATIENCE);
        job.stop();
        say("%,d changes of rows are through, the job is stopped", committed());
    }

    private boolean compare(SoakServers servers) {
        Comparison comparison = new Comparison(servers);
        List<Verdict.Line> lines = new ArrayList<>();
        entries.forEach((entry, server) -> {
            Map<ShopTable, KeyHistory> owed = writers.get(entry).histories();
            owed.forEach((table, history) -> lines.addAll(comparison.of(entry, server, table, history)));
        });
        lines.forEach(out::println);
        boolean holds = !lines.isEmpty()
                && lines.stream().allMatch(Verdict.Line::equal)
                && lines.stream().allMatch(line -> line.delivered() > 0);
        out.println(
                holds
                        ? "verdict: every change is in Kafka once and in order, and Elasticsearch holds the rows of MySQL"
                        : "verdict: Kafka or Elasticsearch do NOT hold what was done in MySQL");
        out.flush();
        return holds;
    }

    private long committed() {
        return writers.values().stream().mapToLong(SoakWriter::committed).sum();
    }

    private void say(String format, Object... values) {
        long seconds = (System.nanoTime() - started) / 1_000_000_000;
        out.println(String.format(Locale.ROOT, "%02d:%02d  ", seconds / 60, seconds % 60)
                + String.format(Locale.ROOT, format, values));
        out.flush();
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
