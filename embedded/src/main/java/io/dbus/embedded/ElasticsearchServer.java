package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An Elasticsearch node of this machine, a cluster by itself, with a heap of 512 MB. Unless {@link Builder#secured} says
 * otherwise it has no passwords and no TLS.
 *
 * <p>It is Elastic's distribution for integration tests: the whole server, with few modules. What it has not, such as
 * scripts in painless, reindex, delete by query and the field types {@code scaled_float} and {@code unsigned_long}, is
 * answered with an error. Where this JVM runs as root, which Elasticsearch refuses, it runs as a user of its own.
 *
 * <p>Failures are {@link ServerFailedException}s, which name the log.
 */
public final class ElasticsearchServer implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(ElasticsearchServer.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(300);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final int PORTS_TRIED = 20;

    private final String name;
    private final String cluster;
    private final ElasticsearchDistribution distribution;
    private final Path directory;
    private final ServerLog log;
    private final Map<String, String> options;
    private final List<String> jvmOptions;
    private Path home;
    private Optional<ElasticsearchSecurity> security = Optional.empty();
    private ElasticsearchRest rest;
    private int transportPort;
    private Optional<SupervisedProcess> process = Optional.empty();
    private boolean closed;

    private ElasticsearchServer(Map<String, String> options, List<String> jvmOptions) {
        this.distribution = ElasticsearchDistribution.find();
        this.name = RunDirectory.ofThisJvm().nextName("elasticsearch");
        this.cluster = name + "-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        this.jvmOptions = List.copyOf(jvmOptions);
        this.options = new TreeMap<>(Map.of(
                "discovery.type", "single-node",
                "xpack.security.enabled", "false",
                // A test must not depend on how full the disk is.
                "cluster.routing.allocation.disk.threshold_enabled", "false"));
        this.options.putAll(options);
    }

    public static Builder builder() {
        return new Builder();
    }

    private void prepare(boolean secured) throws IOException {
        distribution.openTo(RunDirectory.ofThisJvm().path());
        home = distribution.unpack(directory);
        Path configuration = home.resolve("config");
        if (secured) {
            security = Optional.of(ElasticsearchSecurity.create(configuration, directory.resolve("ca.pem")));
            ElasticsearchSecurity.settings().forEach(options::putIfAbsent);
            options.put("xpack.security.enabled", "true");
        }
        Files.write(configuration.resolve("jvm.options"), jvmOptions());
        Files.createDirectories(home.resolve("data"));
        Files.createDirectories(home.resolve("tmp"));
    }

    /** Instead of those of the distribution, which are for a server that lasts. */
    private List<String> jvmOptions() {
        return Stream.concat(
                        Stream.of(
                                "-Xms256m",
                                "-Xmx512m",
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-XX:+ExitOnOutOfMemoryError",
                                "-Djava.io.tmpdir=" + home.resolve("tmp")),
                        jvmOptions.stream())
                .toList();
    }

    private synchronized void startOnAnyPort() {
        for (int i = 0; i < PORTS_TRIED; i++) {
            String scheme = security.isPresent() ? "https" : "http";
            rest = new ElasticsearchRest(URI.create(scheme + "://127.0.0.1:" + FreePort.pick()), log, security);
            transportPort = FreePort.pick();
            if (launch()) {
                return;
            }
        }
        throw log.failure(
                name + " found each of " + PORTS_TRIED + " pairs of ports taken that were free a moment before");
    }

    /** Returns false when a port was taken. */
    private boolean launch() {
        try {
            writeConfiguration();
            for (String own : List.of("config", "data", "logs", "tmp")) {
                distribution.handOver(home.resolve(own));
            }
        } catch (IOException e) {
            throw log.failure(name + " cannot write its configuration", e);
        }
        Map<String, String> environment = Map.of(
                "ES_JAVA_HOME",
                ElasticsearchDistribution.javaHome(),
                "ES_JAVA_OPTS",
                "",
                "CLI_JAVA_OPTS",
                "-Xmx64m -XX:+UseSerialGC -XX:-UsePerfData",
                "ES_TMPDIR",
                home.resolve("tmp").toString(),
                "ES_PATH_CONF",
                home.resolve("config").toString());
        SupervisedProcess started = SupervisedProcess.start(
                name, distribution.command(home.resolve("bin/elasticsearch")), environment, directory, log);
        process = Optional.of(started);
        if (!awaitReady(started)) {
            return false;
        }
        LOG.info("{} {} listens on {}, pid {}, log {}", name, version(), url(), started.pid(), log.file());
        return true;
    }

    private void writeConfiguration() throws IOException {
        Map<String, String> settings = new TreeMap<>(options);
        settings.put("cluster.name", cluster);
        settings.put("node.name", name);
        settings.put("network.host", "127.0.0.1");
        settings.put("http.port", Integer.toString(rest.uri().getPort()));
        settings.put("transport.port", Integer.toString(transportPort));
        String yaml = settings.entrySet().stream()
                .map(setting -> setting.getKey() + ": \""
                        + setting.getValue().replace("\\", "\\\\").replace("\"", "\\\"") + "\"\n")
                .collect(Collectors.joining());
        Files.writeString(home.resolve("config/elasticsearch.yml"), yaml);
    }

    private boolean awaitReady(SupervisedProcess started) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (!started.isAlive()) {
                if (log.sinceStart().contains("Address already in use")) {
                    return false;
                }
                throw log.failure(name + " (" + distribution + ") ended while it started");
            }
            if (FreePort.isListenedOn(rest.uri().getPort()) && rest.isReady(cluster)) {
                return true;
            }
            SupervisedProcess.sleep(100);
        }
        started.kill();
        throw log.failure(name + " was not ready in " + START_LIMIT.toSeconds() + " s");
    }

    @Override
    public String name() {
        return name;
    }

    /** Scheme, host and port, as the option {@code hosts} of the sink takes it. */
    public String url() {
        return rest.uri().toString();
    }

    /** The port of its REST API; the same after every restart. */
    public int port() {
        return rest.uri().getPort();
    }

    /** Such as {@code 8.19.21}. */
    public String version() {
        return distribution.version();
    }

    /** The user who may do everything, of a secured node. */
    public String user() {
        requireSecured();
        return ElasticsearchSecurity.USER;
    }

    /** The password of {@link #user()}. */
    public String password() {
        requireSecured();
        return ElasticsearchSecurity.PASSWORD;
    }

    /** The certificate, as PEM, of the authority that signed that of a secured node. */
    public Path caCertificate() {
        return requireSecured().caCertificate();
    }

    /** SHA-256 of {@link #caCertificate()}, in lower-case hexadecimal without colons. */
    public String caFingerprint() {
        return requireSecured().caFingerprint();
    }

    private ElasticsearchSecurity requireSecured() {
        return security.orElseThrow(() -> new IllegalStateException(name + " was not built with secured()"));
    }

    /**
     * Calls the REST API as a user who may do everything and returns the answer, numbers with all their digits.
     *
     * @param path with its slash, such as {@code /orders/_mapping}
     * @param body JSON, lines of it for {@code _bulk}, or empty
     * @throws ServerFailedException when the status is not one of success; the message holds the answer
     */
    public JsonNode call(String method, String path, String body) {
        return rest.call(method, path, body);
    }

    /**
     * All documents of an index, an alias or a pattern such as {@code shop-*}, as they are now, in no order. Refreshes
     * the index first, so that what was acknowledged is found.
     *
     * @throws ServerFailedException when there is no such index; a pattern may match none
     */
    public List<ElasticsearchDocument> documents(String index) {
        return rest.documents(index);
    }

    /** An index's name that is in no use: the prefix, a dash and a random end. */
    public String uniqueIndex(String prefix) {
        return prefix + "-" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
    }

    /** The process id of the running node; fails when it does not run. */
    public long pid() {
        return running().pid();
    }

    public synchronized boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    private synchronized SupervisedProcess running() {
        return process.filter(SupervisedProcess::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
    }

    /** Stops it in order (SIGTERM). Data and ports stay for {@link #start()}. */
    public synchronized void stop() {
        process.filter(SupervisedProcess::isAlive).ifPresent(running -> {
            running.terminate(STOP_LIMIT);
            LOG.info("{} is stopped", name);
        });
    }

    /** Kills it with SIGKILL and returns when it is dead. Data and ports stay for {@link #start()}. */
    public synchronized void kill9() {
        process.filter(SupervisedProcess::isAlive).ifPresent(running -> {
            running.kill();
            LOG.info("{} is killed", name);
        });
    }

    /** Starts a stopped or killed node on its data and ports, and returns when it takes documents. */
    public synchronized void start() {
        requireOpen();
        if (isRunning()) {
            throw new IllegalStateException(this + " runs already");
        }
        if (!launch()) {
            throw log.failure(this + " cannot come back, another process has taken a port of its");
        }
    }

    /** {@link #stop()}, changes these settings and leaves the others, {@link #start()}. */
    public synchronized void restartWith(Map<String, String> changes) {
        requireOpen();
        stop();
        options.putAll(changes);
        start();
    }

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume()}. */
    public void pause() {
        running().pause();
    }

    /** SIGCONT. */
    public void resume() {
        running().resume();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    /** The log that the node writes. */
    public Path logFile() {
        return log.file();
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

    /** Name, address and log. */
    @Override
    public String toString() {
        return name + " (" + (rest == null ? "not started" : url()) + ", log " + log.file() + ")";
    }

    /** Says what the node is like before it starts. */
    public static final class Builder {
        private final Map<String, String> options = new TreeMap<>();
        private final List<String> jvmOptions = new ArrayList<>();
        private boolean secured;

        private Builder() {}

        /** A setting of {@code elasticsearch.yml}, such as {@code http.max_content_length}. */
        public Builder option(String name, String value) {
            options.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
            return this;
        }

        /**
         * HTTPS with a certificate of an authority of its own, and passwords: {@link ElasticsearchServer#user()} may do
         * everything, nobody else anything. The distribution lacks what the index of API keys needs (the token filter
         * {@code pattern_capture}), so it makes none.
         */
        public Builder secured() {
            secured = true;
            return this;
        }

        /** Options for its JVM, after the defaults: {@code -Xmx512m}, the serial collector, the first compiler alone. */
        public Builder jvmOptions(String... values) {
            jvmOptions.addAll(List.of(values));
            return this;
        }

        /** Starts it; returns when it takes documents, which needs about 20 seconds. */
        public ElasticsearchServer start() {
            ElasticsearchServer server = new ElasticsearchServer(options, jvmOptions);
            try {
                server.prepare(secured);
                server.startOnAnyPort();
                return server;
            } catch (IOException e) {
                server.close();
                throw server.log.failure(server.name + " cannot be unpacked and configured", e);
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        }
    }
}
