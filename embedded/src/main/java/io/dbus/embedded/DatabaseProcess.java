package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
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
    private final DatabaseHost host;
    private final Path directory;
    private final ServerLog log;
    private final long serverId;
    private ServerOptions options;
    private int port;
    private Optional<RunningServer> process = Optional.empty();
    private boolean closed;

    private DatabaseProcess(DatabaseFlavour flavour, ServerOptions options) {
        this.flavour = flavour;
        DatabaseSource source = flavour.source();
        this.name = RunDirectory.ofThisJvm().nextName(flavour.kind());
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        if (source instanceof DatabaseImage image) {
            this.host = new ContainerDatabase(image, name, directory, log);
        } else {
            this.host = new LocalDatabase(flavour, (DatabaseBinary) source, name, directory, log);
        }
        this.serverId = ThreadLocalRandom.current().nextLong(1_000_000, 1L << 31);
        this.options =
                flavour.defaults().with("server_id", Long.toString(serverId)).with(options.toMap());
    }

    /** Starts a server with an empty data directory on a free port. */
    static DatabaseProcess startNew(
            DatabaseFlavour flavour, ServerOptions options, DatabaseHost.DataPreparation preparation) {
        DatabaseProcess server = new DatabaseProcess(flavour, options);
        try {
            server.host.prepare(server.options, preparation);
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
            SupervisedProcess.sleep(500);
        }
    }

    /** Returns false when the port was taken. */
    private boolean launch() {
        process = host.launch(options, port);
        if (process.isEmpty() || !awaitReady(process.get())) {
            return false;
        }
        LOG.info(
                "{} {} listens on 127.0.0.1:{}, pid {}, log {}",
                name,
                host.version(),
                port,
                process.get().pid(),
                log.file());
        return true;
    }

    private boolean awaitReady(RunningServer started) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        SQLException last = null;
        while (System.nanoTime() < deadline) {
            if (!started.isAlive()) {
                if (log.sinceStart().contains("Address already in use")) {
                    return false;
                }
                throw log.failure(name + " (" + host + ") ended while it started");
            }
            try {
                // Asked first, since drivers log every try in vain.
                if (FreePort.isListenedOn(port) && answers()) {
                    return true;
                }
            } catch (SQLException e) {
                last = e;
            }
            SupervisedProcess.sleep(50);
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
        try (Connection connection = DriverManager.getConnection(flavour.jdbcUrl(port, ""), properties)) {
            if (!host.isBehind(connection)) {
                return false;
            }
            host.ready(connection);
            return true;
        }
    }

    synchronized void stop() {
        process.filter(RunningServer::isAlive).ifPresent(running -> {
            running.terminate(STOP_LIMIT);
            LOG.info("{} is stopped", name);
        });
    }

    synchronized void kill9() {
        process.filter(RunningServer::isAlive).ifPresent(running -> {
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

    void pause() {
        running().pause();
    }

    void resume() {
        running().resume();
    }

    synchronized void close() {
        if (!closed) {
            closed = true;
            process.ifPresent(RunningServer::kill);
            host.remove();
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

    private synchronized RunningServer running() {
        return process.filter(RunningServer::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
    }

    synchronized boolean isRunning() {
        return process.filter(RunningServer::isAlive).isPresent();
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

    String version() {
        return host.version();
    }

    DatabaseHost.Address peerAddress() {
        return host.peerAddress(port);
    }

    Path logFile() {
        return log.file();
    }

    Path dataDirectory() {
        return host.dataDirectory();
    }

    String jdbcUrl(String database) {
        return flavour.jdbcUrl(port, database);
    }

    @Override
    public String toString() {
        return name + " (127.0.0.1:" + port + ", log " + log.file() + ")";
    }
}
