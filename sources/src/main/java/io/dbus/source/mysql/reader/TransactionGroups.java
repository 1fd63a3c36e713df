package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.MariaDbGtidEvent;
import io.dbus.source.mysql.event.MySqlGtidEvent;
import io.dbus.source.mysql.event.QueryEvent;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.MariaDbGtid;
import io.dbus.source.mysql.gtid.MySqlGtid;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.split.BinlogSplitState;
import io.dbus.source.mysql.split.SequenceClock;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where transactions begin and end in a binlog. A group of events is one transaction: an event that names it (since MySQL 5.6), then
 * either one statement, or BEGIN, rows and COMMIT (MySQL Reference Manual, "The Binary Log"; MariaDB has no BEGIN there). Not
 * thread-safe.
 */
final class TransactionGroups implements GroupEvents {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionGroups.class);

    private final ReaderSettings settings;
    private final BinlogSplitState read;
    private final CapturedTables tables;
    private final UnsentStatements unsent;
    private final DefinitionStatements definitions;
    private final SequenceClock clock;
    private final XaGroups xa;
    private OpenTransaction open;

    /** The statement of the open group only says that an ALTER TABLE begins or was given up. */
    private boolean alterNotDone;

    private List<Gtid> dropped = List.of();
    private long serverId;
    private String serverUuid = "";

    TransactionGroups(ReaderSettings settings, BinlogSplitState read, CapturedTables tables, ServerFigures figures) {
        this.settings = requireNonNull(settings, "settings");
        this.read = requireNonNull(read, "read");
        this.tables = requireNonNull(tables, "tables");
        this.unsent = new UnsentStatements(settings, read.server(), tables, figures);
        this.xa = new XaGroups(settings, read, unsent);
        this.definitions = new DefinitionStatements(settings, read.server(), tables, figures);
        this.clock = new SequenceClock(read.sequence());
    }

    /**
     * A server answers and is read from now on.
     *
     * <p>Sinks such as Elasticsearch keep the row of the highest sequence, so a row that is read again must not have a lower one than before. From one server it
     * has the same. Of another a restart must know, and of the sequence from which its rows were numbered: so they wait until a checkpoint holds
     * both. The first of several hosts is as good as another, before anything is known.
     */
    @Override
    public Optional<BinlogElement.Connected> connected(ServerInfo info) {
        serverId = info.serverId();
        serverUuid = info.serverUuid();
        definitions.connected(info);
        boolean takesOver = !read.identity().isEmpty() && !info.isSame(read.identity());
        if (takesOver) {
            clock.takeOver(System.currentTimeMillis());
        }
        boolean oneOfSeveral =
                settings.servers().getOrDefault(read.server(), List.of()).size() > 1 && clock.last() == 0;
        return Optional.of(new BinlogElement.Connected(info.identity(), clock.last(), takesOver || oneOfSeveral));
    }

    @Override
    public boolean isOpen() {
        return open != null;
    }

    /** What is to be read on a connection of its own before this stream goes on. */
    Optional<DecidedXa> apart() {
        return xa.apart();
    }

    /** What was read apart has come. */
    void readApart() {
        xa.readApart();
    }

    /** What was to be read apart can be read no more. */
    void lostApart(String why, BinlogPlace place, long at) {
        xa.lost(open, why, where(place, at));
    }

    /** Passes over the transaction when all its rows are out. */
    @Override
    public boolean drain(BinlogPlace place, BinlogBatch batch) {
        if (open == null || !open.isReleased()) {
            return true;
        }
        if (!open.drain(batch)) {
            return false;
        }
        if (open.isEnded()) {
            xa.passed(open, place, batch);
            forgetOpen();
        }
        return true;
    }

    @Override
    public void named(EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at) {
        interrupted("another transaction began before its end");
        GtidEvent event = GtidEvent.parse(header, b, bodyStart, bodyEnd);
        List<Gtid> gtid = List.of();
        String uuid = header.serverId() == serverId ? serverUuid : "";
        boolean begun = false;
        boolean prepares = false;
        boolean notDone = false;
        if (event instanceof MySqlGtidEvent mySql && !mySql.anonymous()) {
            gtid = List.of(new MySqlGtid(mySql.sourceId(), mySql.tag(), mySql.number()));
            uuid = mySql.sourceId().toString();
        } else if (event instanceof MariaDbGtidEvent mariaDb) {
            gtid = List.of(new MariaDbGtid(mariaDb.domain(), mariaDb.serverId(), mariaDb.sequence()));
            begun = !mariaDb.isStandalone();
            prepares = mariaDb.isPreparedXa();
            notDone = mariaDb.isAlterNotDone();
        }
        open(uuid, header, gtid, place, at, event.commitMicros(header));
        alterNotDone = notDone;
        if (begun) {
            open.begin(0);
        }
        if (prepares) {
            xa.begin();
        }
    }

    @Override
    public void statement(
            EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at, BinlogBatch batch) {
        QueryEvent event = header.type() == EventType.EXECUTE_LOAD_QUERY
                ? LoadStatement.parse(header, b, bodyStart, bodyEnd)
                : QueryEvent.parse(header, b, bodyStart, bodyEnd);
        LoggedStatement statement = LoggedStatement.of(event.database(), event.sql(), event.session());
        if (open == null) {
            String uuid = header.serverId() == serverId ? serverUuid : "";
            open(uuid, header, List.of(), place, at, header.timestamp() * 1_000_000);
        }
        if (xa.isBegun() && xa.defers(open, statement.kind())) {
            return;
        }
        if (alterNotDone) {
            endUnlessBegun();
            return;
        }
        switch (statement.kind()) {
            case BEGIN -> open.begin(event.threadId());
            case XA_START -> {
                open.begin(event.threadId());
                xa.begin();
            }
            case COMMIT -> xa.commitPlainly(open, -1);
            case ROLLBACK -> rolledBack();
            case SAVEPOINT -> open.savepoint(statement.name());
            case ROLLBACK_TO -> open.backTo(statement.name());
            case XA_END -> {}
            case XA_COMMIT -> xa.commit(open, XaId.of(statement), at);
            case XA_ROLLBACK -> xa.rollback(open, XaId.of(statement));
            case DATA -> {
                unsent.data(event, statement.tables(), where(place, at));
                endUnlessBegun();
            }
            case CALL -> {
                unsent.data(event, List.of(), where(place, at));
                endUnlessBegun();
            }
            case TRUNCATE -> {
                truncated(statement, event, header.isThreadSpecific(), place, at);
                endUnlessBegun();
            }
            case BULK, DEFINITION, DATABASE, DROP_DATABASE, UPKEEP -> {
                if (statement.kind() == LoggedStatement.Kind.BULK) {
                    unsent.bulk(tables.selectedOf(statement.tables()), event, where(place, at));
                }
                open.hold(definitions.held(
                        statement,
                        event,
                        header.isThreadSpecific(),
                        open.start().rowsDone(),
                        at,
                        where(place, at)));
                endUnlessBegun();
            }
            case OTHER -> endUnlessBegun();
            case UNKNOWN -> {
                unsent.unknown(event, where(place, at));
                endUnlessBegun();
            }
        }
    }

    @Override
    public void rows(HeldRows event) {
        if (open == null) {
            throw new BinlogFailure("Rows of table " + event.table().id()
                    + " come outside a transaction, so the binlog was entered inside one: start from the begin of a"
                    + " transaction");
        }
        if (xa.isBegun()) {
            xa.rows(open, event);
            return;
        }
        open.hold(event);
        if (open.heldBytes() > settings.holdBytes() && !open.isReleased()) {
            LOG.info(
                    "A transaction at {}:{} of server {} of source {} is larger than transaction.hold and leaves before its"
                            + " end is known",
                    open.start().file(),
                    open.start().position(),
                    read.server(),
                    settings.source());
            open.stream();
        }
    }

    @Override
    public void commit(long engineXid) {
        if (open != null) {
            xa.commitPlainly(open, engineXid);
        }
    }

    @Override
    public void prepared(XaPrepareEvent event) {
        if (open == null) {
            return;
        }
        if (event.onePhase()) {
            xa.commitOnePhase(open, event.xid());
        } else {
            xa.prepare(open, event.xid());
        }
    }

    @Override
    public void interrupted(String why) {
        if (open != null) {
            if (open.hasRowsOut()) {
                throw new BinlogFailure("Rows of a transaction went out before its end, and " + why
                        + ", so it was never committed: raise transaction.hold over the size of such transactions, and restore"
                        + " from a checkpoint before it");
            }
            LOG.warn(
                    "The transaction at {}:{} of server {} of source {} is dropped: {}",
                    open.start().file(),
                    open.start().position(),
                    read.server(),
                    settings.source(),
                    why);
            dropped = open.start().gtid();
            forgetOpen();
        }
    }

    @Override
    public void fileBegun(GtidPosition.Builder before) {
        for (Gtid gtid : dropped) {
            if (before.contains(gtid)) {
                throw new BinlogFailure("The binlog file before this one ends inside the transaction " + gtid
                        + ", which its server has committed, so the file was cut off and rows are missing: go to a server that has"
                        + " them, or start after this position once the tables are read anew");
            }
        }
        dropped = List.of();
    }

    @Override
    public void forgetOpen() {
        open = null;
        alterNotDone = false;
        xa.forgetOpen();
        definitions.settled();
    }

    @Override
    public long positionInHand(long eventStart) {
        return open == null || open.tableInHand().isEmpty() ? eventStart : open.positionInHand();
    }

    @Override
    public void describe(StringBuilder text) {
        if (open != null) {
            open.start().gtid().forEach(gtid -> text.append(", GTID ").append(gtid));
            if (!open.tableInHand().isEmpty()) {
                text.append(", table ").append(open.tableInHand());
            }
        }
    }

    private void open(String uuid, EventHeader header, List<Gtid> gtid, BinlogPlace place, long at, long commitMicros) {
        String name = gtid.isEmpty() ? "" : gtid.get(0).toString();
        long rowsDone = read.rowsDone(name);
        if (!gtid.isEmpty() && read.isDone(gtid.get(0))) {
            LOG.warn(
                    "Server {} of source {} sends the transaction {} again, which is done; it is passed over",
                    read.server(),
                    settings.source(),
                    gtid.get(0));
            rowsDone = Long.MAX_VALUE;
        }
        open = new OpenTransaction(
                new OpenTransaction.Start(
                        settings.source(),
                        read.server(),
                        uuid,
                        header.serverId(),
                        gtid,
                        new TransactionMark(name, place.file(), at, commitMicros),
                        rowsDone),
                clock,
                System.currentTimeMillis());
    }

    private void rolledBack() {
        if (open.hasRowsOut()) {
            throw new BinlogFailure(
                    "A transaction was rolled back of which rows went out before its end, because it is larger"
                            + " than transaction.hold: raise transaction.hold, and restore from a checkpoint before it");
        }
        open.undo();
    }

    private void truncated(LoggedStatement statement, QueryEvent event, boolean temporary, BinlogPlace place, long at) {
        if (temporary) {
            return;
        }
        if (statement.tables().isEmpty()) {
            throw new BinlogFailure("The statement '" + UnsentStatements.shortened(event.sql())
                    + "' takes the rows out of a table whose name this dbus does not find in it: if that was a selected table,"
                    + " read it anew, and start after this position");
        }
        Optional<TableId> table = tables.selectedAs(statement.tables().get(0));
        if (table.isEmpty()) {
            return;
        }
        if (event.errorCode() != 0) {
            unsent.bulk(List.of(table.get()), event, where(place, at));
            return;
        }
        LOG.info(
                "Server {} of source {} truncated {} at {}",
                read.server(),
                settings.source(),
                table.get(),
                where(place, at));
        open.hold(new HeldTruncate(
                table.get(),
                tables.key(table.get()),
                at,
                settings.includeQuery() ? event.sql() : "",
                event.threadId()));
    }

    private String where(BinlogPlace place, long at) {
        String gtid = open.start().gtid().isEmpty()
                ? ""
                : ", GTID " + open.start().gtid().get(0);
        return place.file() + ":" + at + gtid;
    }

    private void endUnlessBegun() {
        if (!open.isBegun()) {
            open.commit(-1);
        }
    }
}
