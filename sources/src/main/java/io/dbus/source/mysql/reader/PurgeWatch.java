package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogFiles;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server once in a minute which binlog files it has, so that the figures tell how near the saved position is to being purged. In
 * a thread and over a connection of its own: a reader that a slow sink holds up is just the one whose position comes near.
 */
final class PurgeWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PurgeWatch.class);
    private static final Duration FIRST = Duration.ofSeconds(5);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final ReaderSettings settings;
    private final String server;
    private final Supplier<ServerAddress> address;
    private final ServerFigures figures;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "purge watch of a MySQL source");
        thread.setDaemon(true);
        return thread;
    });

    private volatile Closeable asking = () -> {};

    /**
     * A watch that does nothing before it is started.
     *
     * @param address the host that is read now
     * @param figures what is told
     */
    PurgeWatch(ReaderSettings settings, String server, Supplier<ServerAddress> address, ServerFigures figures) {
        this.settings = requireNonNull(settings, "settings");
        this.server = requireNonNull(server, "server");
        this.address = requireNonNull(address, "address");
        this.figures = requireNonNull(figures, "figures");
    }

    void start() {
        timer.scheduleWithFixedDelay(
                this::askUnlessItFails, FIRST.toMillis(), INTERVAL.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Asks now. */
    void ask() throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address.get(), settings.connection(), this::asking)) {
            figures.onServer(BinlogFiles.list(connection));
        }
    }

    private void askUnlessItFails() {
        try {
            ask();
        } catch (MySqlException | RuntimeException e) {
            if (timer.isShutdown()) {
                return;
            }
            // The figures stay as they were. Whether the server itself is lost, the stream tells.
            LOG.warn(
                    "Server {} of source {} cannot be asked which binlog files it has, it is asked again in {} s: {}",
                    server,
                    settings.source(),
                    INTERVAL.toSeconds(),
                    e.toString());
        }
    }

    private void asking(Closeable connection) {
        asking = connection;
        if (timer.isShutdown()) {
            closeAsking();
        }
    }

    private void closeAsking() {
        try {
            asking.close();
        } catch (IOException e) {
            LOG.debug("Closing a connection to server {} failed, it is given up: {}", server, e.toString());
        }
    }

    /** At once; a question that is under way ends without an answer. */
    @Override
    public void close() {
        timer.shutdownNow();
        closeAsking();
    }
}
