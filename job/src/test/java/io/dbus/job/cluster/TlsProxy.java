package io.dbus.job.cluster;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A proxy before a cluster: it speaks TLS with a certificate of its own, lets only those in who bring a header, and serves under a path. */
final class TlsProxy implements AutoCloseable {
    static final String PASSWORD = "a-store-password";
    private static final String PATH = "/behind/a/path";

    private final HttpsServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI target;
    private final String authorization;
    private final Path store;

    private TlsProxy(HttpsServer server, URI target, String authorization, Path store) {
        this.server = server;
        this.target = target;
        this.authorization = authorization;
        this.store = store;
    }

    static TlsProxy start(Path folder, URI target, String authorization) throws Exception {
        Path store = Files.createTempDirectory(folder, "tls").resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .inheritIO()
                .start();
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool made no certificate");
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        managers.init(keys, PASSWORD.toCharArray());
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(managers.getKeyManagers(), null, null);
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls));
        TlsProxy proxy = new TlsProxy(server, target, authorization, store);
        server.setExecutor(proxy.threads);
        server.createContext(PATH + "/", proxy::pass);
        server.start();
        return proxy;
    }

    URI uri() {
        return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The store holds the certificate: as good to trust as any. */
    Path truststore() {
        return store;
    }

    private void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!List.of(authorization).equals(exchange.getRequestHeaders().get("Authorization"))) {
                byte[] body = "{\"errors\":[\"who are you?\"]}".getBytes(java.nio.charset.StandardCharsets.UTF_8);
                exchange.sendResponseHeaders(401, body.length);
                exchange.getResponseBody().write(body);
                return;
            }
            byte[] body = exchange.getRequestBody().readAllBytes();
            String path = exchange.getRequestURI().toString().substring(PATH.length());
            HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(target + path))
                    .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
            List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
            types.forEach(type -> request.header("Content-Type", type));
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UncheckedIOException(new IOException("stopped", e));
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
