package io.dbus.embedded;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An S3 server of this machine, with one bucket and one user: S3Proxy, which keeps objects in memory (as files they would
 * have real folders, and a folder that S3 clients name is a key like others). Requests must be signed; addresses are
 * path-style, {@code http://127.0.0.1:port/bucket/key}.
 *
 * <p>Failures are {@link ServerFailedException}s, which name the log.
 */
public final class S3Server implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(S3Server.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final int PORTS_TRIED = 10;
    private static final Pattern KEY = Pattern.compile("<Key>([^<]*)</Key>");
    private static final String BUCKET = "dbus";
    private static final String ACCESS_KEY = "dbus-access";
    private static final String SECRET_KEY = "dbus-secret-of-s3";

    private final String name;
    private final Path directory;
    private final ServerLog log;
    private final ServerClassPath classPath;
    private int port;
    private Optional<SupervisedProcess> process = Optional.empty();
    private boolean closed;

    private S3Server() {
        this.classPath = ServerClassPath.of("s3");
        this.name = RunDirectory.ofThisJvm().nextName("s3");
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
    }

    /** Starts one; returns when it answers. */
    public static S3Server start() {
        S3Server server = new S3Server();
        try {
            server.startOnAnyPort();
            return server;
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    private synchronized void startOnAnyPort() {
        for (int i = 0; i < PORTS_TRIED; i++) {
            port = FreePort.pick();
            if (launch()) {
                send("PUT", "");
                return;
            }
        }
        throw log.failure(name + " found each of " + PORTS_TRIED + " ports taken that were free a moment before");
    }

    /** Returns false when the port was taken. */
    private boolean launch() {
        Path configuration = directory.resolve("s3proxy.properties");
        try {
            Files.writeString(configuration, """
                    s3proxy.endpoint=%s
                    s3proxy.authorization=aws-v2-or-v4
                    s3proxy.identity=%s
                    s3proxy.credential=%s
                    jclouds.provider=transient
                    """.formatted(endpoint(), ACCESS_KEY, SECRET_KEY));
        } catch (IOException e) {
            throw log.failure(name + " cannot write its configuration", e);
        }
        SupervisedProcess started = SupervisedProcess.start(
                name,
                classPath.javaCommand(
                        List.of("-Xmx512m"),
                        "org.gaul.s3proxy.Main",
                        List.of("--properties", configuration.toString())),
                Map.of(),
                directory,
                log);
        process = Optional.of(started);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (!started.isAlive()) {
                if (log.sinceStart().contains("Address already in use")) {
                    return false;
                }
                throw log.failure(name + " ended while it started");
            }
            if (log.sinceStart().contains("Started Server@") && FreePort.isListenedOn(port)) {
                LOG.info("{} listens on {}, pid {}, log {}", name, endpoint(), started.pid(), log.file());
                return true;
            }
            SupervisedProcess.sleep(50);
        }
        throw log.failure(name + " was not ready in " + START_LIMIT.toSeconds() + " s");
    }

    @Override
    public String name() {
        return name;
    }

    /** Scheme, host and port. */
    public URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    /** The one bucket. */
    public String bucket() {
        return BUCKET;
    }

    /** Who may use it, as the environment variables in which every S3 client looks for it. */
    public Map<String, String> credentials() {
        return Map.of("AWS_ACCESS_KEY_ID", ACCESS_KEY, "AWS_SECRET_ACCESS_KEY", SECRET_KEY);
    }

    /** The keys of the objects that begin so, in order; the first thousand. */
    public List<String> keys(String prefix) {
        String listing = send("GET", "?prefix=" + URLEncoder.encode(prefix, StandardCharsets.UTF_8));
        return KEY.matcher(listing).results().map(key -> key.group(1)).toList();
    }

    /** A request about the bucket, signed by the second version of S3's signatures, the shortest. */
    private String send(String method, String query) {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
        try {
            Mac mac = Mac.getInstance("HmacSHA1");
            mac.init(new SecretKeySpec(SECRET_KEY.getBytes(StandardCharsets.UTF_8), "HmacSHA1"));
            byte[] signature = mac.doFinal(
                    (method + "\n\n\n\nx-amz-date:" + date + "\n/" + BUCKET).getBytes(StandardCharsets.UTF_8));
            HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint() + "/" + BUCKET + query))
                    .method(method, BodyPublishers.noBody())
                    .header("x-amz-date", date)
                    .header(
                            "Authorization",
                            "AWS " + ACCESS_KEY + ":" + Base64.getEncoder().encodeToString(signature))
                    .build();
            HttpResponse<String> response = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw log.failure(name + " answers " + method + " " + request.uri() + " with " + response.statusCode()
                        + ": " + response.body());
            }
            return response.body();
        } catch (IOException | GeneralSecurityException e) {
            throw log.failure(name + " cannot be asked about its bucket", e);
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    @Override
    public List<Path> logFiles() {
        return List.of(log.file());
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            process.ifPresent(SupervisedProcess::kill);
            RunDirectory.deleteTree(directory);
        }
    }

    @Override
    public String toString() {
        return name + " (" + endpoint() + ", log " + log.file() + ")";
    }
}
