package io.dbus.source.mysql.split;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.source.mysql.connection.ServerIdentity;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.NoGtids;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far a server's binlog has come. There are two for each split: that of the record emitter says what has been emitted and
 * is what checkpoints hold; that of the fetcher says what has been read and is where a reconnect goes on. Both are moved by the
 * same calls. Not thread-safe.
 */
public final class BinlogSplitState {
    private final String server;
    private final boolean byGtid;
    private final GtidPosition.Builder gtids;
    private final Map<String, Long> unfinished;
    private final Map<TableId, TableDefinition> schemas;
    private final Map<String, String> charsets;

    /** By their identifiers, in the order in which they were prepared. */
    private final Map<String, PreparedXa> prepared;

    private String identity;
    private String file;
    private long position;
    private long sequence;
    private long rows;
    private Transaction current;

    /** The file of which it is known when it was begun, in seconds since the epoch. */
    private String begunFile;

    private long begunSeconds;
    private TransactionMark last;

    /** The state in which a split is. */
    public BinlogSplitState(BinlogSplit split) {
        BinlogPosition from = split.position();
        this.server = split.server();
        this.byGtid = !(from.gtids() instanceof NoGtids);
        this.gtids = passed(from.gtids(), split.prepared()).toBuilder();
        this.unfinished = new HashMap<>(split.unfinished());
        this.schemas = new HashMap<>(split.schemas());
        this.charsets = new HashMap<>(split.charsets());
        this.prepared = new LinkedHashMap<>();
        for (PreparedXa xa : split.prepared()) {
            prepared.put(xa.xid(), xa);
        }
        this.identity = from.server();
        this.file = from.file();
        this.position = from.position();
        this.sequence = from.sequence();
        this.rows = from.skipRows();
        this.begunFile = from.file();
        this.begunSeconds = split.mark().begunSeconds();
        this.last = split.mark().last();
    }

    /** The split that goes on from here. Its GTID set leaves out the XA transactions that are prepared and not decided. */
    public BinlogSplit toSplit() {
        Map<String, Long> open = unfinished;
        if (current != null && !current.gtid().isEmpty()) {
            open = new HashMap<>(unfinished);
            open.put(current.gtid(), rows);
        }
        BinlogPosition passed = position();
        return new BinlogSplit(
                server,
                passed.withGtids(decided(passed.gtids(), prepared.values())),
                open,
                schemas,
                charsets,
                List.copyOf(prepared.values()),
                mark());
    }

    /** By what the binlog up to the {@link #position} is known again. */
    public BinlogMark mark() {
        boolean begun = begunFile.equals(file);
        TransactionMark read = current == null
                ? last
                : new TransactionMark(current.gtid(), current.file(), current.position(), current.commitMicros());
        return new BinlogMark(begun ? begunSeconds : 0, read);
    }

    /** A file of the server that is read was begun at this time, in seconds since the epoch. */
    public void fileBegun(String begun, long seconds) {
        begunFile = requireNonNull(begun, "begun");
        begunSeconds = seconds;
    }

    /** The position alone: where to go on. XA transactions that are prepared and not decided are passed, and need not be sent again. */
    public BinlogPosition position() {
        return new BinlogPosition(gtids.build(), identity, file, position, rows, sequence);
    }

    /** An event went out, the only one or the last of its ordinal. A key change whose images are not full has used two sequences. */
    public void emitted(Event event) {
        Origin origin = event.origin();
        if (origin.transaction() != current) {
            begin(origin.transaction());
        }
        rows = origin.ordinal() + 1;
        boolean two = event instanceof RowChange change && change.newKey().isPresent();
        sequence = origin.sequence() + (two ? 1 : 0);
    }

    /**
     * All rows of these transactions went out, or they had none to go out; the next begins at this place.
     *
     * @param lastDone the last of them; {@link TransactionMark#NONE} when there is none, but the place moved
     */
    public void passed(TransactionMark lastDone, List<Gtid> done, String nextFile, long nextPosition) {
        last = lastDone.isNone() ? mark().last() : lastDone;
        parkCurrent();
        for (Gtid gtid : done) {
            if (byGtid) {
                gtids.add(gtid);
            }
            if (!unfinished.isEmpty()) {
                unfinished.remove(gtid.toString());
            }
        }
        rows = 0;
        file = requireNonNull(nextFile, "nextFile");
        position = nextPosition;
    }

    /** As {@link #passed}, of a group that prepared an XA transaction. */
    public void prepared(PreparedXa xa, TransactionMark lastDone, List<Gtid> done, String nextFile, long nextPosition) {
        passed(lastDone, done, nextFile, nextPosition);
        prepared.remove(xa.xid());
        prepared.put(xa.xid(), xa);
    }

    /** As {@link #passed}, of a group that committed an XA transaction or rolled it back. */
    public void decided(String xid, TransactionMark lastDone, List<Gtid> done, String nextFile, long nextPosition) {
        passed(lastDone, done, nextFile, nextPosition);
        prepared.remove(xid);
    }

    /** An XA transaction that was prepared and is not decided. */
    public Optional<PreparedXa> prepared(String xid) {
        return Optional.ofNullable(prepared.get(xid));
    }

    /** The XA transactions that are prepared and not decided, in the order in which they were prepared; changes with the state. */
    public Collection<PreparedXa> prepared() {
        return Collections.unmodifiableCollection(prepared.values());
    }

    /**
     * A server answers, see {@link ServerIdentity}.
     *
     * @param movedSequence the sequence from which its rows are numbered
     */
    public void connected(String serverIdentity, long movedSequence) {
        requireNonNull(serverIdentity, "serverIdentity");
        if (!identity.isEmpty() && !ServerIdentity.isSame(identity, serverIdentity)) {
            parkCurrent();
            file = "";
            position = BinlogPosition.FILE_START;
            rows = 0;
            begunFile = "";
            begunSeconds = 0;
            last = TransactionMark.NONE;
            prepared.replaceAll((xid, xa) -> xa.elsewhere());
        }
        identity = serverIdentity;
        sequence = movedSequence;
    }

    /** A table is read by what its server says of it, because the binlog says too little. */
    public void schemaTaken(TableDefinition table) {
        schemas.put(table.table(), table);
    }

    /** A statement defined tables anew, or what they inherit from. */
    public void redefined(Redefinition redefinition) {
        redefinition.dropped().forEach(schemas::remove);
        redefinition.taken().forEach(table -> schemas.put(table.table(), table));
        redefinition.charsets().forEach((database, charset) -> {
            if (charset.isEmpty()) {
                charsets.remove(database);
            } else {
                charsets.put(database, charset);
            }
        });
    }

    /** The tables that are followed. */
    public Set<TableId> schemaTables() {
        return Collections.unmodifiableSet(schemas.keySet());
    }

    /** The default charset of a database; empty when it is not known. */
    public String charset(String database) {
        return charsets.getOrDefault(database, "");
    }

    /** How many rows of a transaction went out already; for one without a GTID pass an empty text. */
    public long rowsDone(String gtid) {
        if (current != null) {
            return gtid.equals(current.gtid()) ? rows : unfinished.getOrDefault(gtid, 0L);
        }
        return gtid.isEmpty() ? rows : unfinished.getOrDefault(gtid, 0L);
    }

    /** Whether a transaction is done. */
    public boolean isDone(Gtid gtid) {
        return byGtid && gtids.contains(gtid);
    }

    /** Whether it is known by GTIDs how far it came, so that another server can go on. */
    public boolean isByGtid() {
        return byGtid;
    }

    /** What the server said of a table, if the binlog is read by that. */
    public Optional<TableDefinition> schema(TableId table) {
        return Optional.ofNullable(schemas.get(table));
    }

    public String server() {
        return server;
    }

    /** Which server the file and position are of; empty before the first has answered. */
    public String identity() {
        return identity;
    }

    /** The last sequence given; 0 at first. */
    public long sequence() {
        return sequence;
    }

    /** MariaDB's position names the last transaction of each domain, so that it cannot leave out one before that. */
    private static GtidPosition decided(GtidPosition passed, Collection<PreparedXa> undecided) {
        return passed instanceof GtidSet set && !undecided.isEmpty() ? set.minus(gtids(undecided)) : passed;
    }

    private static GtidPosition passed(GtidPosition decided, Collection<PreparedXa> undecided) {
        return decided instanceof GtidSet set && !undecided.isEmpty() ? set.union(gtids(undecided)) : decided;
    }

    private static GtidSet gtids(Collection<PreparedXa> transactions) {
        return GtidSet.parse(String.join(
                ",",
                transactions.stream()
                        .map(PreparedXa::gtid)
                        .filter(gtid -> !gtid.isEmpty())
                        .toList()));
    }

    private void begin(Transaction transaction) {
        if (current != null && !current.gtid().equals(transaction.gtid())) {
            parkCurrent();
        }
        current = transaction;
        file = transaction.file();
        position = transaction.position();
    }

    /** Another transaction goes on before the current one is done, as when another server takes over. */
    private void parkCurrent() {
        if (current != null && !current.gtid().isEmpty()) {
            unfinished.put(current.gtid(), rows);
        }
        current = null;
    }
}
