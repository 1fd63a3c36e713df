package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.ServerFailedException;
import io.dbus.job.demo.ShopTable;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes to one server at a steady pace until it is stopped, and knows of each transaction whether it was committed, also of one during whose commit the server was
 * killed: each transaction first writes its number into {@code shop.ledger}. Thread-safe.
 */
final class SoakWriter {
    private static final Logger LOG = LoggerFactory.getLogger(SoakWriter.class);
    private static final long MILLIS_TO_NEXT_TRY = 200;
    /** What an outage kept it from writing is not written all at once. */
    private static final long NANOS_BEHIND_AT_MOST = 1_000_000_000;

    private final MySqlServer server;
    private final double changesPerSecond;
    private final SoakWork work;
    private final Thread thread;
    private long transaction;
    /** Whether the end of the current transaction is not known. */
    private boolean inDoubt;

    private boolean stopped;
    private boolean pauseWanted;
    private boolean paused;
    private long probeWanted;
    private long probeWritten;
    private long committed;
    private Throwable failure;

    private SoakWriter(MySqlServer server, double changesPerSecond, long seed) {
        this.server = requireNonNull(server, "server");
        this.changesPerSecond = changesPerSecond;
        this.work = new SoakWork(seed);
        this.thread = new Thread(this::run, "soak-writer-" + server.name());
        thread.setDaemon(true);
    }

    /** Starts to write to a server on which {@link SoakTables#DDL} was run. */
    static SoakWriter start(MySqlServer server, double changesPerSecond, long seed) {
        SoakWriter writer = new SoakWriter(server, changesPerSecond, seed);
        writer.thread.start();
        return writer;
    }

    /** From now on, and over outages of the server, it is owed that the probe row is written with this number or a later one. */
    synchronized void probe(long number) {
        probeWanted = number;
        notifyAll();
    }

    /** Returns once it writes no more, until {@link #goOn}. */
    synchronized void pause() throws InterruptedException {
        pauseWanted = true;
        notifyAll();
        while (!paused && thread.isAlive()) {
            wait(MILLIS_TO_NEXT_TRY);
        }
        requireNoFailure();
    }

    synchronized void goOn() {
        pauseWanted = false;
        notifyAll();
    }

    /** Lets it write its last transaction and probe, and waits for these. */
    void stop() throws InterruptedException {
        synchronized (this) {
            stopped = true;
            pauseWanted = false;
            notifyAll();
        }
        thread.join();
        requireNoFailure();
    }

    /** Ends it where it is; does not wait. */
    void abandon() {
        thread.interrupt();
    }

    /** How many changes of rows it has committed so far. */
    synchronized long committed() {
        return committed;
    }

    /** A copy of what it has committed so far to each table that is delivered. */
    synchronized Map<ShopTable, KeyHistory> histories() {
        requireNoFailure();
        Map<ShopTable, KeyHistory> histories = new LinkedHashMap<>();
        SoakTables.DELIVERED.forEach(
                table -> histories.put(table, work.history(table).copy()));
        return histories;
    }

    private synchronized void requireNoFailure() {
        if (failure != null) {
            throw new IllegalStateException(thread.getName() + " could not write: " + failure.getMessage(), failure);
        }
    }

    private void run() {
        try {
            while (!done()) {
                try (Connection connection = server.connect()) {
                    connection.setAutoCommit(false);
                    settle(connection);
                    write(connection);
                } catch (SQLException e) {
                    if (!isOfConnection(e)) {
                        throw e;
                    }
                    LOG.info("{} lost its connection: {}", thread.getName(), e.getMessage());
                } catch (ServerFailedException e) {
                    // It does not accept connections.
                    LOG.debug("{} cannot connect", thread.getName(), e);
                }
                if (!done()) {
                    Thread.sleep(MILLIS_TO_NEXT_TRY);
                }
            }
        } catch (SQLException | InterruptedException | RuntimeException e) {
            synchronized (this) {
                failure = e;
            }
        }
    }

    private synchronized boolean done() {
        return stopped && !inDoubt && !owesProbe();
    }

    private synchronized boolean owesProbe() {
        return probeWritten < probeWanted;
    }

    private static boolean isOfConnection(SQLException e) {
        String state = e.getSQLState();
        return state != null && state.startsWith("08");
    }

    /** Finds out what became of the transaction whose connection broke. The lock waits for the end of one that still runs. */
    private synchronized void settle(Connection connection) throws SQLException {
        if (!inDoubt) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT txn FROM shop.ledger WHERE id = 1 FOR UPDATE")) {
            row.next();
            long last = row.getLong(1);
            connection.rollback();
            if (last == transaction) {
                committed += work.changes();
                work.commit();
            } else {
                work.rollBack();
            }
            inDoubt = false;
        }
    }

    private void write(Connection connection) throws SQLException, InterruptedException {
        long due = System.nanoTime();
        while (true) {
            synchronized (this) {
                long now = System.nanoTime();
                due = Math.max(due, now - NANOS_BEHIND_AT_MOST);
                while (!stopped && !owesProbe() && (pauseWanted || due - now > 0)) {
                    paused = pauseWanted;
                    notifyAll();
                    wait(pauseWanted ? MILLIS_TO_NEXT_TRY : Math.max(1, (due - now) / 1_000_000));
                    now = System.nanoTime();
                }
                paused = false;
                if (done()) {
                    return;
                }
            }
            if (owesProbe()) {
                writeProbe(connection);
            } else {
                due += (long) (transaction(connection) / changesPerSecond * 1e9);
            }
        }
    }

    private void writeProbe(Connection connection) throws SQLException {
        long number;
        synchronized (this) {
            number = probeWanted;
        }
        SoakWork.update(
                connection,
                "INSERT INTO shop.probe VALUES (1, ?) ON DUPLICATE KEY UPDATE n = GREATEST(n, ?)",
                number,
                number);
        connection.commit();
        synchronized (this) {
            probeWritten = number;
        }
    }

    /** Returns how many changes of rows it made. */
    private int transaction(Connection connection) throws SQLException {
        synchronized (this) {
            transaction++;
            inDoubt = true;
        }
        SoakWork.update(connection, "UPDATE shop.ledger SET txn = ? WHERE id = 1", transaction);
        boolean commit = work.begin(connection);
        int changes = work.changes();
        if (commit) {
            connection.commit();
        } else {
            connection.rollback();
        }
        synchronized (this) {
            if (commit) {
                committed += changes;
                work.commit();
            } else {
                work.rollBack();
            }
            inDoubt = false;
        }
        return Math.max(1, changes);
    }
}
