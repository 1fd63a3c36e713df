package io.dbus.job.flow;

import io.dbus.embedded.FlinkInstallation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The folder {@code flink-conf/}, and installations that are configured by it. */
final class FlinkConf {
    static final Path FOLDER = Path.of("../flink-conf").toAbsolutePath().normalize();

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
        for (String place : List.of("checkpoints", "savepoints")) {
            String option = "execution.checkpointing." + (place.equals("savepoints") ? "savepoint-dir" : "dir");
            builder.option(option, places.resolve(place).toUri().toString());
        }
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

    static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }
}
