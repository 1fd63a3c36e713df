package io.dbus.operator.column;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.pattern.TablePattern;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The part of a rule of a pipeline file that says which columns of which tables it is for: the keys {@code tables} and {@code columns}, a pattern each.
 *
 * @param tables the tables; empty means all
 * @param columns the columns
 */
public record ColumnRule(Optional<TablePattern> tables, ColumnPattern columns) {
    public static final String TABLES = "tables";
    public static final String COLUMNS = "columns";

    public ColumnRule {
        requireNonNull(tables, "tables");
        requireNonNull(columns, "columns");
    }

    /**
     * The part of a rule.
     *
     * @param rule the rule as the pipeline file has it
     * @param others the keys that it may have beside these
     * @throws IllegalArgumentException when it is not valid; its message says why
     */
    public static ColumnRule parse(Map<String, String> rule, Set<String> others) {
        Set<String> known = new TreeSet<>(others);
        known.add(TABLES);
        known.add(COLUMNS);
        Set<String> unknown = new TreeSet<>(rule.keySet());
        unknown.removeAll(known);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("a rule has no key " + unknown + "; its keys are " + known);
        }
        String columns = require(rule, COLUMNS);
        Optional<TablePattern> tables = Optional.ofNullable(rule.get(TABLES)).map(TablePattern::parse);
        return new ColumnRule(tables, ColumnPattern.parse(columns));
    }

    /** The value of a key that must be there. */
    public static String require(Map<String, String> rule, String key) {
        String value = rule.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the key " + key + " is missing");
        }
        return value;
    }

    /** Whether it is for a column of a table, by the table's name at this place of the pipeline. */
    public boolean matches(TableId table, String column) {
        return columns.matches(column) && matches(table);
    }

    /** Whether it names one column of one table, which then must be there: a name that is misspelt would do nothing, in silence. */
    public boolean isExact() {
        return columns.isExact()
                && tables.filter(pattern -> pattern.captureCount() == 0
                                && !pattern.toString().startsWith("/"))
                        .isPresent();
    }

    /** Whether it is for columns of a table. */
    public boolean matches(TableId table) {
        return tables.isEmpty() || tables.get().matches(table);
    }
}
