package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One standalone ZooKeeper server in a JVM of its own.
 *
 * <p>It takes session timeouts of one second to a minute, and syncs its log to the disk before it answers, so that what
 * it has acknowledged is there after {@link #kill9} and {@link #start}. Failures are {@link ServerFailedException}s, which
 * name the log.
 */
public final class ZooKeeperServer implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(ZooKeeperServer.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(120);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final int PORTS_TRIED = 10;

    private final String name;
    private final Path directory;
    private final ServerLog log;
    private final ServerClassPath classPath;
    private final Map<String, String> options;
    private volatile int port;
    private Optional<SupervisedProcess> process = Optional.empty();
    private boolean closed;

    private ZooKeeperServer(Map<String, String> overrides) {
        this.classPath = ServerClassPath.of("zookeeper");
        this.name = RunDirectory.ofThisJvm().nextName("zookeeper");
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        this.options = new TreeMap<>(defaults());
        this.options.putAll(overrides);
    }

    private Map<String, String> defaults() {
        Map<String, String> defaults = new HashMap<>();
        defaults.put("clientPortAddress", "127.0.0.1");
        defaults.put("dataDir", data().toString());
        defaults.put("admin.enableServer", "false");
        // The default (60 for each address) is little where all clients are on one machine.
        defaults.put("maxClientCnxns", "0");
        defaults.put("tickTime", "500");
        defaults.put("minSessionTimeout", "1000");
        defaults.put("maxSessionTimeout", "60000");
        // By which we know that it is ours that answers.
        defaults.put("4lw.commands.whitelist", "conf,ruok,srvr");
        return defaults;
    }

    public static Builder builder() {
        return new Builder();
    }

    private Path data() {
        return directory.resolve("data");
    }

    private synchronized void startOnAnyPort() {
        for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
            port = FreePort.pick();
            if (launch()) {
                LOG.info("{} listens on {}, log {}", name, connect(), log.file());
                return;
            }
        }
        throw new ServerFailedException(
                name + " found each of " + PORTS_TRIED + " ports taken that was free a moment before");
    }

    /** Returns when it answers; false when its port was taken. */
    private boolean launch() {
        Properties properties = new Properties();
        properties.putAll(options);
        properties.setProperty("clientPort", Integer.toString(port));
        Path file = directory.resolve("zoo.cfg");
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw log.failure(name + " cannot write " + file, e);
        }
        SupervisedProcess started = SupervisedProcess.start(
                name,
                classPath.javaCommand(
                        // Its log grows by this many kilobytes at once; the default is 64 MB.
                        List.of("-Xmx128m", "-Dzookeeper.preAllocSize=1024"),
                        "org.apache.zookeeper.server.ZooKeeperServerMain",
                        List.of(file.toString())),
                Map.of(),
                directory,
                log);
        process = Optional.of(started);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (!started.isAlive()) {
                if (log.sinceStart().contains("java.net.BindException: ")) {
                    return false;
                }
                throw log.failure(this + " ended while it started");
            }
            if (answers()) {
                return true;
            }
            SupervisedProcess.sleep(50);
        }
        throw log.failure(this + " does not answer after " + START_LIMIT.toSeconds() + " s");
    }

    /** Whether this server, and no other that may have come to sit on its port, answers. */
    private boolean answers() {
        return command("conf").contains(data().toString()) && command("srvr").contains("Mode: ");
    }

    /** The answer to a four-letter word; empty when there is none. */
    private String command(String word) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            socket.setSoTimeout(2_000);
            socket.getOutputStream().write(word.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** What clients take as the quorum, such as {@code high-availability.zookeeper.quorum}; the same after a restart. */
    public String connect() {
        return "127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    public synchronized boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    public synchronized long pid() {
        return running().pid();
    }

    /** Stops it in order. */
    public synchronized void stop() {
        running().terminate(STOP_LIMIT);
        LOG.info("{} is stopped", this);
    }

    /** SIGKILL; returns when it is dead. */
    public synchronized void kill9() {
        running().kill();
        LOG.info("{} is killed", this);
    }

    /** Starts it again on its port and data after {@link #stop} or {@link #kill9}; returns when it answers. */
    public synchronized void start() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        if (isRunning()) {
            throw new IllegalStateException(this + " runs already");
        }
        if (!launch()) {
            throw log.failure(this + " cannot come back, another process has taken its port");
        }
        LOG.info("{} is back", this);
    }

    /** {@link #stop} and {@link #start}. */
    public synchronized void restart() {
        stop();
        start();
    }

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume}. */
    public synchronized void pause() {
        running().pause();
        LOG.info("{} is paused", this);
    }

    /** SIGCONT. */
    public synchronized void resume() {
        running().resume();
        LOG.info("{} goes on", this);
    }

    private SupervisedProcess running() {
        return process.filter(SupervisedProcess::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
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
        return name + " (" + connect() + ", log " + log.file() + ")";
    }

    /** Says what the server is like before it starts. */
    public static final class Builder {
        private final Map<String, String> options = new HashMap<>();

        private Builder() {}

        /** An option of {@code zoo.cfg}; overrides the default. */
        public Builder option(String name, String value) {
            options.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
            return this;
        }

        /** Starts it; returns when it answers. */
        public ZooKeeperServer start() {
            ZooKeeperServer server = new ZooKeeperServer(options);
            try {
                server.startOnAnyPort();
                return server;
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        }
    }
}
