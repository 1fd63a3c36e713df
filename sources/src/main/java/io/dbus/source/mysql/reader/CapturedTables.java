package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.row.KeyReader;
import io.dbus.source.mysql.row.SchemaFactory;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The tables of a stream, by the numbers that its TABLE_MAP events give them. Most of these events repeat one that is known, which
 * is found by comparing bytes.
 */
final class CapturedTables {
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
    private final KeyColumns keyColumns;
    private final String source;
    private final String keyedServer;
    private final boolean assumeCurrent;
    private final CurrentTables current;
    private final BinlogSplitState read;

    /** In the order of use: what goes first is never of the statement at hand. */
    private final Map<Long, CapturedTable> byNumber = new LinkedHashMap<>(16, 0.75f, true);

    private final Map<TableId, Boolean> selection = new HashMap<>();
    private final Map<TableId, CapturedTable> lastSelected = new HashMap<>();

    private boolean mariaDb;
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
        this.keyColumns = settings.keyColumns();
        this.source = settings.source();
        this.keyedServer = settings.serverInKeys() ? read.server() : "";
        this.assumeCurrent = settings.assumeCurrent();
        this.read = requireNonNull(read, "read");
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
        byNumber.put(number, selects(table) ? select(body, batch) : CapturedTable.passedOver(table, body));
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
        mariaDb = format.isMariaDb();
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
        return selection.computeIfAbsent(table, selector::selects);
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

    /** The selected tables of a database of which anything is known. */
    List<TableId> knownOf(String database) {
        Set<TableId> known = new TreeSet<>(Comparator.comparing(TableId::toString));
        known.addAll(lastSelected.keySet());
        known.addAll(read.toSplit().schemas().keySet());
        return known.stream()
                .filter(table -> namesFold
                        ? table.database().equalsIgnoreCase(database)
                        : table.database().equals(database))
                .toList();
    }

    /** A statement changed what the table is: what its server said of it holds no longer. */
    void redefined(TableId table, BinlogBatch batch) {
        byNumber.values().removeIf(entry -> isSame(entry.id(), table));
        for (TableId described : read.toSplit().schemas().keySet()) {
            if (isSame(described, table)) {
                batch.schemaDropped(new BinlogElement.SchemaDropped(described));
            }
        }
    }

    private boolean isSame(TableId table, TableId named) {
        return table.equals(named)
                || namesFold
                        && table.database().equalsIgnoreCase(named.database())
                        && table.table().equalsIgnoreCase(named.table());
    }

    private CapturedTable select(byte[] body, BinlogBatch batch) {
        TableMap map = TableMap.parse(body, 0, body.length, mariaDb);
        List<String> key = keyColumns.of(map.table());
        TableSchema schema = map.hasNames()
                ? SchemaFactory.fromMetadata(map, key)
                : SchemaFactory.fromServer(map, described(map.table(), batch), key);
        CapturedTable last = lastSelected.get(map.table());
        if (last != null && last.schema().equals(schema)) {
            // The same instance, so that what is kept by schema further on stays valid when only the number is new.
            schema = last.schema();
        }
        CapturedTable table = CapturedTable.selected(body, map, schema, new KeyReader(source, keyedServer, schema));
        lastSelected.put(map.table(), table);
        return table;
    }

    private TableDefinition described(TableId table, BinlogBatch batch) {
        Optional<TableDefinition> known = read.schema(table);
        if (known.isPresent()) {
            return known.get();
        }
        if (!assumeCurrent) {
            throw new BinlogFailure("The binlog does not name the columns of table " + table
                    + ", and it was created or altered since the start or lies before it: run SET GLOBAL"
                    + " binlog_row_metadata=FULL on the server, and set schema.assume-current: true if the table has not"
                    + " changed since the events that are still to be read");
        }
        TableDefinition now = current.read(table)
                .orElseThrow(() -> new BinlogFailure("The binlog does not name the columns of table " + table
                        + ", and the server does not show the table: it was dropped since, or the user lacks SELECT on it;"
                        + " run SET GLOBAL binlog_row_metadata=FULL on the server"));
        batch.schemaTaken(new BinlogElement.SchemaTaken(now));
        return now;
    }
}
