package io.dbus.source.mysql.reader;

import io.dbus.event.TableId;
import io.dbus.pattern.TablePattern;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns that the user named as keys, for tables without a primary key or in place of it: {@code
 * shop.log:day,number;crm.*:id}. The first pattern that fits a table counts.
 */
public final class KeyColumns implements Serializable {
    private static final long serialVersionUID = 1L;

    /** No columns named: keys are primary keys. */
    public static final KeyColumns NONE = new KeyColumns("");

    private final String text;
    private transient List<Rule> rules;

    private record Rule(TablePattern pattern, List<String> columns) {}

    private KeyColumns(String text) {
        this.text = text;
    }

    /**
     * The columns of a text.
     *
     * @throws IllegalArgumentException when the text is none; its message says why
     */
    public static KeyColumns parse(String text) {
        KeyColumns columns = new KeyColumns(text);
        columns.rules();
        return columns;
    }

    /** The columns named for a table, in order; empty when none are. */
    public List<String> of(TableId table) {
        for (Rule rule : rules()) {
            if (rule.pattern().matches(table)) {
                return rule.columns();
            }
        }
        return List.of();
    }

    @Override
    public String toString() {
        return text;
    }

    private List<Rule> rules() {
        if (rules == null) {
            List<Rule> parsed = new ArrayList<>();
            for (String part : text.split(";")) {
                if (!part.isBlank()) {
                    parsed.add(rule(part.strip()));
                }
            }
            rules = List.copyOf(parsed);
        }
        return rules;
    }

    private static Rule rule(String text) {
        int colon = text.lastIndexOf(':');
        List<String> columns = new ArrayList<>();
        if (colon > 0) {
            for (String column : text.substring(colon + 1).split(",")) {
                columns.add(column.strip());
            }
        }
        if (columns.isEmpty() || columns.contains("")) {
            throw new IllegalArgumentException(
                    "'" + text + "' names no key columns: write database.table:column,column;...");
        }
        return new Rule(TablePattern.parse(text.substring(0, colon).strip()), List.copyOf(columns));
    }
}
