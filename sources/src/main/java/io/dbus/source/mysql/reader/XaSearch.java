package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.connection.BinlogFiles;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.QueryEvent;
import io.dbus.source.mysql.event.RotateEvent;
import io.dbus.source.mysql.event.TransactionPayload;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.position.BinlogPosition;
import java.io.Closeable;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Finds where an XA transaction was prepared that a later group commits, when that is not known: in the file of that group up to it, then in the file
 * before, and so on. Each file is read once, whole.
 */
final class XaSearch {
    /** A place in a file where a group begins. */
    record Place(String file, long position) {}

    private static final String XA_START = "XA START";

    private final ServerAddress address;
    private final ConnectionSettings settings;
    private final String xid;
    private final Consumer<Closeable> opening;

    /** Of the file at hand: the last group that prepared it, unless it was decided since. */
    private Optional<Place> prepared = Optional.empty();

    private boolean decided;

    /**
     * A search for a transaction.
     *
     * @param opening told what another thread is to close for the search to end
     */
    XaSearch(ServerAddress address, ConnectionSettings settings, String xid, Consumer<Closeable> opening) {
        this.address = requireNonNull(address, "address");
        this.settings = requireNonNull(settings, "settings");
        this.xid = requireNonNull(xid, "xid");
        this.opening = requireNonNull(opening, "opening");
    }

    /**
     * The group that prepared the transaction, if the server has it.
     *
     * @param file the file of the group that commits it
     * @param position where that group begins
     */
    Optional<Place> before(String file, long position) throws MySqlException {
        List<BinlogFile> files;
        try (MySqlConnection connection = MySqlConnection.open(address, settings)) {
            files = BinlogFiles.list(connection);
        }
        boolean reached = false;
        for (int i = files.size() - 1; i >= 0; i--) {
            BinlogFile next = files.get(i);
            boolean committing = next.name().equals(file);
            reached |= committing;
            if (reached) {
                read(next.name(), committing ? position : next.size());
                if (prepared.isPresent() || decided) {
                    return prepared;
                }
            }
        }
        return Optional.empty();
    }

    private void read(String file, long end) throws MySqlException {
        try (BinlogStream stream = BinlogStream.open(
                address,
                settings,
                info -> BinlogPosition.ofFile(info.identity(), file, BinlogPosition.FILE_START),
                ServerIds.probe(),
                false,
                opening)) {
            BinlogPlace place = new BinlogPlace(file, BinlogPosition.FILE_START);
            FormatDescription format = new FormatDescription(stream.info().version(), stream.firstChecksum());
            long group = BinlogPosition.FILE_START;
            while (place.end() < end) {
                RawEvent raw = stream.next();
                byte[] b = raw.bytes();
                EventHeader header = EventHeader.parse(b, raw.offset());
                int bodyStart = raw.offset() + EventHeader.LENGTH;
                int eventEnd = raw.offset() + raw.length();
                if (header.type() == EventType.FORMAT_DESCRIPTION) {
                    format = FormatDescription.parse(b, bodyStart, eventEnd);
                }
                format.checksum().verify(b, raw.offset(), raw.length());
                long at = place.pass(header);
                int bodyEnd = format.bodyEnd(eventEnd);
                switch (header.type()) {
                    case EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.MARIADB_GTID ->
                        group = at;
                    case EventType.XA_PREPARE -> prepare(XaPrepareEvent.parse(b, bodyStart, bodyEnd), file, group);
                    case EventType.QUERY, EventType.MARIADB_QUERY_COMPRESSED ->
                        statement(QueryEvent.parse(header, b, bodyStart, bodyEnd));
                    case EventType.TRANSACTION_PAYLOAD -> payload(b, bodyStart, bodyEnd, file, group);
                    case EventType.ROTATE -> {
                        // Behind a file that a crash cut off the server makes one up.
                        if (!header.isArtificial()
                                || !RotateEvent.parse(b, bodyStart, bodyEnd)
                                        .file()
                                        .equals(file)) {
                            return;
                        }
                    }
                    case EventType.STOP -> {
                        return;
                    }
                    default -> {
                        // Rows and what else is in groups.
                    }
                }
            }
        }
    }

    private void prepare(XaPrepareEvent event, String file, long group) {
        if (!event.onePhase() && event.xid().equals(xid)) {
            prepared = Optional.of(new Place(file, group));
        }
    }

    private void statement(QueryEvent event) {
        if (!event.sql().startsWith("XA")) {
            return;
        }
        LoggedStatement statement = LoggedStatement.of(event.database(), event.sql());
        boolean decides = statement.kind() == LoggedStatement.Kind.XA_COMMIT
                || statement.kind() == LoggedStatement.Kind.XA_ROLLBACK;
        if (decides && XaId.of(statement).equals(xid)) {
            prepared = Optional.empty();
            decided = true;
        }
    }

    /** Of one that does not begin with XA START no more is unpacked. */
    private void payload(byte[] b, int bodyStart, int bodyEnd, String file, long group) {
        try (TransactionPayload payload =
                TransactionPayload.open(b, bodyStart, bodyEnd, TransactionAssembler.MAX_INNER_EVENT)) {
            boolean first = true;
            for (byte[] inner = payload.next(); inner != null; inner = payload.next()) {
                EventHeader header = EventHeader.parse(inner, 0);
                if (first
                        && (header.type() != EventType.QUERY
                                || !QueryEvent.parse(header, inner, EventHeader.LENGTH, inner.length)
                                        .sql()
                                        .startsWith(XA_START))) {
                    return;
                }
                first = false;
                if (header.type() == EventType.XA_PREPARE) {
                    prepare(XaPrepareEvent.parse(inner, EventHeader.LENGTH, inner.length), file, group);
                }
            }
        }
    }
}
