package io.dbus.sink.format.avro.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.apache.avro.Schema;
import org.apache.avro.SchemaCompatibility;

/**
 * A schema registry of the documented HTTP interface ("Schema Registry API Reference", v1), with BACKWARD compatibility, in memory, and with faults on demand.
 */
public final class HttpRegistry implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Schema> ids = new ArrayList<>();
    private final Map<String, List<Schema>> subjects = new TreeMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<Fault> faults = new ConcurrentLinkedQueue<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile String authorization;

    /** What is done with a request instead of an answer to it. */
    @FunctionalInterface
    public interface Fault {
        void answer(HttpExchange exchange) throws IOException;
    }

    private HttpRegistry(HttpServer server) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public static HttpRegistry start() throws IOException {
        return new HttpRegistry(HttpServer.create(address(), 0));
    }

    static HttpRegistry startTls(SSLContext context) throws IOException {
        HttpsServer server = HttpsServer.create(address(), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context));
        return new HttpRegistry(server);
    }

    private static InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    public String url() {
        String scheme = server instanceof HttpsServer ? "https" : "http";
        return scheme + "://localhost:" + server.getAddress().getPort();
    }

    /** Only requests with this header are answered. */
    void requireAuthorization(String value) {
        authorization = value;
    }

    /** The next request without a fault meets this one. */
    void next(Fault fault) {
        faults.add(fault);
    }

    /** The next requests are answered so. */
    void next(int times, int status, String body) {
        for (int i = 0; i < times; i++) {
            next(exchange -> send(exchange, status, body));
        }
    }

    /** The next requests are answered with a status alone. */
    public void failNext(int times, int status) {
        next(times, status, "");
    }

    /** The next request gets headers, half of an answer and then nothing. */
    void nextHangs() {
        next(exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("{\"id\"".getBytes(UTF_8));
            exchange.getResponseBody().flush();
            try {
                closing.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** All requests so far: {@code POST /subjects/x/versions}. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public synchronized List<Schema> versions(String subject) {
        return List.copyOf(subjects.getOrDefault(subject, List.of()));
    }

    public synchronized List<String> subjects() {
        return List.copyOf(subjects.keySet());
    }

    /** The schema of an id. */
    public synchronized Schema schema(int id) {
        return ids.get(id - 1);
    }

    /** Registers a schema as another client does. */
    public synchronized int register(String subject, Schema schema) {
        List<Schema> versions = subjects.computeIfAbsent(subject, name -> new ArrayList<>());
        if (!versions.contains(schema)) {
            versions.add(schema);
        }
        if (!ids.contains(schema)) {
            ids.add(schema);
        }
        return ids.indexOf(schema) + 1;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getRawPath();
            requests.add(exchange.getRequestMethod() + " " + path);
            byte[] body = exchange.getRequestBody().readAllBytes();
            Fault fault = faults.poll();
            if (fault != null) {
                fault.answer(exchange);
            } else if (authorization != null
                    && !authorization.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
                send(exchange, 401, "{\"error_code\":401,\"message\":\"Unauthorized\"}");
            } else {
                route(exchange, path.substring(1).split("/"), body);
            }
        }
    }

    private synchronized void route(HttpExchange exchange, String[] path, byte[] body) throws IOException {
        String method = exchange.getRequestMethod();
        if (path[0].equals("schemas") && path.length == 3) {
            send(
                    exchange,
                    200,
                    JSON.writeValueAsString(
                            Map.of("schema", schema(Integer.parseInt(path[2])).toString())));
        } else if (!path[0].equals("subjects")) {
            send(exchange, 404, "<html>not here</html>");
        } else if (path.length == 1) {
            send(exchange, 200, JSON.writeValueAsString(subjects.keySet()));
        } else if (method.equals("GET")) {
            String subject = URLDecoder.decode(path[1], UTF_8);
            if (subjects.containsKey(subject)) {
                send(exchange, 200, "{\"subject\":\"" + subject + "\",\"version\":1}");
            } else {
                send(exchange, 404, "{\"error_code\":40401,\"message\":\"Subject '" + subject + "' not found.\"}");
            }
        } else {
            post(exchange, URLDecoder.decode(path[1], UTF_8), path.length == 3, body);
        }
    }

    private void post(HttpExchange exchange, String subject, boolean register, byte[] body) throws IOException {
        JsonNode request = JSON.readTree(body);
        Schema schema = new Schema.Parser().parse(request.get("schema").asText());
        List<Schema> versions = versions(subject);
        if (versions.contains(schema)) {
            send(exchange, 200, "{\"id\":" + (ids.indexOf(schema) + 1) + "}");
        } else if (!register) {
            int code = versions.isEmpty() ? 40401 : 40403;
            send(exchange, 404, "{\"error_code\":" + code + ",\"message\":\"Schema not found\"}");
        } else if (!versions.isEmpty() && !canRead(schema, versions.get(versions.size() - 1))) {
            send(exchange, 409, "{\"error_code\":409,\"message\":\"Schema being registered is incompatible\"}");
        } else {
            send(exchange, 200, "{\"id\":" + register(subject, schema) + "}");
        }
    }

    private static boolean canRead(Schema reader, Schema writer) {
        return SchemaCompatibility.checkReaderWriterCompatibility(reader, writer)
                        .getType()
                == SchemaCompatibility.SchemaCompatibilityType.COMPATIBLE;
    }

    static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/vnd.schemaregistry.v1+json");
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        if (bytes.length > 0) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
