package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.ddl.Redefinition;
import io.dbus.source.mysql.ddl.TableCatalog;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The definitions of tables at the place that is read: those of the fetcher's position, and on top of them what statements of the transaction did that is still
 * open. Not thread-safe.
 */
final class TrackedTables implements TableCatalog {
    private final BinlogSplitState read;
    private final Map<TableId, Optional<TableDefinition>> open = new HashMap<>();
    private final Map<String, String> openCharsets = new HashMap<>();
    private int lowerCaseTableNames;

    TrackedTables(BinlogSplitState read) {
        this.read = requireNonNull(read, "read");
    }

    /** How the server takes names in other case: {@code lower_case_table_names}. */
    void lowerCaseTableNames(int mode) {
        lowerCaseTableNames = mode;
    }

    /** A statement of the open transaction did this. */
    void open(Redefinition redefinition) {
        redefinition.dropped().forEach(table -> open.put(table, Optional.empty()));
        redefinition.taken().forEach(table -> open.put(table.table(), Optional.of(table)));
        openCharsets.putAll(redefinition.charsets());
    }

    /** The open transaction is done, and its statements moved the position, or they never were. */
    void settled() {
        open.clear();
        openCharsets.clear();
    }

    @Override
    public Optional<TableDefinition> table(TableId table) {
        Optional<TableDefinition> here = open.get(table);
        return here != null ? here : read.schema(table);
    }

    @Override
    public List<TableId> tablesOf(String database) {
        List<TableId> tables = new ArrayList<>();
        for (TableId table : read.schemaTables()) {
            if (isOf(table, database) && !open.containsKey(table)) {
                tables.add(table);
            }
        }
        open.forEach((table, definition) -> {
            if (isOf(table, database) && definition.isPresent()) {
                tables.add(table);
            }
        });
        return tables;
    }

    @Override
    public String charset(String database) {
        String name = lowerCaseTableNames == 1 ? database.toLowerCase(Locale.ROOT) : database;
        return openCharsets.getOrDefault(name, read.charset(name));
    }

    /** {@code lower_case_table_names=1} keeps names in lower case, 2 as they were given first (MySQL Reference Manual, "Identifier Case Sensitivity"). */
    @Override
    public TableId named(TableId table) {
        return switch (lowerCaseTableNames) {
            case 1 ->
                new TableId(
                        table.database().toLowerCase(Locale.ROOT), table.table().toLowerCase(Locale.ROOT));
            case 2 ->
                tablesOf(table.database()).stream()
                        .filter(known -> known.table().equalsIgnoreCase(table.table()))
                        .findFirst()
                        .orElse(table);
            default -> table;
        };
    }

    private boolean isOf(TableId table, String database) {
        return lowerCaseTableNames == 0
                ? table.database().equals(database)
                : table.database().equalsIgnoreCase(database);
    }
}
