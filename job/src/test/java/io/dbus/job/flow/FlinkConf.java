package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.CommandResult;
import io.dbus.embedded.FlinkInstallation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;

/** The folder {@code flink-conf/}, and installations that are configured by it. */
final class FlinkConf {
    static final Path FOLDER = Path.of("../flink-conf").toAbsolutePath().normalize();

    private static final Pattern SUBMITTED = Pattern.compile("Job has been submitted with JobID ([0-9a-f]{32})");
    private static final Pattern SAVEPOINT = Pattern.compile("Savepoint completed\\. Path: (\\S+)");
    private static final Pattern REPORTER = Pattern.compile("Started PrometheusReporter HTTP server on port (\\d+)");

    private FlinkConf() {}

    /**
     * An installation with the files of {@code flink-conf/} and of one of its folders, as README.md there says, byte for byte. What a
     * test must have otherwise comes on top, by {@code -D}: places in a folder of its own, ports, and less memory.
     */
    static FlinkInstallation.Builder installation(String cluster, Path places) {
        FlinkInstallation.Builder builder = FlinkInstallation.builder()
                .configuration(FOLDER.resolve("log4j.properties"))
                .configuration(FOLDER.resolve("log4j-console.properties"))
                .configuration(FOLDER.resolve("log4j-cli.properties"))
                .configuration(FOLDER.resolve(cluster))
                .option("jobmanager.memory.process.size", "1000m")
                .option("taskmanager.memory.process.size", "1400m")
                .option("metrics.reporter.prom.port", "24249-24999");
        Map.of(
                        "execution.checkpointing.dir", "checkpoints",
                        "execution.checkpointing.savepoint-dir", "savepoints")
                .forEach((option, place) ->
                        builder.option(option, places.resolve(place).toUri().toString()));
        return builder;
    }

    /** Where the processes of an installation answer Prometheus, by their logs. */
    static List<Integer> prometheusPorts(FlinkInstallation flink) {
        List<Integer> ports = new ArrayList<>();
        for (Path log : flink.logFiles()) {
            Matcher matcher = REPORTER.matcher(read(log));
            while (matcher.find()) {
                ports.add(Integer.valueOf(matcher.group(1)));
            }
        }
        return ports.stream().distinct().toList();
    }

    /** What a process says to Prometheus, line by line. */
    static Stream<String> scrape(int port) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/metrics"))
                .build();
        try {
            return HttpClient.newHttpClient()
                    .send(request, BodyHandlers.ofString())
                    .body()
                    .lines();
        } catch (IOException e) {
            throw new UncheckedIOException("Nobody answers at " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    /** The id of the job that {@code flink run} has submitted. */
    static String submitted(CommandResult run) {
        return found(SUBMITTED, run);
    }

    /** The path of the savepoint that {@code flink stop} has made. */
    static String savepoint(CommandResult stop) {
        return found(SAVEPOINT, stop);
    }

    private static String found(Pattern pattern, CommandResult result) {
        assertThat(result.exitCode()).as(result.output()).isZero();
        Matcher matcher = pattern.matcher(result.output());
        assertThat(matcher.find()).as(result.output()).isTrue();
        return matcher.group(1);
    }

    static void awaitAllTasksRunning(FlinkInstallation flink, String job, Duration patience) {
        Awaitility.await("all tasks of " + job).atMost(patience).until(() -> {
            JsonNode details = flink.rest("/jobs/" + job);
            return details.path("state").asText().equals("RUNNING")
                    && elements(details.path("vertices"))
                            .allMatch(vertex -> vertex.at("/tasks/RUNNING").asInt()
                                    == vertex.path("parallelism").asInt());
        });
    }

    static long completedCheckpoints(FlinkInstallation flink, String job) {
        return flink.rest("/jobs/" + job + "/checkpoints")
                .at("/counts/completed")
                .asLong();
    }

    /** The elements of an array. */
    static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
