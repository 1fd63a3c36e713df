package io.dbus.operator.rename;

import io.dbus.event.Column;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.pattern.TablePattern;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The option {@code columns}: which column of which table gets which name. */
final class ColumnRenames {
    private final Map<String, String> everywhere;
    private final Map<String, PatternChoice<String>> inTables;

    private ColumnRenames(Map<String, String> everywhere, Map<String, PatternChoice<String>> inTables) {
        this.everywhere = everywhere;
        this.inTables = inTables;
    }

    /**
     * The renames as a pipeline file has them.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static ColumnRenames parse(Map<String, String> columns) {
        Map<String, String> everywhere = new HashMap<>();
        Map<String, List<PatternChoice.Entry<String>>> inTables = new HashMap<>();
        new TreeMap<>(columns).forEach((from, to) -> {
            if (from.isBlank() || to == null || to.isBlank()) {
                throw new IllegalArgumentException(
                        "the column '" + from + "' is renamed to '" + to + "', and no name can be empty");
            }
            int point = from.lastIndexOf('.');
            if (point < 0) {
                everywhere.put(from, to);
                return;
            }
            String column = from.substring(point + 1);
            String table = from.substring(0, point);
            if (column.isEmpty() || table.indexOf('.') < 0 && !table.startsWith("/")) {
                throw new IllegalArgumentException("'" + from + "' is neither column nor db.table.column");
            }
            inTables.computeIfAbsent(column, c -> new ArrayList<>())
                    .add(new PatternChoice.Entry<>(TablePattern.parse(table), to));
        });
        Map<String, PatternChoice<String>> choices = new HashMap<>();
        inTables.forEach((column, entries) -> choices.put(column, new PatternChoice<>(entries)));
        return new ColumnRenames(everywhere, choices);
    }

    /**
     * The schema with the new names.
     *
     * @param table the table's name at this place of the pipeline
     * @throws IllegalArgumentException when a column of an exact entry is not there, two patterns fit the table, or two columns would have
     *     one name; its message says which
     */
    TableSchema rename(TableId table, TableSchema schema) {
        Map<String, String> names = new HashMap<>(everywhere);
        inTables.forEach((column, choice) -> choice.of(table).ifPresent(match -> {
            if (match.entry().isExact() && !has(schema, column)) {
                throw new IllegalArgumentException("table " + table + " has no column " + column + "; its columns are "
                        + String.join(
                                ", ",
                                schema.columns().stream().map(Column::name).toList()));
            }
            names.put(column, match.entry().value());
        }));
        return schema.renamed(name -> names.getOrDefault(name, name));
    }

    private static boolean has(TableSchema schema, String column) {
        return schema.indexOf(column).isPresent()
                || schema.key().stream().anyMatch(key -> key.name().equals(column));
    }
}
