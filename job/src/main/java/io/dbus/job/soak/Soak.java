package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.job.demo.Verdict;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps servers, a Flink cluster and the pipeline {@code soak.yaml} busy while one fault after the other is made, and says at the end whether anything was lost,
 * repeated or out of order.
 */
final class Soak {
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private static final Logger LOG = LoggerFactory.getLogger(Soak.class);

    private final SoakOptions options;
    private final PrintStream out;
    private final CountDownLatch end;
    private final long started = System.nanoTime();
    private final List<Struck> struck = new ArrayList<>();
    private final List<String> endedByThemselves = new ArrayList<>();

    /**
     * How it went.
     *
     * @param faults the names of the faults that were made, in order
     * @param holds whether nothing is different
     */
    record Result(List<String> faults, boolean holds) {}

    /** A fault that was made: how long it lasted and after how long all was through, from its begin and in seconds. */
    private record Struck(String name, double lasted, double recovered) {}

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
     */
    static Result run(SoakOptions options, PrintStream out, CountDownLatch end) throws Exception {
        return new Soak(options, out, end).run();
    }

    private Result run() throws Exception {
        say(
                "soak with seed %d: starting %d MySQL servers, Kafka, Elasticsearch, ZooKeeper and a Flink cluster of %d"
                        + " JobManagers and %d TaskManagers",
                options.seed(), SoakServers.MYSQL, SoakServers.JOB_MANAGERS, SoakServers.TASK_MANAGERS);
        Path folder = Files.createTempDirectory("dbus-soak-");
        try (SoakServers servers = SoakServers.start()) {
            SoakJob job = new SoakJob(servers, options, folder);
            try (Fleet fleet = new Fleet(servers, new Probes(servers, job))) {
                job.start(fleet.entries(), SoakServers.TASK_MANAGERS * SoakServers.SLOTS);
                say(
                        "the job %s runs; Flink's web UIs are at %s, all logs in %s",
                        job.id(),
                        servers.flink().restUris(),
                        servers.flink().jobManagerLog().getParent());
                fleet.startWriters(options.changesPerSecond(), options.seed());
                fleet.awaitProbe();
                say("the first changes are through");
                String trouble = tryFaults(new Faults(servers, job, fleet, options.seed()), fleet, job);
                fleet.finish();
                job.stop();
                say("%,d changes of rows were made, and the job is stopped; comparing", fleet.committed());
                summarize();
                return new Result(
                        struck.stream().map(Struck::name).toList(),
                        compare(new Comparison(servers), fleet.owed(), trouble));
            }
        } finally {
            delete(folder);
        }
    }

    /** Returns why the faults ended before their time; empty when they did not. What was written by then is compared nevertheless. */
    private String tryFaults(Faults faults, Fleet fleet, SoakJob job) throws InterruptedException {
        try {
            makeFaults(faults, fleet, job);
            return "";
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            LOG.error("The faults ended early", e);
            say("the faults end here: %s", e.getMessage());
            return "the faults ended early: " + e.getMessage();
        }
    }

    private void makeFaults(Faults faults, Fleet fleet, SoakJob job) throws Exception {
        long from = System.nanoTime();
        long due = from;
        while (due - from < options.time().toNanos()) {
            if (end.await(Math.max(0, due - System.nanoTime()), TimeUnit.NANOSECONDS)) {
                return;
            }
            awaitWhole(faults, job);
            make(faults.next(), faults, fleet);
            // What it left behind, such as a TaskManager that has just come back, is part of it.
            awaitWhole(faults, job);
            due = Math.max(due + options.every().toNanos(), System.nanoTime());
        }
    }

    /** Waits until the job runs on all that is to be there. */
    private void awaitWhole(Faults faults, SoakJob job) throws InterruptedException {
        replaceEnded(faults);
        job.awaitParallelism(faults::parallelism, PATIENCE);
    }

    private void replaceEnded(Faults faults) {
        List<String> ended = faults.replaceEnded();
        if (!ended.isEmpty()) {
            endedByThemselves.addAll(ended);
            say("    ended by themselves, and are replaced: %s", ended);
        }
    }

    private void make(Fault fault, Faults faults, Fleet fleet) throws Exception {
        long begin = System.nanoTime();
        Fault.Outcome outcome = fault.strike().strike();
        double lasted = secondsSince(begin);
        CompletableFuture<Double> through = CompletableFuture.supplyAsync(() -> {
            try {
                fleet.awaitProbe();
                return secondsSince(begin);
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
        outcome.repair().repair();
        while (!through.isDone()) {
            replaceEnded(faults);
            TimeUnit.MILLISECONDS.sleep(500);
        }
        struck.add(new Struck(fault.name(), lasted, through.get()));
        say(
                "%3d %-22s lasted %5.1f s, all through after %5.1f s, %,9d changes: %s",
                struck.size(), fault.name(), lasted, through.get(), fleet.committed(), outcome.what());
    }

    private void summarize() {
        out.println();
        out.println("  fault                    times   all through after, in seconds: median, most");
        Map<String, List<Struck>> byName =
                struck.stream().collect(Collectors.groupingBy(Struck::name, TreeMap::new, Collectors.toList()));
        byName.forEach((name, times) -> {
            double[] seconds =
                    times.stream().mapToDouble(Struck::recovered).sorted().toArray();
            out.println(String.format(
                    Locale.ROOT,
                    "  %-24s %5d   %8.1f %8.1f",
                    name,
                    seconds.length,
                    seconds[seconds.length / 2],
                    seconds[seconds.length - 1]));
        });
        if (!endedByThemselves.isEmpty()) {
            out.println("  processes that ended by themselves, see their logs: " + endedByThemselves);
        }
        out.println();
    }

    private boolean compare(Comparison comparison, List<Owed> owed, String trouble) {
        List<Verdict.Line> lines = new ArrayList<>();
        owed.forEach(each -> lines.addAll(comparison.of(each)));
        lines.forEach(out::println);
        boolean holds = !lines.isEmpty() && lines.stream().allMatch(line -> line.equal() && line.delivered() > 0);
        out.println(
                holds
                        ? "verdict: every change is in Kafka once and in order, and Elasticsearch holds the rows of MySQL"
                        : "verdict: Kafka or Elasticsearch do NOT hold what was done in MySQL");
        if (!trouble.isEmpty()) {
            out.println("         but " + trouble);
        }
        out.flush();
        return holds && trouble.isEmpty();
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
