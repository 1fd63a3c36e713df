package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.metrics.DropReason;
import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.gtid.NoGtids;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;

/**
 * The figures of one server of a source. Those of reading are moved by the fetcher's thread, those of emitting by the reader's; any
 * thread may look.
 */
final class ServerFigures {
    private final MetricGroup group;
    private final Map<TableId, Counter[]> rows = new HashMap<>();
    private final Map<TableId, Counter> truncates = new HashMap<>();
    private final Map<String, Counter> ignored = new HashMap<>();
    private final Map<DropReason, Counter> dropped = new EnumMap<>(DropReason.class);
    private final Counter schemaChanges;
    private TableSchema lastSchema;
    private Counter[] lastCounters = new Counter[0];

    // Each is written by one thread only, so that a plain increment loses nothing.
    private volatile long events;
    private volatile long bytes;
    private volatile long reconnects;
    private volatile long lastEventMillis;
    private volatile long transactions;
    private volatile String file = "";
    private volatile long position;
    private volatile String gtids = "";
    private volatile long commitLagMillis;
    private volatile long safeUntil;
    private volatile long xaUnseen;
    private volatile int xaPrepared;
    private volatile long xaOldestMicros;
    private volatile String xaOldestFile = "";
    private volatile long ddlUnfollowed;
    private volatile String savedFile = "";
    private volatile long savedPosition;
    private volatile PurgeDistance purge = PurgeDistance.UNKNOWN;

    /** The figures in a group that is the server's own. */
    ServerFigures(MetricGroup group) {
        this.group = requireNonNull(group, "group");
        gauge(MySqlSourceReaderMetrics.EVENTS, () -> events);
        gauge(MySqlSourceReaderMetrics.BYTES, () -> bytes);
        gauge(MySqlSourceReaderMetrics.RECONNECTS, () -> reconnects);
        gauge(MySqlSourceReaderMetrics.LAST_EVENT_AGE, this::lastEventAge);
        gauge(MySqlSourceReaderMetrics.TRANSACTIONS, () -> transactions);
        gauge(MySqlSourceReaderMetrics.BINLOG_FILE, () -> file);
        gauge(MySqlSourceReaderMetrics.BINLOG_POSITION, () -> position);
        gauge(MySqlSourceReaderMetrics.GTID_EXECUTED, () -> gtids);
        gauge(MySqlSourceReaderMetrics.COMMIT_LAG, () -> commitLagMillis);
        gauge(MySqlSourceReaderMetrics.SAFE_UNTIL, () -> safeUntil);
        gauge(MySqlSourceReaderMetrics.XA_UNSEEN, () -> xaUnseen);
        gauge(MySqlSourceReaderMetrics.XA_PREPARED, () -> xaPrepared);
        gauge(MySqlSourceReaderMetrics.XA_OLDEST_AGE, this::xaOldestAge);
        gauge(MySqlSourceReaderMetrics.XA_OLDEST_FILE, () -> xaOldestFile);
        gauge(MySqlSourceReaderMetrics.DDL_UNFOLLOWED, () -> ddlUnfollowed);
        gauge(MySqlSourceReaderMetrics.PURGE_DISTANCE, () -> purge.olderFiles());
        gauge(MySqlSourceReaderMetrics.UNSAVED_FILES, () -> purge.newerFiles());
        gauge(MySqlSourceReaderMetrics.UNSAVED_BYTES, () -> purge.newerBytes());
        this.schemaChanges = group.counter(MySqlSourceReaderMetrics.SCHEMA_CHANGES);
    }

    /** The server sent an event of so many bytes. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void read(int size) {
        events++;
        bytes += size;
    }

    /** Something came from the server at this time, in milliseconds since the epoch. */
    void heard(long millis) {
        lastEventMillis = millis;
    }

    /** The connection was made anew. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void reconnected() {
        reconnects++;
    }

    /** A statement changed something that is not sent on. By the fetcher's thread. */
    void dropped(DropReason reason) {
        dropped.computeIfAbsent(reason, r -> group.addGroup("reason", r.label()).counter("dropped"))
                .inc();
    }

    /** An event was passed over that is not known and that says that it may be. By the fetcher's thread. */
    void ignored(String type) {
        ignored.computeIfAbsent(
                        type, name -> group.addGroup("type", name).counter(MySqlSourceReaderMetrics.IGNORED_EVENTS))
                .inc();
    }

    /** These XA transactions are prepared and not decided, the first one first. */
    void undecided(Collection<PreparedXa> prepared) {
        Optional<PreparedXa> oldest = prepared.stream().findFirst();
        xaOldestMicros = oldest.map(PreparedXa::preparedMicros).orElse(0L);
        xaOldestFile = oldest.map(PreparedXa::file).orElse("");
        xaPrepared = prepared.size();
    }

    /** A statement that defines tables could not be followed. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void statementUnfollowed() {
        ddlUnfollowed++;
    }

    /** A statement that defines tables went out. */
    void emitted(SchemaChange change) {
        schemaChanges.inc();
        emitted(change.origin());
    }

    /** An XA transaction was committed whose rows cannot be read. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void xaUnseen() {
        xaUnseen++;
    }

    /** A row went out. */
    void emitted(RowChange change) {
        if (change.schema() != lastSchema) {
            lastSchema = change.schema();
            lastCounters = rows.computeIfAbsent(change.schema().table(), this::counters);
        }
        lastCounters[change.operation().ordinal()].inc();
        emitted(change.origin());
    }

    /** A table's rows were all taken out, and that went out. */
    void emitted(Truncate truncate) {
        truncates
                .computeIfAbsent(truncate.source(), table -> group.addGroup("table", table.toString())
                        .counter(MySqlSourceReaderMetrics.TRUNCATES))
                .inc();
        emitted(truncate.origin());
    }

    private void emitted(Origin origin) {
        commitLagMillis = origin.readMillis() - origin.transaction().commitMicros() / 1000;
    }

    /** So many transactions are done; the next begins at this place. */
    @SuppressWarnings("NonAtomicOperationOnVolatileField")
    void passed(int done, String nextFile, long nextPosition) {
        transactions += done;
        file = nextFile;
        position = nextPosition;
    }

    /** All that the server committed before this time is read, in milliseconds since the epoch. */
    void safeUntil(long millis) {
        safeUntil = millis;
    }

    /** A checkpoint holds this position. */
    void saved(BinlogPosition saved) {
        gtids = saved.gtids() instanceof NoGtids ? "" : saved.gtids().toString();
        if (!saved.file().isEmpty()) {
            file = saved.file();
            position = saved.position();
            savedPosition = saved.position();
            savedFile = saved.file();
        }
    }

    /** The server has these binlog files, the oldest first. */
    void onServer(List<BinlogFile> files) {
        purge = PurgeDistance.of(files, savedFile, savedPosition, xaOldestFile);
    }

    /** From commit to reading of the last row that went out, in milliseconds. */
    long commitLag() {
        return commitLagMillis;
    }

    private long lastEventAge() {
        long last = lastEventMillis;
        return last == 0 ? -1 : Math.max(0, System.currentTimeMillis() - last);
    }

    private long xaOldestAge() {
        long oldest = xaOldestMicros;
        return oldest == 0 ? 0 : Math.max(0, System.currentTimeMillis() - oldest / 1000);
    }

    private Counter[] counters(TableId table) {
        Operation[] operations = Operation.values();
        Counter[] counters = new Counter[operations.length];
        for (Operation operation : operations) {
            counters[operation.ordinal()] = group.addGroup("table", table.toString())
                    .addGroup("operation", operation.name().toLowerCase(Locale.ROOT))
                    .counter(MySqlSourceReaderMetrics.ROWS);
        }
        return counters;
    }

    private <T> void gauge(String name, Gauge<T> gauge) {
        group.gauge(name, gauge);
    }
}
