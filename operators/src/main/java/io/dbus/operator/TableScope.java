package io.dbus.operator;

import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.pattern.TableSelector;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * What an operator has worked out for the rows of each table that it is for, once for each schema. Not thread-safe.
 *
 * @param <V> what it has worked out
 */
public final class TableScope<V> {
    private final Memo<TableId, Optional<Memo<TableSchema, V>>> tables;

    /**
     * @param patterns the tables, as patterns in order; empty means all
     * @param work what to do for a table, by its name at this place of the pipeline, and a schema
     */
    public TableScope(List<String> patterns, BiFunction<TableId, TableSchema, V> work) {
        TableSelector selector = patterns.isEmpty() ? null : TableSelector.parse(patterns);
        this.tables = new Memo<>(table -> selector == null || selector.selects(table)
                ? Optional.of(new Memo<>(schema -> work.apply(table, schema)))
                : Optional.empty());
    }

    /** What there is for a row; null when its table is none of the scope's. When the work fails, nothing is remembered. */
    public V of(RowChange row) {
        Optional<Memo<TableSchema, V>> schemas = tables.get(row.table());
        return schemas.isEmpty() ? null : schemas.get().get(row.schema());
    }
}
