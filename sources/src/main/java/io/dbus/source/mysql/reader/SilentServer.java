package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogEnd;
import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.connection.BinlogFiles;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.SameBinlog;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.Closeable;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a server that sends nothing but heartbeats, now and then over a connection of its own, whether its binlog still reaches what was
 * read of it, and whether it has more to send than it does: see {@link BinlogEnd} and {@link SameBinlog}. Not thread-safe.
 */
final class SilentServer {
    private static final Logger LOG = LoggerFactory.getLogger(SilentServer.class);

    /** So many heartbeats in a row lead to a question: one in a minute by the default interval. */
    private static final int HEARTBEATS = 6;

    private final ReaderSettings settings;
    private final String server;
    private final BinlogSplitState read;
    private final Consumer<Closeable> opening;
    private int heartbeats;

    /**
     * Asks nothing yet.
     *
     * @param read how far the server is read
     * @param opening told, before an answer is waited for, what another thread is to close for that to end
     */
    SilentServer(ReaderSettings settings, String server, BinlogSplitState read, Consumer<Closeable> opening) {
        this.settings = requireNonNull(settings, "settings");
        this.server = requireNonNull(server, "server");
        this.read = requireNonNull(read, "read");
        this.opening = requireNonNull(opening, "opening");
    }

    /**
     * An event came.
     *
     * @throws MySqlException when the server's binlog is another than was read
     */
    void heard(RawEvent event, ServerAddress address) throws MySqlException {
        int type = EventHeader.parse(event.bytes(), event.offset()).type();
        if (type != EventType.HEARTBEAT && type != EventType.HEARTBEAT_V2) {
            heartbeats = 0;
        } else if (++heartbeats == HEARTBEATS) {
            heartbeats = 0;
            ask(address);
        }
    }

    private void ask(ServerAddress address) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address, settings.connection(), opening)) {
            BinlogPosition position = read.position();
            BinlogEnd.check(position, connection);
            BinlogFile end = BinlogFiles.current(connection);
            if (!end.name().equals(position.file()) || end.size() != position.position()) {
                SameBinlog.check(connection.info(), settings.connection(), position, read.mark(), opening);
            }
        } catch (MySqlException e) {
            if (e.code() == BinlogEnd.CODE) {
                throw e;
            }
            // The stream itself goes on; whether it is lost too, it tells by its own silence.
            LOG.warn(
                    "Server {} of source {} cannot be asked whether its binlog was reset, it is asked again later: {}",
                    server,
                    settings.source(),
                    e.getMessage());
        }
    }
}
