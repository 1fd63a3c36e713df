package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.metrics.ComponentMetrics;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.SourceReaderMetricGroup;
import org.apache.flink.runtime.metrics.MetricNames;

/**
 * The figures of a reader: in the group {@code dbus.<component>}, for each server under the label {@code server}. Time is in
 * milliseconds, sizes are in bytes.
 */
public final class MySqlSourceReaderMetrics {
    /** The binlog file that is being emitted. */
    public static final String BINLOG_FILE = "binlogFile";
    /** The position in it, in bytes. */
    public static final String BINLOG_POSITION = "binlogPosition";
    /** The GTIDs that the last checkpoint holds; empty where the server has none. */
    public static final String GTID_EXECUTED = "gtidExecuted";
    /** Events that came from the server. */
    public static final String EVENTS = "events";
    /** Transactions that are done, those without a selected row included. */
    public static final String TRANSACTIONS = "transactions";
    /** Rows that went out, by table and operation. */
    public static final String ROWS = "rows";
    /** How often all rows of a table were taken out by TRUNCATE TABLE, by table. */
    public static final String TRUNCATES = "truncates";
    /** The bytes of the events that came. */
    public static final String BYTES = "bytes";
    /** How often the connection was made anew. */
    public static final String RECONNECTS = "reconnects";
    /** How long ago the server sent anything; -1 before the first time. */
    public static final String LAST_EVENT_AGE = "lastEventAgeMs";
    /** From commit to reading of the last row that went out. */
    public static final String COMMIT_LAG = "commitLagMs";
    /** The time before which all that the server committed is read, in milliseconds since the epoch; 0 at first. */
    public static final String SAFE_UNTIL = "safeUntil";
    /** Events of a type that is not known and that the server marked as ignorable, by type. */
    public static final String IGNORED_EVENTS = "ignoredEvents";
    /** XA transactions that are prepared and wait for their outcome. */
    public static final String XA_PREPARED = "xaPrepared";
    /** How long ago the first of them was prepared; 0 when there is none. */
    public static final String XA_OLDEST_AGE = "xaOldestAgeMs";
    /** The binlog file that holds it, which must not be purged before it is decided; empty when there is none or it is not known. */
    public static final String XA_OLDEST_FILE = "xaOldestFile";
    /** XA transactions that were committed without their rows, which no binlog had any more, because the user lets that pass. The log names each with its position. */
    public static final String XA_UNSEEN = "xaUnseen";
    /** Statements that defined selected tables, or databases that may hold some, and went out. */
    public static final String SCHEMA_CHANGES = "schemaChanges";
    /** Statements that define tables and could not be followed. The log names each with its position. */
    public static final String DDL_UNFOLLOWED = "ddlUnfollowed";
    /**
     * How many binlog files the server has that are older than the one that a restart would begin with: it purges those first. 0: that
     * file is the next; -1: the server does not have it, or has not been asked yet. Asked once in a minute, like the next two.
     */
    public static final String PURGE_DISTANCE = "purgeDistance";
    /** How many it has that are newer; -1 when not known. At 0 the file is the one being written, which no server purges. */
    public static final String UNSAVED_FILES = "unsavedFiles";
    /** How much the server has written behind the position that the last checkpoint holds, in bytes of binlog; -1 when not known. */
    public static final String UNSAVED_BYTES = "unsavedBytes";

    private final MetricGroup component;
    private final Map<String, ServerFigures> servers = new ConcurrentHashMap<>();

    /** The figures of a reader of a component. */
    public MySqlSourceReaderMetrics(SourceReaderMetricGroup reader, String component) {
        this.component =
                ComponentMetrics.of(requireNonNull(reader, "reader"), component).group();
        reader.gauge(MetricNames.CURRENT_FETCH_EVENT_TIME_LAG, this::largestLag);
    }

    /** The figures of a server. */
    ServerFigures server(String name) {
        return servers.computeIfAbsent(name, server -> new ServerFigures(component.addGroup("server", server)));
    }

    private long largestLag() {
        return servers.values().stream()
                .mapToLong(ServerFigures::commitLag)
                .max()
                .orElse(0);
    }
}
