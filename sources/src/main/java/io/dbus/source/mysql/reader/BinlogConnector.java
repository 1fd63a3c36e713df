package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ReplicaIdentity;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.position.SameBinlog;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the hosts of a server, one after the other, until one answers. Used by the fetcher's thread, but for {@link #close} and
 * {@link #address}.
 */
final class BinlogConnector {
    private static final Logger LOG = LoggerFactory.getLogger(BinlogConnector.class);

    /** ER_MASTER_FATAL_ERROR_READING_BINLOG: the server cannot send from the position, such as when it has purged it. */
    static final int BINLOG_REFUSED = 1236;

    /** Two clashes within this time are another reader that lives, not an end of our own past. */
    private static final Duration CLASH_WINDOW = Duration.ofMinutes(1);

    private final ReaderSettings settings;
    private final String server;
    private final List<ServerAddress> hosts;
    private final ReplicaIdentity identity;
    private final CountDownLatch closed = new CountDownLatch(1);

    /** The hosts that did not answer as they should since the last that did, and what they answered. */
    private final Map<ServerAddress, MySqlException> refused = new LinkedHashMap<>();

    private volatile Closeable opening = () -> {};
    private volatile int host;
    private boolean worked;
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
                        address,
                        settings.connection(),
                        read.position(),
                        identity,
                        settings.includeQuery(),
                        this::opening);
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
        worked = true;
        refused.clear();
    }

    /**
     * Goes to the next host after a loss, and waits before it as long as losses follow each other.
     *
     * @throws IOException when waiting would not help: a host refuses for good, and every other was tried too
     */
    void lost(MySqlException loss) throws IOException {
        ServerAddress address = hosts.get(host);
        if (loss.kind() == MySqlException.Kind.CLASH) {
            countClash(loss);
        }
        if (loss.kind() == MySqlException.Kind.FATAL || !worked) {
            refused.put(address, loss);
        }
        worked = false;
        failIfHopeless();
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

    /** What another host may have, no further attempt at this one finds. */
    private void failIfHopeless() throws IOException {
        boolean fatal = refused.values().stream().anyMatch(loss -> loss.kind() == MySqlException.Kind.FATAL);
        if (isClosed() || !fatal || refused.size() < hosts.size()) {
            return;
        }
        String text = refused.entrySet().stream()
                .map(entry -> text(entry.getKey(), entry.getValue(), ""))
                .collect(Collectors.joining("; "));
        MySqlException last = refused.get(hosts.get(host));
        if (refused.values().stream().allMatch(loss -> loss.code() == BINLOG_REFUSED)) {
            throw new BinlogFailure(text, last);
        }
        throw new IOException(text, last);
    }

    /** Ends waiting and connecting. May be called by any thread. */
    void close() {
        closed.countDown();
        closeOpening();
    }

    /** What {@link #close} is to close besides, as long as nothing else is told. */
    void opening(Closeable connection) {
        opening = connection;
        if (isClosed()) {
            closeOpening();
        }
    }

    private void closeOpening() {
        try {
            opening.close();
        } catch (IOException e) {
            LOG.debug("Closing a connection to server {} failed, it is given up: {}", server, e.toString());
        }
    }

    boolean isClosed() {
        return closed.getCount() == 0;
    }

    /** Where the current host listens. May be called by any thread. */
    ServerAddress address() {
        return hosts.get(host);
    }

    private BinlogStream checked(BinlogStream stream, BinlogSplitState read) throws IOException {
        String found = stream.info().identity();
        if (!read.isByGtid() && !read.identity().isEmpty() && !stream.info().isSame(read.identity())) {
            stream.close();
            throw new IOException("Server " + server + " of source " + settings.source() + " at " + address()
                    + " is " + found + ", but the position " + read.position() + " is of " + read.identity()
                    + ", whose files are not the other's: switch gtid_mode=ON on both so that a replica can take over, or"
                    + " start anew");
        }
        boolean same = false;
        try {
            // Behind the request: what is reset from now on ends the stream.
            SameBinlog.check(stream.info(), settings.connection(), read.position(), read.mark(), this::opening);
            same = true;
        } finally {
            if (!same) {
                stream.close();
            }
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
        return new IOException(text(address(), loss, more), loss);
    }

    private String text(ServerAddress address, MySqlException loss, String more) {
        return "Server " + server + " of source " + settings.source() + " at " + address + ": " + loss.getMessage()
                + more;
    }
}
