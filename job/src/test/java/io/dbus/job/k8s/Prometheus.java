package io.dbus.job.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;

/** A Prometheus on the loopback address that scrapes one page every second. */
final class Prometheus implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final int PORTS_TRIED = 5;

    private final Process process;
    private final Path log;
    private final String url;

    private Prometheus(Process process, Path log, String url) {
        this.process = process;
        this.log = log;
        this.url = url;
    }

    /** Starts one; returns when it is ready. */
    static Prometheus start(Path folder, String scraped, String rules) throws Exception {
        Files.writeString(folder.resolve("rules.yaml"), rules);
        Path configuration = Files.writeString(folder.resolve("prometheus.yaml"), """
                global: {scrape_interval: 1s, evaluation_interval: 1s}
                rule_files: [rules.yaml]
                scrape_configs:
                  - job_name: pods
                    static_configs: [{targets: ["%s"]}]
                """.formatted(scraped));
        for (int attempt = 1; ; attempt++) {
            Prometheus started = launch(folder, configuration);
            try {
                Awaitility.await("Prometheus")
                        .atMost(Duration.ofMinutes(2))
                        .until(() -> !started.process.isAlive() || started.isReady());
            } catch (RuntimeException e) {
                started.close();
                throw e;
            }
            if (started.process.isAlive()) {
                return started;
            }
            if (attempt == PORTS_TRIED || !Files.readString(started.log).contains("address already in use")) {
                throw new AssertionError("Prometheus does not start: " + Files.readString(started.log));
            }
        }
    }

    private static Prometheus launch(Path folder, Path configuration) throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        Path log = folder.resolve("prometheus.log");
        Process process = new ProcessBuilder(List.of(
                        DebianTools.path("prometheus").toString(),
                        "--config.file=" + configuration,
                        "--storage.tsdb.path=" + folder.resolve("tsdb"),
                        "--web.listen-address=127.0.0.1:" + port))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new Prometheus(process, log, "http://127.0.0.1:" + port);
    }

    private boolean isReady() throws InterruptedException {
        try {
            return get("/-/ready").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The series that a query gives now; fails when Prometheus refuses it. */
    List<JsonNode> query(String query) throws IOException, InterruptedException {
        HttpResponse<String> response = get("/api/v1/query?query=" + URLEncoder.encode(query, UTF_8));
        if (response.statusCode() != 200) {
            throw new AssertionError("Prometheus refuses " + query + ": " + response.body());
        }
        List<JsonNode> series = new ArrayList<>();
        JSON.readTree(response.body()).at("/data/result").forEach(series::add);
        return series;
    }

    private HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .timeout(Duration.ofSeconds(30))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Override
    public void close() {
        process.destroyForcibly();
        process.onExit().join();
    }
}
