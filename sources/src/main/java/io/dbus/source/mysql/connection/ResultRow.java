package io.dbus.source.mysql.connection;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A row of a query's result. Values are the server's texts; columns are found by name, in any case. */
public final class ResultRow {
    private final Map<String, Integer> columns;
    private final String[] values;

    ResultRow(Map<String, Integer> columns, String[] values) {
        this.columns = columns;
        this.values = values;
    }

    /** The value of a column by its index from 0; empty when NULL. */
    public Optional<String> value(int column) {
        return Optional.ofNullable(values[column]);
    }

    /** The value of a column by name; empty when NULL or when there is no such column. */
    public Optional<String> value(String column) {
        Integer index = columns.get(column.toLowerCase(Locale.ROOT));
        return index == null ? Optional.empty() : Optional.ofNullable(values[index]);
    }

    /** The text of a column by name; empty text when NULL or when there is no such column. */
    public String text(String column) {
        return value(column).orElse("");
    }

    /** The text of a column by its index from 0; empty text when NULL. */
    public String text(int column) {
        return value(column).orElse("");
    }

    /** How many columns there are. */
    public int size() {
        return values.length;
    }
}
