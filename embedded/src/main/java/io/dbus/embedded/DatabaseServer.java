package io.dbus.embedded;

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
public sealed interface DatabaseServer extends EmbeddedServer permits MySqlServer, MariaDbServer {

    /** Always {@code 127.0.0.1}. */
    String hostname();

    /** The port on which it listens; the same after every restart. */
    int port();

    /** A user with all privileges, who may connect from 127.0.0.1. */
    String rootUser();

    /** The password of {@link #rootUser()}. */
    String password();

    /** {@code @@server_id}. */
    long serverId();

    /** The version that the binary reports, such as {@code 9.7.4} or {@code 10.11.19}. */
    String binaryVersion();

    /** The log that the process writes. */
    Path logFile();

    /** The data directory. */
    Path dataDirectory();

    /** The process id of the running server; fails when it does not run. */
    long pid();

    boolean isRunning();

    /** A new connection as root, without a database, in autocommit. The caller closes it. */
    default Connection connect() {
        return connect(rootUser(), password());
    }

    /** A new connection as that user, without a database, in autocommit. The caller closes it. */
    Connection connect(String user, String password);

    /** A JDBC URL without user and password; {@code database} may be empty. */
    String jdbcUrl(String database);

    /** Runs the statements one after the other in one connection as root, in autocommit. */
    default void execute(String... statements) {
        Sql.execute(this, false, statements);
    }

    /** Runs the statements in one connection as root, in one transaction. */
    default void executeInTransaction(String... statements) {
        Sql.execute(this, true, statements);
    }

    /** The rows of a query as root: column label to value as JDBC gives it, where SQL NULL is null. */
    default List<Map<String, Object>> query(String sql) {
        return Sql.query(this, sql);
    }

    /** First column of the first row as text; fails when there is no row or the value is NULL. */
    default String queryString(String sql) {
        return Sql.queryString(this, sql);
    }

    /** Creates a database with a unique name that begins with {@code prefix}, and returns that name. */
    default String createDatabase(String prefix) {
        String database =
                prefix + "_" + Long.toString(ThreadLocalRandom.current().nextLong(1L << 40), 36);
        execute("CREATE DATABASE `" + database + "`");
        return database;
    }

    /**
     * Creates {@code 'name'@'%'}.
     *
     * @param plugin the authentication plugin, or empty for the server's default
     * @param grants what follows GRANT and precedes TO, such as {@code "REPLICATION SLAVE ON *.*"}
     */
    void createUser(String name, String password, String plugin, String... grants);

    /** Stops it in order (SIGTERM). Data and port stay for {@link #start()}. */
    void stop();

    /** Starts a stopped or killed server on its data and port, and returns when it accepts connections. */
    void start();

    /** {@link #stop()}, changes these options (a null or absent value is not allowed), {@link #start()}. */
    void restartWith(Map<String, String> options);

    /** Kills it with SIGKILL and returns when it is dead. Data and port stay for {@link #start()}. */
    void kill9();

    /** SIGSTOP: connections stay open and nothing is answered, until {@link #resume()}. */
    void pause();

    /** SIGCONT. */
    void resume();

    /** Waits until this replica has applied all that its source has committed by now. */
    void awaitReplicated(Duration timeout);
}
