package io.dbus.job.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Takes the figures of a Flink cluster as Prometheus' push gateway does, and is scraped as its pods are. Flink's reporter for scraping
 * listens on all interfaces of a machine and cannot be told another; the one that pushes names figures and labels by the same code.
 */
final class PushedFigures implements AutoCloseable {
    private final HttpServer server;
    private final Map<String, String> byProcess = new ConcurrentHashMap<>();

    PushedFigures() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics/job/", this::push);
        server.createContext("/metrics", this::scrape);
        server.start();
    }

    /** The options of a cluster that pushes here, where that of the manifests is scraped: the reporter's others are the same. */
    Map<String, String> options(Map<String, String> manifest) {
        Map<String, String> options = manifest.entrySet().stream()
                .filter(option -> option.getKey().startsWith("metrics.")
                        && !option.getKey().endsWith(".port"))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        options.put(
                "metrics.reporter.prom.factory.class",
                "org.apache.flink.metrics.prometheus.PrometheusPushGatewayReporterFactory");
        options.put("metrics.reporter.prom.hostUrl", "http://" + address());
        options.put("metrics.reporter.prom.jobName", "flink");
        options.put("metrics.reporter.prom.interval", "1 SECONDS");
        return options;
    }

    /** Where it is scraped. */
    String address() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** What was pushed last by each process, in Prometheus' text format. */
    String text() {
        StringBuilder text = new StringBuilder();
        // Two processes tell the type of a figure that both have, which a page may say once only.
        byProcess.values().forEach(page -> page.lines()
                .filter(line -> !line.startsWith("#"))
                .forEach(line -> text.append(line).append('\n')));
        return text.toString();
    }

    private void push(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        if (exchange.getRequestMethod().equals("DELETE")) {
            byProcess.remove(exchange.getRequestURI().getPath());
        } else {
            byProcess.put(exchange.getRequestURI().getPath(), new String(body, UTF_8));
        }
        exchange.sendResponseHeaders(202, -1);
        exchange.close();
    }

    private void scrape(HttpExchange exchange) throws IOException {
        byte[] body = text().getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
