package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * What {@link MySqlServer} and {@link MariaDbServer} have in common, so that one test can run on either.
 *
 * <p>Methods that talk SQL throw {@link ServerFailedException}, which names the statement, the server and its log.
 */
public abstract sealed class DatabaseServer implements EmbeddedServer permits MySqlServer, MariaDbServer {
    private final DatabaseProcess process;

    DatabaseServer(DatabaseProcess process) {
        this.process = requireNonNull(process, "process is null");
    }

    /** The file and position at which the next event will be written. */
    public abstract BinlogPosition binlogPosition();

    /**
     * Creates {@code 'name'@'%'}.
     *
     * @param plugin the authentication plugin, or empty for the server's default
     * @param grants what follows GRANT and precedes TO, such as {@code "REPLICATION SLAVE ON *.*"}
     */
    public abstract void createUser(String name, String password, String plugin, String... grants);

    /** Waits until this replica has applied all that its source has committed by now. */
    public abstract void awaitReplicated(Duration timeout);

    @Override
    public final String name() {
        return process.name();
    }

    /** Always {@code 127.0.0.1}. */
    public final String hostname() {
        return "127.0.0.1";
    }

    /** The port on which it listens; the same after every restart. */
    public final int port() {
        return process.port();
    }

    /** A user with all privileges, who may connect from 127.0.0.1. */
    public final String rootUser() {
        return DatabaseFlavour.ROOT;
    }

    /** The password of {@link #rootUser()}. */
    public final String password() {
        return DatabaseFlavour.PASSWORD;
    }

    /** {@code @@server_id}. */
    public final long serverId() {
        return process.serverId();
    }

    /** The version that the binary reports, such as {@code 9.7.4} or {@code 10.11.19}. */
    public final String binaryVersion() {
        return process.version();
    }

    /** The log that the process writes. */
    public final Path logFile() {
        return process.logFile();
    }

    @Override
    public final List<Path> logFiles() {
        return List.of(process.logFile());
    }

    /** The data directory. */
    public final Path dataDirectory() {
        return process.dataDirectory();
    }

    final DatabaseHost.Address peerAddress() {
        return process.peerAddress();
    }

    /** The process id of the running server; fails when it does not run. */
    public final long pid() {
        return process.pid();
    }

    public final boolean isRunning() {
        return process.isRunning();
    }

    /** A JDBC URL without user and password; {@code database} may be empty. */
    public final String jdbcUrl(String database) {
        return process.jdbcUrl(database);
    }

    /** A new connection as root, without a database, in autocommit. The caller closes it. */
    public final Connection connect() {
        return connect(rootUser(), password());
    }

    /** A new connection as that user, without a database, in autocommit. The caller closes it. */
    public final Connection connect(String user, String password) {
        return process.connect(user, password);
    }

    /** Runs the statements one after the other in one connection as root, in autocommit. */
    public final void execute(String... statements) {
        Sql.execute(this, false, statements);
    }

    /** Runs the statements in one connection as root, in one transaction. */
    public final void executeInTransaction(String... statements) {
        Sql.execute(this, true, statements);
    }

    /** The rows of a query as root: column label to value as JDBC gives it, where SQL NULL is null. */
    public final List<Map<String, Object>> query(String sql) {
        return Sql.query(this, sql);
    }

    /** First column of the first row as text; fails when there is no row or the value is NULL. */
    public final String queryString(String sql) {
        return Sql.queryString(this, sql);
    }

    /** Creates a database with a unique name that begins with {@code prefix}, and returns that name. */
    public final String createDatabase(String prefix) {
        String database =
                prefix + "_" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        execute("CREATE DATABASE `" + database + "`");
        return database;
    }

    /** Stops it in order (SIGTERM). Data and port stay for {@link #start()}. */
    public final void stop() {
        process.stop();
    }

    /** Starts a stopped or killed server on its data and port, and returns when it accepts connections. */
    public final void start() {
        process.start();
    }

    /** {@link #stop()}, changes these options and leaves the others, {@link #start()}. */
    public final void restartWith(Map<String, String> options) {
        process.restartWith(options);
    }

    /** Kills it with SIGKILL and returns when it is dead. Data and port stay for {@link #start()}. */
    public final void kill9() {
        process.kill9();
    }

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume()}. */
    public final void pause() {
        process.pause();
    }

    /** SIGCONT. */
    public final void resume() {
        process.resume();
    }

    @Override
    public final void close() {
        process.close();
    }

    /** Name, address and log. */
    @Override
    public final String toString() {
        return process.toString();
    }
}
