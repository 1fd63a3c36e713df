package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.position.BinlogPosition;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A server's binlog from a position on, as raw events in the order of the server, those that the server makes up (ROTATE at the
 * start, HEARTBEAT) included. Used by one thread, but that {@link #close()} may be called by another and ends a blocked read.
 *
 * <p>Hot path. Each event gets one array of its own size: slices of it that are kept hold no more than their event, where a
 * slice of a shared chunk would hold the chunk, and the copy is lost in what the rest costs.
 */
public final class BinlogStream implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BinlogStream.class);

    private static final int HEADER_SIZE = 19;
    private static final int SIZE_AT = 9;

    /** Servers hold max_allowed_packet to 1 GiB; an event has a little more around it. */
    private static final int MAX_EVENT_SIZE = (1 << 30) + (1 << 20);

    private final MySqlConnection connection;
    private final ServerInfo info;
    private final String doing;
    private final Duration readTimeout;
    private volatile boolean closed;

    private BinlogStream(MySqlConnection connection, ServerInfo info, String doing, Duration readTimeout) {
        this.connection = connection;
        this.info = info;
        this.doing = doing;
        this.readTimeout = readTimeout;
    }

    /**
     * Connects and asks for the binlog: by GTIDs when the position and the server have them, else by file and position.
     *
     * @param from where to begin; a transaction that it stands in is sent from its start
     * @throws MySqlException when the server cannot be reached or refuses; what it refuses to send, it says at the first {@link
     *     #next()}
     */
    public static BinlogStream open(
            ServerAddress address, ConnectionSettings settings, BinlogPosition from, ReplicaIdentity identity)
            throws MySqlException {
        return open(address, settings, from, identity, false, unheeded -> {});
    }

    /**
     * As the other, where the statements that made the rows are wanted, which MariaDB leaves out otherwise, or where another thread may want it to end.
     *
     * @param statements whether statements are wanted; MySQL sends what it has logged of them anyhow
     * @param opening told, before anything is waited for, what that thread is to close
     */
    public static BinlogStream open(
            ServerAddress address,
            ConnectionSettings settings,
            BinlogPosition from,
            ReplicaIdentity identity,
            boolean statements,
            Consumer<Closeable> opening)
            throws MySqlException {
        requireNonNull(from, "from");
        return open(address, settings, info -> from, identity, statements, opening);
    }

    /** As the others, where what the server says of itself decides where to begin. */
    public static BinlogStream open(
            ServerAddress address,
            ConnectionSettings settings,
            Function<ServerInfo, BinlogPosition> from,
            ReplicaIdentity identity,
            boolean statements,
            Consumer<Closeable> opening)
            throws MySqlException {
        MySqlConnection connection = MySqlConnection.open(address, settings, opening);
        boolean done = false;
        try {
            ServerInfo info = connection.info();
            BinlogPosition start = from.apply(info);
            BinlogEnd.check(start, connection);
            DumpRequest request = DumpRequest.of(start, info, identity, statements);
            request.prepare(connection, settings.heartbeat());
            Duration readTimeout = settings.heartbeat().multipliedBy(3);
            connection.setReadTimeout(readTimeout);
            connection.packets().command(request.command(), request.body());
            LOG.info("Reading the binlog of {} from {} as server id {}", info, request, identity.serverId());
            done = true;
            return new BinlogStream(
                    connection, info, "reading the binlog of " + address + " from " + request, readTimeout);
        } catch (MySqlException e) {
            throw e;
        } catch (IOException e) {
            throw MySqlException.retryable(
                    "the connection to " + address + " was lost (" + ErrorText.of(e) + ")",
                    "check the server and its log",
                    e);
        } finally {
            if (!done) {
                connection.close();
            }
        }
    }

    /** What the server said of itself when it was connected to. */
    public ServerInfo info() {
        return info;
    }

    /**
     * How the events end that the server makes up before the first FORMAT_DESCRIPTION (a ROTATE); later ones end as those of the last
     * FORMAT_DESCRIPTION.
     */
    public Checksum firstChecksum() {
        return Checksum.CRC32;
    }

    /**
     * The next event; waits for it.
     *
     * @throws MySqlException when the server ends the stream with an error, when the connection is lost, and when the server
     *     has been silent for three heartbeats while this method waited
     */
    public RawEvent next() throws MySqlException {
        try {
            byte[] event = readEvent(connection.packets());
            return new RawEvent(event, 0, event.length);
        } catch (MySqlException e) {
            throw e;
        } catch (SocketTimeoutException e) {
            throw MySqlException.retryable(
                    "the server was silent for three heartbeats (" + readTimeout + ") while " + doing,
                    "check the server, its load and the network",
                    e);
        } catch (IOException e) {
            String what = closed ? "the stream was closed" : "the connection was lost (" + ErrorText.of(e) + ")";
            throw MySqlException.retryable(what + " while " + doing, closed ? "" : "check the server and its log", e);
        }
    }

    /** Whether {@link #next()} can begin without a read from the network. */
    public boolean hasBuffered() {
        return connection.packets().buffered() > 0;
    }

    @Override
    public void close() {
        closed = true;
        connection.close();
    }

    private byte[] readEvent(PacketIo packets) throws IOException {
        int length = packets.header();
        if (length == 0) {
            throw MySqlException.fatal(
                    "the server sent an empty packet while " + doing,
                    "check what stands between this machine and the server");
        }
        int marker = packets.readByte();
        if (marker != 0) {
            throw ended(packets, marker, length);
        }
        if (length - 1 < HEADER_SIZE) {
            throw damaged("a binlog event of " + (length - 1) + " bytes, less than its header");
        }
        packets.require(HEADER_SIZE);
        long size = packets.peek(SIZE_AT)
                | (long) packets.peek(SIZE_AT + 1) << 8
                | (long) packets.peek(SIZE_AT + 2) << 16
                | (long) packets.peek(SIZE_AT + 3) << 24;
        boolean more = length == PacketIo.MAX_PAYLOAD;
        if (more ? size < length - 1 || size > MAX_EVENT_SIZE : size != length - 1) {
            throw damaged("a binlog event whose header says " + size + " bytes in a packet of " + (length - 1));
        }
        byte[] event = new byte[(int) size];
        packets.readFully(event, 0, length - 1);
        int done = length - 1;
        while (more) {
            int part = packets.header();
            if (part > size - done) {
                throw damaged("a binlog event that goes on past the " + size + " bytes of its header");
            }
            packets.readFully(event, done, part);
            done += part;
            more = part == PacketIo.MAX_PAYLOAD;
        }
        if (done != size) {
            throw damaged("a binlog event that ends after " + done + " of the " + size + " bytes of its header");
        }
        return event;
    }

    private MySqlException ended(PacketIo packets, int marker, int length) throws IOException {
        if (marker == 0xff) {
            byte[] packet = new byte[length];
            packet[0] = (byte) marker;
            packets.readFully(packet, 1, length - 1);
            return ServerErrors.of(packet, doing);
        }
        if (marker == 0xfe && length < 9) {
            return MySqlException.retryable(
                    "the server ended the stream, as when it shuts down, while " + doing, "", null);
        }
        return damaged("a packet that begins with " + marker);
    }

    private MySqlException damaged(String what) {
        return MySqlException.fatal(
                "the server sent " + what + " while " + doing,
                "the stream is damaged: check what stands between this machine and the server");
    }
}
