package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ReplicaIdentity;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the hosts of a server, one after the other, until one answers. Used by the fetcher's thread, but for {@link #close}.
 */
final class BinlogConnector {
    private static final Logger LOG = LoggerFactory.getLogger(BinlogConnector.class);

    /** Two clashes within this time are another reader that lives, not an end of our own past. */
    /** ER_MASTER_FATAL_ERROR_READING_BINLOG: the server cannot send from the position, such as when it has purged it. */
    private static final int BINLOG_REFUSED = 1236;

    private static final Duration CLASH_WINDOW = Duration.ofMinutes(1);

    private final ReaderSettings settings;
    private final String server;
    private final List<ServerAddress> hosts;
    private final ReplicaIdentity identity;
    private final CountDownLatch closed = new CountDownLatch(1);

    private int host;
    private long waitMillis;
    private OptionalLong lastClashNanos = OptionalLong.empty();

    /**
     * A connector to a server.
     *
     * @throws BinlogFailure when the pipeline file does not name the server
     */
    BinlogConnector(ReaderSettings settings, String server) {
        this.settings = requireNonNull(settings, "settings");
        this.server = requireNonNull(server, "server");
        this.hosts = settings.servers().getOrDefault(server, List.of());
        if (hosts.isEmpty()) {
            throw new BinlogFailure("Source " + settings.source() + " has no server named " + server
                    + " in the pipeline file: add it, or remove its position by starting without state");
        }
        this.identity = settings.identity(server);
    }

    /**
     * A stream from a position on; tries until there is one.
     *
     * @return empty when the connector was closed meanwhile
     * @throws IOException when waiting would not help; the message says what to do
     */
    Optional<BinlogStream> connect(BinlogSplitState read) throws IOException {
        while (!isClosed()) {
            ServerAddress address = hosts.get(host);
            try {
                BinlogStream stream = BinlogStream.open(
                        address, settings.connection(), read.position(), identity, settings.includeQuery());
                return Optional.of(checked(stream, read));
            } catch (MySqlException e) {
                lost(e);
            }
        }
        return Optional.empty();
    }

    /** The stream works: the next loss is a new one. */
    void works() {
        waitMillis = 0;
    }

    /**
     * Goes to the next host after a loss, and waits before it as long as losses follow each other.
     *
     * @throws IOException when waiting would not help
     */
    void lost(MySqlException loss) throws IOException {
        ServerAddress address = hosts.get(host);
        switch (loss.kind()) {
            case FATAL -> {
                // What the only server's binlog no longer has, no further attempt finds; other hosts may have it.
                if (loss.code() == BINLOG_REFUSED && hosts.size() == 1) {
                    throw new BinlogFailure(text(loss, ""), loss);
                }
                throw failure(loss, "");
            }
            case CLASH -> countClash(loss);
            case RETRYABLE -> {}
        }
        host = (host + 1) % hosts.size();
        waitMillis = waitMillis == 0
                ? settings.reconnectMin().toMillis()
                : Math.min(2 * waitMillis, settings.reconnectMax().toMillis());
        LOG.warn(
                "Server {} of source {} at {} is lost, connecting to {} in {} ms: {}",
                server,
                settings.source(),
                address,
                hosts.get(host),
                waitMillis,
                loss.getMessage());
        try {
            if (closed.await(waitMillis, TimeUnit.MILLISECONDS)) {
                LOG.info("Server {} of source {} is not connected to again: closed", server, settings.source());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            close();
        }
    }

    /** Ends waiting and connecting. May be called by any thread. */
    void close() {
        closed.countDown();
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Where the current host listens. */
    ServerAddress address() {
        return hosts.get(host);
    }

    private BinlogStream checked(BinlogStream stream, BinlogSplitState read) throws IOException {
        String found = stream.info().identity();
        if (!read.isByGtid() && !read.identity().isEmpty() && !read.identity().equals(found)) {
            stream.close();
            throw new IOException("Server " + server + " of source " + settings.source() + " at " + address()
                    + " is " + found + ", but the position " + read.position() + " is of " + read.identity()
                    + ", whose files are not the other's: switch gtid_mode=ON on both so that a replica can take over, or"
                    + " start anew");
        }
        LOG.info(
                "Server {} of source {} is read: {} from {}",
                server,
                settings.source(),
                stream.info(),
                read.position());
        return stream;
    }

    private void countClash(MySqlException loss) throws IOException {
        long now = System.nanoTime();
        if (lastClashNanos.isPresent() && now - lastClashNanos.getAsLong() < CLASH_WINDOW.toNanos()) {
            throw failure(
                    loss,
                    " twice within a minute, so another reader with the id " + identity.serverId()
                            + " and uuid " + identity.uuid()
                            + " is alive: stop the other run of this pipeline, or give this one another name");
        }
        lastClashNanos = OptionalLong.of(now);
    }

    private IOException failure(MySqlException loss, String more) {
        return new IOException(text(loss, more), loss);
    }

    private String text(MySqlException loss, String more) {
        return "Server " + server + " of source " + settings.source() + " at " + address() + ": " + loss.getMessage()
                + more;
    }
}
