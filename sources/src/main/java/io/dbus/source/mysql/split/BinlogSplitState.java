package io.dbus.source.mysql.split;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.NoGtids;
import io.dbus.source.mysql.position.BinlogPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
    private final List<PreparedXa> prepared;

    private String identity;
    private String file;
    private long position;
    private long sequence;
    private long rows;
    private Transaction current;

    /** The state in which a split is. */
    public BinlogSplitState(BinlogSplit split) {
        BinlogPosition from = split.position();
        this.server = split.server();
        this.byGtid = !(from.gtids() instanceof NoGtids);
        this.gtids = from.gtids().toBuilder();
        this.unfinished = new HashMap<>(split.unfinished());
        this.schemas = new HashMap<>(split.schemas());
        this.charsets = new HashMap<>(split.charsets());
        this.prepared = new ArrayList<>(split.prepared());
        this.identity = from.server();
        this.file = from.file();
        this.position = from.position();
        this.sequence = from.sequence();
        this.rows = from.skipRows();
    }

    /** The split that goes on from here. */
    public BinlogSplit toSplit() {
        Map<String, Long> open = unfinished;
        if (current != null && !current.gtid().isEmpty()) {
            open = new HashMap<>(unfinished);
            open.put(current.gtid(), rows);
        }
        return new BinlogSplit(server, position(), open, schemas, charsets, prepared);
    }

    /** The position alone. */
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

    /** All rows of these transactions went out, or they had none to go out; the next begins at this place. */
    public void passed(List<Gtid> done, String nextFile, long nextPosition) {
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

    /**
     * A server answers, see {@link io.dbus.source.mysql.connection.ServerInfo#identity}.
     *
     * @param movedSequence the sequence from which its rows are numbered
     */
    public void connected(String serverIdentity, long movedSequence) {
        if (!identity.equals(serverIdentity)) {
            if (!identity.isEmpty()) {
                parkCurrent();
                file = "";
                position = BinlogPosition.FILE_START;
                rows = 0;
            }
            identity = requireNonNull(serverIdentity, "serverIdentity");
        }
        sequence = movedSequence;
    }

    /** A table is read by what its server says of it, because the binlog says too little. */
    public void schemaTaken(TableDefinition table) {
        schemas.put(table.table(), table);
    }

    /** What the server said of a table holds no longer. */
    public void schemaDropped(TableId table) {
        schemas.remove(table);
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
