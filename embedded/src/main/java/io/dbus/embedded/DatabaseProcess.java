package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The life of one database server, of either flavour: its directory, port, options and process. */
final class DatabaseProcess {
    private static final Logger LOG = LoggerFactory.getLogger(DatabaseProcess.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(180);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);
    private static final int PORTS_TRIED = 20;

    private final String name;
    private final DatabaseFlavour flavour;
    private final DatabaseBinary binary;
    private final Path directory;
    private final ServerLog log;
    private final long serverId;
    private ServerOptions options;
    private int port;
    private Optional<SupervisedProcess> process = Optional.empty();
    private boolean closed;

    private DatabaseProcess(DatabaseFlavour flavour, ServerOptions options) {
        this.flavour = flavour;
        this.binary = flavour.binary();
        this.name = RunDirectory.ofThisJvm().nextName(flavour.kind());
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        this.serverId = ThreadLocalRandom.current().nextLong(1_000_000, 1L << 31);
        this.options =
                flavour.defaults().with("server_id", Long.toString(serverId)).with(options.toMap());
    }

    /** Starts a server with an empty data directory on a free port. */
    static DatabaseProcess startNew(DatabaseFlavour flavour, ServerOptions options, DataPreparation preparation) {
        DatabaseProcess server = new DatabaseProcess(flavour, options);
        try {
            DataTemplate.copyTo(server.dataDirectory(), flavour, server.binary, server.options, server.log);
            preparation.prepare(server.dataDirectory());
            server.startOnAnyPort();
            return server;
        } catch (IOException e) {
            server.close();
            throw server.log.failure(server.name + " cannot prepare its data directory", e);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Changes a data directory before its first start. */
    interface DataPreparation {
        void prepare(Path dataDirectory) throws IOException;
    }

    private synchronized void startOnAnyPort() {
        for (int i = 0; i < PORTS_TRIED; i++) {
            port = FreePort.pick();
            if (launch()) {
                return;
            }
        }
        throw log.failure(name + " found each of " + PORTS_TRIED + " ports taken that were free a moment before");
    }

    /** Starts it where it was. */
    synchronized void start() {
        requireOpen();
        if (isRunning()) {
            throw new IllegalStateException(name + " runs already, with pid " + pid());
        }
        // Its port is its own, but for another server that took it meanwhile; that one may be as short-lived.
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!launch()) {
            if (System.nanoTime() > deadline) {
                throw log.failure(name + " cannot come back on its port " + port + ", which another process has taken");
            }
            SupervisedProcess.pause(500);
        }
    }

    /** Returns false when the port was taken. */
    private boolean launch() {
        List<String> command = new ArrayList<>(binary.command());
        command.add("--datadir=" + dataDirectory());
        command.add("--port=" + port);
        command.addAll(options.toArguments());
        SupervisedProcess started = SupervisedProcess.start(name, command, Map.of(), directory, log);
        process = Optional.of(started);
        if (!awaitReady(started)) {
            return false;
        }
        LOG.info(
                "{} {} listens on 127.0.0.1:{}, pid {}, log {}",
                name,
                binary.version(),
                port,
                started.pid(),
                log.file());
        return true;
    }

    private boolean awaitReady(SupervisedProcess started) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        SQLException last = null;
        while (System.nanoTime() < deadline) {
            if (!started.isAlive()) {
                if (log.sinceStart().contains("Address already in use")) {
                    return false;
                }
                throw log.failure(name + " (" + binary.path() + ") ended while it started");
            }
            try {
                // Asked first, since drivers log every try in vain.
                if (FreePort.isListenedOn(port) && answers()) {
                    return true;
                }
            } catch (SQLException e) {
                last = e;
            }
            SupervisedProcess.pause(50);
        }
        started.kill();
        String reason = last == null ? "" : ", and the last try to connect failed: " + last.getMessage();
        throw log.failure(name + " did not accept connections in " + START_LIMIT.toSeconds() + " s" + reason);
    }

    /** Whether it is this server that answers on the port: another may sit there that came first. */
    private boolean answers() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", DatabaseFlavour.ROOT);
        properties.setProperty("password", DatabaseFlavour.PASSWORD);
        properties.putAll(flavour.timeouts(2_000, 10_000));
        try (Connection connection = DriverManager.getConnection(flavour.jdbcUrl(port, ""), properties);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@datadir")) {
            rows.next();
            return Files.isSameFile(Path.of(rows.getString(1)), dataDirectory());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look at " + dataDirectory(), e);
        }
    }

    synchronized void stop() {
        process.filter(SupervisedProcess::isAlive).ifPresent(running -> {
            running.terminate(STOP_LIMIT);
            LOG.info("{} is stopped", name);
        });
    }

    synchronized void kill9() {
        process.filter(SupervisedProcess::isAlive).ifPresent(running -> {
            running.kill();
            LOG.info("{} is killed", name);
        });
    }

    synchronized void restartWith(Map<String, String> changes) {
        requireOpen();
        ServerOptions changed = options.with(changes);
        stop();
        options = changed;
        start();
    }

    void signal(String signal) {
        running().signal(signal);
    }

    synchronized void close() {
        if (!closed) {
            closed = true;
            process.ifPresent(SupervisedProcess::kill);
            RunDirectory.deleteTree(directory);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    Connection connect(String user, String password) {
        requireNonNull(user, "user is null");
        requireNonNull(password, "password is null");
        try {
            return DriverManager.getConnection(flavour.jdbcUrl(port, ""), user, password);
        } catch (SQLException e) {
            throw new ServerFailedException(
                    this + " refused a connection of user '" + user + "': " + e.getMessage(), e);
        }
    }

    private synchronized SupervisedProcess running() {
        return process.filter(SupervisedProcess::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
    }

    synchronized boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    long pid() {
        return running().pid();
    }

    String name() {
        return name;
    }

    synchronized int port() {
        return port;
    }

    long serverId() {
        return serverId;
    }

    DatabaseBinary binary() {
        return binary;
    }

    Path logFile() {
        return log.file();
    }

    Path dataDirectory() {
        return directory.resolve("data");
    }

    String jdbcUrl(String database) {
        return flavour.jdbcUrl(port, database);
    }

    @Override
    public String toString() {
        return name + " (127.0.0.1:" + port + ", log " + log.file() + ")";
    }
}
