package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.PreparedXa;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection on which the group of an XA transaction is read again, beside the stream of its server. It bears a name of its own, since a
 * server ends the stream of a replica when another of the same name comes. Used by the fetcher's thread, but for {@link #closeNow}.
 */
final class XaStream {
    private static final Logger LOG = LoggerFactory.getLogger(XaStream.class);

    /** Where a server can be asked to begin by file and position: it has four bytes for that. */
    private static final long MAX_POSITION = 0xffff_ffffL;

    private final ReaderSettings settings;
    private final String server;
    private volatile Closeable opening = () -> {};
    private volatile boolean closed;
    private BinlogStream stream;

    /** The group is not there. */
    static final class Lost extends Exception {
        private static final long serialVersionUID = 1L;

        Lost(String why) {
            super(why);
        }
    }

    XaStream(ReaderSettings settings, String server) {
        this.settings = requireNonNull(settings, "settings");
        this.server = requireNonNull(server, "server");
    }

    boolean isOpen() {
        return stream != null;
    }

    /**
     * Connects to the host that is read and asks for a group.
     *
     * @throws Lost when the host does not have it any more
     * @throws MySqlException when the host cannot be asked
     */
    ServerInfo open(DecidedXa group, ServerAddress address) throws MySqlException, Lost {
        PreparedXa xa = group.xa();
        LOG.info(
                "Server {} of source {} commits the XA transaction {}, at {}:{}: its rows are read again",
                server,
                settings.source(),
                xa,
                group.committedBy().file(),
                group.committedBy().position());
        try {
            if (group.isByGtid()) {
                stream = connect(address, GtidSet.parse(xa.gtid()));
            } else {
                XaSearch.Place place = place(group, address);
                group.lookAt(place.file(), place.position());
                long from = place.position() > MAX_POSITION ? BinlogPosition.FILE_START : place.position();
                stream = connect(address, info -> BinlogPosition.ofFile(info.identity(), place.file(), from));
            }
        } catch (MySqlException e) {
            throw lost(e);
        } catch (BinlogFormatException e) {
            throw new Lost("the binlog cannot be read (" + e.getMessage() + ")");
        }
        return stream.info();
    }

    /** Whether {@link #next} can begin without a read from the network. */
    boolean hasBuffered() {
        return stream.hasBuffered();
    }

    /** How events end before the first FORMAT_DESCRIPTION. */
    Checksum firstChecksum() {
        return stream.firstChecksum();
    }

    /**
     * The next event.
     *
     * @throws Lost when the host refuses to send from there
     * @throws MySqlException when the connection is lost
     */
    RawEvent next() throws MySqlException, Lost {
        try {
            return stream.next();
        } catch (MySqlException e) {
            throw lost(e);
        }
    }

    /** Closes the connection, if there is one. */
    void close() {
        if (stream != null) {
            stream.close();
            stream = null;
        }
    }

    /** Ends all waiting for the server, at once. May be called by any thread. */
    void closeNow() {
        closed = true;
        closeOpening();
    }

    private BinlogStream connect(ServerAddress address, Function<ServerInfo, BinlogPosition> from)
            throws MySqlException {
        return BinlogStream.open(
                address, settings.connection(), from, ServerIds.probe(), settings.includeQuery(), this::opening);
    }

    /** All that the host has but the group: so it sends that at once, and behind it what is newer. */
    private BinlogStream connect(ServerAddress address, GtidSet group) throws MySqlException, Lost {
        BinlogStream opened =
                connect(address, info -> BinlogPosition.ofGtids(((GtidSet) info.executed()).minus(group)));
        String why = "";
        if (!opened.info().executed().containsAll(group)) {
            why = opened.info() + " has never had the transaction";
        } else if (opened.info().purged().containsAll(group)) {
            why = opened.info() + " has purged its binlog file";
        }
        if (!why.isEmpty()) {
            opened.close();
            throw new Lost(why);
        }
        return opened;
    }

    private XaSearch.Place place(DecidedXa group, ServerAddress address) throws MySqlException, Lost {
        PreparedXa xa = group.xa();
        if (!xa.file().isEmpty()) {
            return new XaSearch.Place(xa.file(), xa.position());
        }
        return new XaSearch(address, settings.connection(), xa.xid(), this::opening)
                .before(group.committedBy().file(), group.committedBy().position())
                .orElseThrow(() -> new Lost(address + " has no binlog file any more in which it was prepared"));
    }

    /** The server has no such file, or nothing at that position in it. */
    private static MySqlException lost(MySqlException e) throws Lost {
        if (e.kind() == MySqlException.Kind.FATAL && e.code() == BinlogConnector.BINLOG_REFUSED) {
            throw new Lost(e.what());
        }
        return e;
    }

    private void opening(Closeable connection) {
        opening = connection;
        if (closed) {
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
}
