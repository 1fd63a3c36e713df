package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.QueryEvent;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.List;
import java.util.Optional;

/**
 * The group of an XA transaction that is committed, on its way once more on a connection of its own: its rows become those of the transaction
 * that commits it. Groups before it are passed over. Not thread-safe.
 */
final class DecidedXa implements GroupEvents {
    private final PreparedXa xa;
    private final OpenTransaction open;
    private final UnsentStatements unsent;
    private final long holdBytes;

    private final boolean byGtid;
    private String file;
    private long position;
    private boolean begun;
    private boolean done;
    private String lost = "";

    /**
     * A group that is to be read.
     *
     * @param xa what is known of it
     * @param byGtid whether it is told by its GTID; otherwise by its place
     * @param open the transaction that commits it, which takes the rows
     */
    DecidedXa(PreparedXa xa, boolean byGtid, OpenTransaction open, UnsentStatements unsent, long holdBytes) {
        this.xa = requireNonNull(xa, "xa");
        this.byGtid = byGtid;
        this.open = requireNonNull(open, "open");
        this.unsent = requireNonNull(unsent, "unsent");
        this.holdBytes = holdBytes;
        this.file = xa.file();
        this.position = xa.position();
    }

    /** What is known of the group. */
    PreparedXa xa() {
        return xa;
    }

    /** Where it is committed: the group lies before. */
    OpenTransaction.Start committedBy() {
        return open.start();
    }

    /** Whether the group is told by its GTID. */
    boolean isByGtid() {
        return byGtid;
    }

    /** The group is at this place. */
    void lookAt(String groupFile, long groupPosition) {
        file = requireNonNull(groupFile, "groupFile");
        position = groupPosition;
    }

    /** Whether all of it came. */
    boolean isDone() {
        return done;
    }

    /** Why it does not come; empty while it may. */
    String lost() {
        return lost;
    }

    @Override
    public Optional<BinlogElement.Connected> connected(ServerInfo info) {
        return Optional.empty();
    }

    /** The stream's own position never moves over what comes here. */
    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean passesOver(int type) {
        return done
                || !begun
                        && switch (type) {
                            case EventType.GTID,
                                    EventType.ANONYMOUS_GTID,
                                    EventType.GTID_TAGGED,
                                    EventType.MARIADB_GTID,
                                    EventType.FORMAT_DESCRIPTION,
                                    EventType.ROTATE -> false;
                            default -> true;
                        };
    }

    @Override
    public boolean drain(BinlogPlace place, BinlogBatch batch) {
        return !open.isReleased() || open.drain(batch);
    }

    @Override
    public void named(EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at) {
        if (begun) {
            throw cutOff();
        }
        String gtid = GtidEvent.parse(header, b, bodyStart, bodyEnd).gtid();
        if (byGtid ? gtid.equals(xa.gtid()) : place.file().equals(file) && at == position) {
            begun = true;
        } else if (byGtid || !place.file().equals(file) || at > position) {
            lost = "the server sends " + (gtid.isEmpty() ? "another transaction" : gtid) + " at " + place.file() + ":"
                    + at + " in its place, as after a RESET";
        }
    }

    @Override
    public void statement(
            EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at, BinlogBatch batch) {
        QueryEvent event = header.type() == EventType.EXECUTE_LOAD_QUERY
                ? LoadStatement.parse(header, b, bodyStart, bodyEnd)
                : QueryEvent.parse(header, b, bodyStart, bodyEnd);
        LoggedStatement statement = LoggedStatement.of(event.database(), event.sql());
        switch (statement.kind()) {
            case XA_START -> open.begin(event.threadId());
            case SAVEPOINT -> open.savepoint(statement.name());
            case ROLLBACK_TO -> open.backTo(statement.name());
            case XA_END, OTHER -> {}
            case DATA -> unsent.data(event, statement.tables(), place.file() + ":" + at);
            case CALL -> unsent.data(event, List.of(), place.file() + ":" + at);
            case UNKNOWN -> unsent.unknown(event, place.file() + ":" + at);
            default ->
                throw new BinlogFailure("The statement '" + UnsentStatements.shortened(event.sql())
                        + "' stands inside an XA transaction, where no server lets one be: report it, and start after this position"
                        + " once the tables are read anew");
        }
    }

    @Override
    public void rows(HeldRows event) {
        open.hold(event);
        if (open.heldBytes() > holdBytes) {
            open.stream();
        }
    }

    @Override
    public void commit(long engineXid) {
        throw cutOff();
    }

    @Override
    public void prepared(XaPrepareEvent event) {
        if (!event.xid().equals(xa.xid())) {
            throw new BinlogFailure(
                    "The transaction " + xa + ", ends as that of " + event.xid()
                            + ": the binlog is damaged, or not that which was read before; start after this position once the tables are read anew");
        }
        open.commit(-1);
        done = true;
    }

    @Override
    public void interrupted(String why) {
        if (begun && !done) {
            throw cutOff();
        }
    }

    private BinlogFailure cutOff() {
        return new BinlogFailure("The transaction " + xa
                + ", has no XA PREPARE at its end: the binlog is damaged, or not that which was read before; start after this position once"
                + " the tables are read anew");
    }

    @Override
    public void forgetOpen() {
        // The transaction that commits it is forgotten by who opened it.
    }

    @Override
    public long positionInHand(long eventStart) {
        return open.tableInHand().isEmpty() ? eventStart : open.positionInHand();
    }

    @Override
    public void describe(StringBuilder text) {
        if (!xa.gtid().isEmpty()) {
            text.append(", GTID ").append(xa.gtid());
        }
        if (!open.tableInHand().isEmpty()) {
            text.append(", table ").append(open.tableInHand());
        }
        text.append(", XA transaction ")
                .append(xa.xid())
                .append(" committed at ")
                .append(open.start().file())
                .append(':')
                .append(open.start().position());
    }
}
