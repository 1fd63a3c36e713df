package io.dbus.job.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.embedded.KafkaCluster;
import io.dbus.job.cli.Console;
import io.dbus.job.cli.ExitCode;
import io.dbus.job.cli.Interrupts;
import io.dbus.job.cli.Subcommand;
import io.dbus.job.cli.TimeConverter;
import io.dbus.job.cluster.OneRun;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.rest.FlinkRest;
import io.dbus.job.rest.JobFigures;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MetricOptions;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.core.config.Configurator;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code dbus demo}. */
@Command(
        name = "demo",
        description =
                "Start two MySQL servers, Kafka, Elasticsearch and Flink here, keep two shops busy, run a pipeline, and say"
                        + " at the end whether Kafka and Elasticsearch hold what MySQL holds. Ctrl-C ends it, too.")
public final class DemoCommand implements Subcommand, Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(120);
    private static final String FILE = "demo.yaml";
    private static final String DEAD_LETTERS = "demo.dead-letters";

    private Console console;

    @Option(
            names = "--for",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "How long to keep writing, such as 60s or 5m; until Ctrl-C unless given.")
    private Optional<Duration> time = Optional.empty();

    /** For the service loader. */
    public DemoCommand() {}

    @Override
    public Object command(Console to) {
        console = requireNonNull(to, "to");
        return this;
    }

    @Override
    public Integer call() throws Exception {
        PrintStream out = console.out();
        CountDownLatch end = new CountDownLatch(1);
        Interrupts.onFirst(end::countDown);
        long started = System.nanoTime();
        // Logging is set up here, before several threads would begin it at once.
        LoggerFactory.getLogger(DemoCommand.class).debug("demo for {}", time);
        // The live table counts the dead letters, which are meant to be there.
        Configurator.setLevel("io.dbus.sink.deadletter", Level.ERROR);
        out.println("dbus demo: starting two MySQL servers, Kafka and Elasticsearch on this machine ...");
        out.flush();
        Path state = Files.createTempDirectory("dbus-demo-");
        try (DemoServers servers = DemoServers.start()) {
            out.printf(
                    Locale.ROOT,
                    "  %.1f s: MySQL north at %s, south at %s, Kafka at %s, Elasticsearch at %s%n",
                    secondsSince(started),
                    servers.address("north"),
                    servers.address("south"),
                    servers.kafka().bootstrapServers(),
                    servers.elasticsearch().url());
            Pipeline pipeline = pipeline(servers, state);
            Configuration flink = new Configuration();
            flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(2));
            flink.set(MetricOptions.METRIC_FETCHER_UPDATE_INTERVAL, Duration.ofMillis(500));
            LocalFlink.Options options =
                    new LocalFlink.Options(state, 0, "", false, OneRun.passing().mark(flink));
            try (LocalFlink running = LocalFlink.start(pipeline, options)) {
                out.println("  the pipeline's file: " + state.resolve(FILE));
                out.println("  look at the dead letters: ./dbus dead-letters " + state.resolve(FILE) + " --list");
                return watch(servers, running, end, started);
            }
        } finally {
            delete(state);
        }
    }

    private int watch(DemoServers servers, LocalFlink running, CountDownLatch end, long started) throws Exception {
        PrintStream out = console.out();
        out.printf(
                Locale.ROOT,
                "  %.1f s: the pipeline runs; Flink's web UI is at %s%n",
                secondsSince(started),
                running.webUi());
        out.println(
                "  look at the topics: ./dbus topics " + servers.kafka().bootstrapServers() + " north.sales.orders");
        out.println("  look at the documents: curl '" + servers.elasticsearch().url()
                + "/north-sales-orders/_search?pretty&size=3'");
        out.println();
        Map<String, ShopWriter> writers = new LinkedHashMap<>();
        DemoServers.SHOPS.forEach(
                shop -> writers.put(shop, ShopWriter.start("shop-" + shop, servers.mysql(shop), shop.hashCode())));
        long writing = System.nanoTime();
        try {
            follow(servers, running, end, started);
        } finally {
            writers.values().forEach(ShopWriter::stop);
            for (ShopWriter writer : writers.values()) {
                writer.join();
            }
        }
        double seconds = secondsSince(writing);
        long changes = writers.values().stream()
                .mapToLong(ShopWriter::committedChanges)
                .sum();
        out.println();
        out.printf(
                Locale.ROOT,
                "the shops are closed: %,d row changes in %.0f s, %,.0f a second; waiting until all is through ...%n",
                changes,
                seconds,
                changes / seconds);
        for (String shop : DemoServers.SHOPS) {
            awaitMarker(servers, running, shop);
        }
        // The marker's checkpoint covers all that was written before it, and had each sink store it.
        Verdict verdict = new Verdict();
        writers.forEach((shop, writer) -> ShopTable.DELIVERED.forEach(table -> {
            verdict.compareTopic(servers.mysql(shop), shop, table, servers.kafka(), writer.owed(table));
            verdict.compareIndex(servers.mysql(shop), shop, table, servers.elasticsearch());
        }));
        verdict.compareDeadLetters(
                writers.values().stream().mapToLong(ShopWriter::owedDeadLetters).sum(), deadLetters(servers.kafka()));
        out.println();
        verdict.lines().forEach(out::println);
        out.println();
        out.println(
                verdict.holds()
                        ? "verdict: Kafka and Elasticsearch hold exactly what MySQL holds, every change once"
                        : "verdict: Kafka or Elasticsearch do NOT hold what MySQL holds");
        return verdict.holds() ? ExitCode.DONE : ExitCode.FAILED;
    }

    private void follow(DemoServers servers, LocalFlink running, CountDownLatch end, long started) throws Exception {
        PrintStream out = console.out();
        JobFigures figures =
                new JobFigures(new FlinkRest(running.webUi()), running.job().toHexString());
        DemoScreen screen = new DemoScreen(out, System.console() != null, figures);
        long deadline = time.map(Duration::toNanos).orElse(Long.MAX_VALUE);
        long from = System.nanoTime();
        boolean through = false;
        while (System.nanoTime() - from < deadline) {
            if (end.await(through ? 1_000 : 100, TimeUnit.MILLISECONDS)) {
                return;
            }
            requireRunning(running);
            if (through) {
                screen.refresh();
            } else if (holdsRecords(servers.kafka(), "north." + ShopTable.CUSTOMERS.delivered())) {
                through = true;
                out.printf(Locale.ROOT, "  %.1f s: the first rows are committed in Kafka%n%n", secondsSince(started));
            }
        }
    }

    /** How many there are, repeats left out: their key is their id. */
    private static long deadLetters(KafkaCluster kafka) throws Exception {
        if (!holdsRecords(kafka, DEAD_LETTERS)) {
            return 0;
        }
        return kafka.readCommitted(DEAD_LETTERS).stream()
                .map(letter -> new String(letter.key(), UTF_8))
                .distinct()
                .count();
    }

    private static boolean holdsRecords(KafkaCluster kafka, String topic) throws Exception {
        return kafka.admin().listTopics().names().get().contains(topic)
                && !kafka.readCommitted(topic).isEmpty();
    }

    private void awaitMarker(DemoServers servers, LocalFlink running, String shop) throws Exception {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        String topic = shop + ".shop.marker";
        while (!holdsRecords(servers.kafka(), topic)) {
            requireRunning(running);
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("After " + PATIENCE.toSeconds()
                        + " s the last row of shop " + shop + " has not come through to topic " + topic
                        + ": look at the job at " + running.webUi());
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    private static void requireRunning(LocalFlink running) throws Exception {
        JobStatus status = running.status();
        List<LocalFlink.Failure> failures = running.failures();
        if (!failures.isEmpty()) {
            throw new IllegalStateException(
                    "The demo's job failed: " + failures.get(0).cause().getMessage(),
                    failures.get(0).cause());
        }
        if (status.isGloballyTerminalState()) {
            throw new IllegalStateException("The demo's job is " + status);
        }
    }

    /** The demo's pipeline, whose file is also left in the demo's folder for people to read. */
    private Pipeline pipeline(DemoServers servers, Path folder) throws Exception {
        String text;
        try (InputStream in = requireNonNull(DemoCommand.class.getResourceAsStream(FILE), FILE)) {
            text = new String(in.readAllBytes(), UTF_8)
                    .replace("@north@", servers.address("north"))
                    .replace("@south@", servers.address("south"))
                    .replace("@kafka@", servers.kafka().bootstrapServers())
                    .replace("@elasticsearch@", servers.elasticsearch().url())
                    .replace("@dead-letters@", DEAD_LETTERS);
        }
        Path file = Files.writeString(folder.resolve(FILE), text);
        Map<String, String> environment = new HashMap<>(console.environment());
        environment.put("DBUS_DEMO_PASSWORD", servers.password());
        return new Console(console.out(), console.err(), console.secrets(), environment, console.loader())
                .reader(true)
                .read(file);
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
