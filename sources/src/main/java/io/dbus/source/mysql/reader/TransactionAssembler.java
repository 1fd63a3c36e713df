package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.HeartbeatEvent;
import io.dbus.source.mysql.event.IncidentEvent;
import io.dbus.source.mysql.event.MariaDbGtidListEvent;
import io.dbus.source.mysql.event.RotateEvent;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.RowsQueryEvent;
import io.dbus.source.mysql.event.TransactionPayload;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.event.XidEvent;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MariaDbGtid;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.row.SchemaMismatchException;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/**
 * Makes rows of the raw events of a server. Events go in one by one; rows come out into batches as there is room, those of a
 * transaction when its end is known or, of a large one, as they come. What cannot be understood fails: nothing is passed over
 * that might be a change of a selected table. Hot path. Not thread-safe.
 */
final class TransactionAssembler {
    /** The largest event inside a compressed transaction: a row of MySQL's limit of {@code max_allowed_packet}, 1 GiB, and what is around it. */
    static final int MAX_INNER_EVENT = (1 << 30) + (1 << 20);

    /** The number of row events that hold no rows and only end a statement; a table can have it, after 16 million others. */
    private static final long NO_TABLE = 0xFF_FFFFL;

    private final ReaderSettings settings;
    private final BinlogSplitState read;
    private final CapturedTables tables;
    private final GroupEvents groups;

    /** The same as the groups where XA transactions may have to be read apart. */
    private final Optional<TransactionGroups> deciding;

    private final ServerFigures figures;

    private final BinlogPlace place = BinlogPlace.unknown();
    private final StreamProgress progress;
    private FormatDescription format = new FormatDescription("", Checksum.NONE);
    private TransactionPayload payload;

    /** Reads the group of an XA transaction on a connection of its own; null when none is to be read. */
    private TransactionAssembler apart;

    private long eventStart;
    private String query = "";

    /**
     * Assembles the rows of a server.
     *
     * @param settings what is read and how
     * @param read the fetcher's position, where it begins; batches move it
     * @param tables the tables
     * @param figures what is counted
     */
    TransactionAssembler(ReaderSettings settings, BinlogSplitState read, CapturedTables tables, ServerFigures figures) {
        this.settings = requireNonNull(settings, "settings");
        this.read = requireNonNull(read, "read");
        this.tables = requireNonNull(tables, "tables");
        this.figures = requireNonNull(figures, "figures");
        TransactionGroups own = new TransactionGroups(settings, read, tables, figures);
        this.groups = own;
        this.deciding = Optional.of(own);
        this.progress = new StreamProgress(read, groups, place);
    }

    private TransactionAssembler(TransactionAssembler beside, DecidedXa groups) {
        this.settings = beside.settings;
        this.read = beside.read;
        this.tables = beside.tables;
        this.figures = beside.figures;
        this.groups = groups;
        this.deciding = Optional.empty();
        this.progress = new StreamProgress(read, groups, place);
    }

    /**
     * A server was connected to and sends from the fetcher's position; what was held of a transaction comes once more.
     *
     * @param first how events end before the first FORMAT_DESCRIPTION, which need not be as the server writes its files
     * @return whether a checkpoint must hold the batch's last element before anything more is read
     */
    boolean connected(ServerInfo info, Checksum first, BinlogBatch batch) {
        forgetOpen();
        tables.forgetNumbers();
        tables.namesFold(info.lowerCaseTableNames() != 0);
        format = new FormatDescription(info.version(), first);
        tables.writtenBy(format);
        Optional<BinlogElement.Connected> connected = groups.connected(info);
        connected.ifPresent(batch::connected);
        progress.connected(info);
        return connected.filter(BinlogElement.Connected::first).isPresent();
    }

    /**
     * What is to be read on a connection of its own before this stream goes on; empty when nothing is.
     *
     * @see #connectedApart
     */
    Optional<DecidedXa> apart() {
        return deciding.flatMap(TransactionGroups::apart);
    }

    /** A server was connected to beside the stream and sends from a place on. Its events go to {@link #acceptApart}. */
    void connectedApart(ServerInfo info, Checksum first) {
        closeApart();
        apart = new TransactionAssembler(this, apart().orElseThrow());
        apart.format = new FormatDescription(info.version(), first);
        tables.forgetNumbers();
        tables.writtenBy(apart.format);
    }

    /** As {@link #accept}, of an event that was sent beside the stream. */
    void acceptApart(byte[] b, int offset, int length, BinlogBatch batch) {
        apart.accept(b, offset, length, batch);
    }

    /**
     * What was to be read apart can be read no more.
     *
     * @throws BinlogFailure unless the user lets that pass
     */
    void lostApart(String why) {
        closeApart();
        try {
            deciding.orElseThrow().lostApart(why, place, eventStart);
        } catch (BinlogFailure e) {
            throw located(e);
        }
    }

    /**
     * Goes on with what is at hand.
     *
     * @return whether it needs an event now; false when the batch is full
     */
    boolean advance(BinlogBatch batch) {
        if (apart != null && !advanceApart(batch)) {
            return false;
        }
        try {
            while (true) {
                if (apart().isPresent()) {
                    return true;
                }
                if (!groups.drain(place, batch)) {
                    return false;
                }
                if (payload == null) {
                    return true;
                }
                byte[] inner = payload.next();
                if (inner == null) {
                    closePayload();
                    if (deciding.isPresent() && groups.isOpen()) {
                        throw new BinlogFailure(
                                "A compressed transaction ends before its commit: the binlog is damaged here");
                    }
                } else {
                    EventHeader header = EventHeader.parse(inner, 0);
                    handle(header, inner, EventHeader.LENGTH, inner.length, batch);
                }
            }
        } catch (BinlogFormatException
                | RowDecodeException
                | SchemaMismatchException
                | BinlogFailure
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | ArithmeticException e) {
            throw located(e);
        }
    }

    private boolean advanceApart(BinlogBatch batch) {
        if (!apart.advance(batch)) {
            return false;
        }
        DecidedXa group = apart().orElseThrow();
        if (group.isDone()) {
            closeApart();
            deciding.orElseThrow().readApart();
        } else if (!group.lost().isEmpty()) {
            lostApart(group.lost());
        }
        return true;
    }

    /** Takes in an event, whole with its header and checksum. Only after {@link #advance} asked for it. */
    void accept(byte[] b, int offset, int length, BinlogBatch batch) {
        figures.read(length);
        try {
            EventHeader header = EventHeader.parse(b, offset);
            int bodyStart = offset + EventHeader.LENGTH;
            if (header.type() == EventType.FORMAT_DESCRIPTION) {
                groups.interrupted("the server began another binlog file before its end");
                tables.forgetNumbers();
                format = FormatDescription.parse(b, bodyStart, offset + length);
                tables.writtenBy(format);
            }
            verify(b, offset, length);
            eventStart = place.pass(header);
            if (groups.passesOver(header.type())) {
                return;
            }
            handle(header, b, bodyStart, format.bodyEnd(offset + length), batch);
        } catch (BinlogFormatException
                | RowDecodeException
                | SchemaMismatchException
                | BinlogFailure
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | ArithmeticException e) {
            throw located(e);
        }
    }

    /** Bytes that were damaged on their way are worth another attempt, unlike all else that is wrong with an event. */
    private void verify(byte[] b, int offset, int length) {
        try {
            format.checksum().verify(b, offset, length);
        } catch (BinlogFormatException e) {
            throw new UncheckedIOException(new IOException(located(e).getMessage(), e));
        }
    }

    private void handle(EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogBatch batch) {
        switch (header.type()) {
            case EventType.TABLE_MAP -> tables.map(b, bodyStart, bodyEnd, batch);
            case EventType.WRITE_ROWS_V1,
                    EventType.UPDATE_ROWS_V1,
                    EventType.DELETE_ROWS_V1,
                    EventType.WRITE_ROWS,
                    EventType.UPDATE_ROWS,
                    EventType.DELETE_ROWS,
                    EventType.PARTIAL_UPDATE_ROWS,
                    EventType.MARIADB_WRITE_ROWS_COMPRESSED_V1,
                    EventType.MARIADB_UPDATE_ROWS_COMPRESSED_V1,
                    EventType.MARIADB_DELETE_ROWS_COMPRESSED_V1,
                    EventType.MARIADB_WRITE_ROWS_COMPRESSED,
                    EventType.MARIADB_UPDATE_ROWS_COMPRESSED,
                    EventType.MARIADB_DELETE_ROWS_COMPRESSED -> rows(header, b, bodyStart, bodyEnd);
            case EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.MARIADB_GTID ->
                groups.named(header, b, bodyStart, bodyEnd, place, eventStart);
            case EventType.QUERY, EventType.MARIADB_QUERY_COMPRESSED, EventType.EXECUTE_LOAD_QUERY ->
                groups.statement(header, b, bodyStart, bodyEnd, place, eventStart, batch);
            case EventType.XID ->
                groups.commit(XidEvent.parse(b, bodyStart, bodyEnd).xid());
            case EventType.XA_PREPARE -> groups.prepared(XaPrepareEvent.parse(b, bodyStart, bodyEnd));
            case EventType.TRANSACTION_PAYLOAD ->
                payload = TransactionPayload.open(b, bodyStart, bodyEnd, MAX_INNER_EVENT);
            case EventType.ROWS_QUERY, EventType.MARIADB_ANNOTATE_ROWS -> {
                if (settings.includeQuery()) {
                    query = RowsQueryEvent.parse(header, b, bodyStart, bodyEnd).sql();
                }
            }
            case EventType.PREVIOUS_GTIDS -> groups.fileBegun(previousGtids(b, bodyStart, bodyEnd).toBuilder());
            case EventType.MARIADB_GTID_LIST -> {
                GtidPosition.Builder before = MariaDbGtidPosition.empty().toBuilder();
                MariaDbGtidListEvent.parse(b, bodyStart, bodyEnd)
                        .gtids()
                        .forEach(gtid -> before.add(new MariaDbGtid(gtid.domain(), gtid.serverId(), gtid.sequence())));
                groups.fileBegun(before);
            }
            case EventType.ROTATE -> progress.rotate(header, RotateEvent.parse(b, bodyStart, bodyEnd), batch);
            case EventType.HEARTBEAT, EventType.HEARTBEAT_V2 ->
                progress.heartbeat(HeartbeatEvent.parse(header, b, bodyStart, bodyEnd), batch);
            case EventType.INCIDENT -> throw UnreadableEvents.incident(IncidentEvent.parse(b, bodyStart, bodyEnd));
            case EventType.FORMAT_DESCRIPTION -> {
                // Beside the stream another file may be read.
                if (deciding.isPresent() && !place.file().isEmpty()) {
                    batch.fileBegun(place.file(), header.timestamp());
                }
            }
            // What follows tells of the stream, or helps statements whose text comes in an event of its own.
            case EventType.STOP,
                    EventType.INTVAR,
                    EventType.RAND,
                    EventType.USER_VAR,
                    EventType.BEGIN_LOAD_QUERY,
                    EventType.APPEND_BLOCK,
                    EventType.DELETE_FILE,
                    EventType.TRANSACTION_CONTEXT,
                    EventType.VIEW_CHANGE,
                    EventType.MARIADB_BINLOG_CHECKPOINT,
                    EventType.MARIADB_START_ENCRYPTION -> {}
            case EventType.MARIADB_PARTIAL_ROW_DATA -> throw UnreadableEvents.rowsInParts();
            default -> {
                if (!header.isIgnorable()) {
                    throw UnreadableEvents.unknown(header.type());
                }
                figures.ignored(EventType.name(header.type()));
            }
        }
    }

    private void rows(EventHeader header, byte[] b, int bodyStart, int bodyEnd) {
        long number = RowsEvent.tableNumber(b, bodyStart, bodyEnd);
        if (number != NO_TABLE || tables.isMapped(number)) {
            CapturedTable table = tables.numbered(number);
            groups.rows(new HeldRows(header.type(), b, bodyStart, bodyEnd, table, eventStart, query));
        }
        if (RowsEvent.endsStatement(b, bodyStart, bodyEnd)) {
            query = "";
        }
    }

    /** Frees what is open; it comes once more from the next connection. */
    void forgetOpen() {
        closeApart();
        closePayload();
        groups.forgetOpen();
        query = "";
    }

    private void closeApart() {
        if (apart != null) {
            apart.closePayload();
            apart = null;
            tables.forgetNumbers();
            tables.writtenBy(format);
        }
    }

    private void closePayload() {
        if (payload != null) {
            payload.close();
            payload = null;
        }
    }

    private static GtidSet previousGtids(byte[] b, int bodyStart, int bodyEnd) {
        try {
            return GtidSet.decode(b, bodyStart, bodyEnd - bodyStart);
        } catch (IllegalArgumentException e) {
            throw new BinlogFormatException("A PREVIOUS_GTIDS event is damaged: " + e.getMessage());
        }
    }

    private BinlogFailure located(RuntimeException e) {
        StringBuilder text = new StringBuilder(e.getMessage())
                .append(" (source ")
                .append(settings.source())
                .append(", server ")
                .append(read.server())
                .append(", ")
                .append(place.file())
                .append(':')
                .append(groups.positionInHand(eventStart));
        groups.describe(text);
        return new BinlogFailure(text.append(')').toString(), e);
    }
}
