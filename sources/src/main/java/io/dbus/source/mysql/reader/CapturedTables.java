package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.ddl.SqlDialect;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.row.KeyReader;
import io.dbus.source.mysql.row.MariaDbColumns;
import io.dbus.source.mysql.row.SchemaFactory;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The tables of a stream, by the numbers that its TABLE_MAP events give them. Most of these events repeat one that is known, which
 * is found by comparing bytes.
 */
final class CapturedTables {
    private static final Logger LOG = LoggerFactory.getLogger(CapturedTables.class);

    /** Numbers grow with every change of any table's definition, so old ones pile up. Far more than a statement has tables. */
    private static final int MAX_NUMBERS = 10_000;

    /** Asks the server how a table looks now. */
    interface CurrentTables {
        /**
         * The table as its server describes it, if it is there and may be seen.
         *
         * @throws BinlogFailure when the server cannot be asked
         */
        Optional<TableDefinition> read(TableId table);
    }

    private final TableSelector selector;
    private final HelperTables helperTables;
    private final KeyColumns keyColumns;
    private final String source;
    private final String keyedServer;
    private final boolean assumeCurrent;
    private final CurrentTables current;
    private final TrackedTables tracked;

    /** In the order of use: what goes first is never of the statement at hand. */
    private final Map<Long, CapturedTable> byNumber = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<TableId, Boolean> selection = new HashMap<>();
    private final Map<TableId, CapturedTable> lastSelected = new HashMap<>();

    private SqlDialect dialect = SqlDialect.of("");
    private boolean namesFold;

    /**
     * The tables of a server.
     *
     * @param settings what is read and how
     * @param read the fetcher's position, which holds the schemas taken from the server
     * @param current asked where the binlog says too little and the user vouches for the tables
     */
    CapturedTables(ReaderSettings settings, BinlogSplitState read, CurrentTables current) {
        this.selector = settings.selector();
        this.helperTables = settings.helperTables();
        this.keyColumns = settings.keyColumns();
        this.source = settings.source();
        this.keyedServer = settings.inKeys(read.server());
        this.assumeCurrent = settings.assumeCurrent();
        this.tracked = new TrackedTables(read);
        this.current = requireNonNull(current, "current");
    }

    /** Takes in a TABLE_MAP. The batch takes note of a schema that was taken from the server. */
    void map(byte[] b, int bodyStart, int bodyEnd, BinlogBatch batch) {
        long number = TableMap.tableNumber(b, bodyStart, bodyEnd);
        CapturedTable known = byNumber.get(number);
        if (known != null && known.isSameAs(b, bodyStart, bodyEnd)) {
            return;
        }
        byte[] body = Arrays.copyOfRange(b, bodyStart, bodyEnd);
        TableId table = TableMap.table(body, 0, body.length);
        byNumber.put(
                number,
                selects(table) ? select(body, batch) : CapturedTable.passedOver(table, body, () -> passedOver(body)));
        if (byNumber.size() > MAX_NUMBERS) {
            byNumber.remove(byNumber.keySet().iterator().next());
        }
    }

    /** Whether a TABLE_MAP gave the number. */
    boolean isMapped(long number) {
        return byNumber.containsKey(number);
    }

    /**
     * The table of a number.
     *
     * @throws BinlogFailure when no TABLE_MAP gave the number
     */
    CapturedTable numbered(long number) {
        CapturedTable table = byNumber.get(number);
        if (table == null) {
            throw new BinlogFailure("Rows of the table number " + number
                    + " come without a TABLE_MAP before them, so the binlog is damaged or was entered inside a transaction:"
                    + " start again from the begin of a transaction");
        }
        return table;
    }

    /** Which server wrote the events that follow. */
    void writtenBy(FormatDescription format) {
        dialect = SqlDialect.of(format.serverVersion());
    }

    /** Whose SQL the statements are. */
    SqlDialect dialect() {
        return dialect;
    }

    /** The definitions of tables at the place that is read. */
    TrackedTables tracked() {
        return tracked;
    }

    /** Whether the server takes names of tables for the same whatever their case ({@code lower_case_table_names} 1 or 2). */
    void namesFold(boolean fold) {
        namesFold = fold;
    }

    /** Numbers mean nothing in another file or on another connection. */
    void forgetNumbers() {
        byNumber.clear();
    }

    /** Whether a table is to be read. */
    boolean selects(TableId table) {
        return selection.computeIfAbsent(table, this::isWanted);
    }

    /** A helper table that a pattern names in full is meant. */
    private boolean isWanted(TableId table) {
        boolean selected = selector.selects(table);
        boolean ignored = selected
                && helperTables == HelperTables.IGNORE
                && HelperTables.isHelper(table)
                && !selector.patterns().contains(table.toString());
        if (ignored) {
            LOG.info(
                    "Table {} of source {} is named as tools for online schema changes name theirs and is not read"
                            + " (helper-tables: ignore)",
                    table,
                    source);
        }
        return selected && !ignored;
    }

    /** Those of some tables that are to be read. A statement may write a name in other case than a server that ignores case. */
    List<TableId> selectedOf(List<TableId> tables) {
        return tables.stream()
                .filter(table -> selects(table)
                        || selects(new TableId(
                                table.database().toLowerCase(Locale.ROOT),
                                table.table().toLowerCase(Locale.ROOT))))
                .toList();
    }

    /** A table that a statement names, as its server names it, if it is to be read. */
    Optional<TableId> selectedAs(TableId named) {
        if (!namesFold) {
            return selects(named) ? Optional.of(named) : Optional.empty();
        }
        TableId lower = new TableId(
                named.database().toLowerCase(Locale.ROOT), named.table().toLowerCase(Locale.ROOT));
        return Stream.concat(
                        lastSelected.keySet().stream().filter(known -> isSame(known, named)), Stream.of(lower, named))
                .filter(this::selects)
                .findFirst();
    }

    /** The key of a table that stands for all of its rows. */
    EventKey key(TableId table) {
        return KeyReader.ofTable(source, keyedServer, table).build();
    }

    /** A statement changed what the table is: what its TABLE_MAP events said holds no longer. */
    void redefined(TableId table) {
        byNumber.values().removeIf(entry -> isSame(entry.id(), table));
    }

    private boolean isSame(TableId table, TableId named) {
        return table.equals(named)
                || namesFold
                        && table.database().equalsIgnoreCase(named.database())
                        && table.table().equalsIgnoreCase(named.table());
    }

    private CapturedTable select(byte[] body, BinlogBatch batch) {
        TableMap shown = TableMap.parse(body, 0, body.length, dialect.mariaDb());
        List<String> key = keyColumns.of(shown.table());
        Optional<TableDefinition> server = !shown.hasNames()
                ? Optional.of(described(shown.table(), batch))
                : MariaDbColumns.areIn(shown) ? describedIfPossible(shown.table(), batch) : Optional.empty();
        TableMap map = MariaDbColumns.withFractions(shown, server);
        TableSchema schema = map.hasNames()
                ? SchemaFactory.fromMetadata(map, server, key)
                : SchemaFactory.fromServer(map, server.orElseThrow(), key);
        CapturedTable last = lastSelected.get(map.table());
        if (last != null && last.schema().equals(schema)) {
            // The same instance, so that what is kept by schema further on stays valid when only the number is new.
            schema = last.schema();
        }
        if (last != null && !KeyForm.of(last.schema()).equals(KeyForm.of(schema))) {
            LOG.info(
                    "Table {} of source {} has another key from now on, {} in place of {}: its rows leave once a checkpoint"
                            + " holds all that came before",
                    map.table(),
                    source,
                    KeyForm.of(schema),
                    KeyForm.of(last.schema()));
            batch.keyRedefined(map.table());
        }
        CapturedTable table = CapturedTable.selected(body, map, schema, new KeyReader(source, keyedServer, schema));
        lastSelected.put(map.table(), table);
        return table;
    }

    /** A table whose rows are only counted. */
    private TableMap passedOver(byte[] body) {
        TableMap map = TableMap.parse(body, 0, body.length, dialect.mariaDb());
        return MariaDbColumns.withFractions(
                map, MariaDbColumns.hideFractions(map) ? current.read(map.table()) : Optional.empty());
    }

    /** A table that the binlog describes but for what only its server knows; empty where that does not show it. */
    private Optional<TableDefinition> describedIfPossible(TableId table, BinlogBatch batch) {
        Optional<TableDefinition> known = tracked.table(table).filter(Redefinition::isKnown);
        if (known.isPresent()) {
            return known;
        }
        Optional<TableDefinition> now = current.read(table);
        now.ifPresent(definition -> batch.schemaTaken(new BinlogElement.SchemaTaken(definition)));
        return now;
    }

    private TableDefinition described(TableId table, BinlogBatch batch) {
        Optional<TableDefinition> known = tracked.table(table).filter(Redefinition::isKnown);
        if (known.isPresent()) {
            return known.get();
        }
        if (!assumeCurrent) {
            throw new BinlogFailure("The binlog does not name the columns of table " + table
                    + ", and how they are here is not known: it was not there or not selected at the start, or a table that was"
                    + " not followed was given its name; run SET GLOBAL binlog_row_metadata=FULL on the server and start after"
                    + " this position, or set schema.assume-current: true if the table has not changed since the events that are"
                    + " still to be read");
        }
        TableDefinition now = current.read(table)
                .orElseThrow(() -> new BinlogFailure("The binlog does not name the columns of table " + table
                        + ", and the server does not show the table: it was dropped since, or the user lacks SELECT on it;"
                        + " run SET GLOBAL binlog_row_metadata=FULL on the server"));
        batch.schemaTaken(new BinlogElement.SchemaTaken(now));
        return now;
    }
}
