package io.dbus.pattern;

import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;

/**
 * A choice of tables by patterns in order: the last pattern that fits a table decides, one that begins with {@code !}
 * against it. A table that none fits is not chosen, but where the first pattern is an exclusion, which means all tables but those.
 */
public final class TableSelector {
    private final List<String> texts;
    private final List<Rule> rules;

    private record Rule(boolean include, TablePattern pattern) {}

    private TableSelector(List<String> texts, List<Rule> rules) {
        this.texts = texts;
        this.rules = rules;
    }

    /**
     * The selector of patterns in order.
     *
     * @throws IllegalArgumentException when there are none, or one is not valid; its message says which and why
     */
    public static TableSelector parse(List<String> patterns) {
        if (patterns.isEmpty()) {
            throw new IllegalArgumentException("no table pattern is given: write shop.orders, shop.* or /regex/");
        }
        List<Rule> rules = new ArrayList<>();
        for (String pattern : patterns) {
            boolean exclude = pattern.startsWith("!");
            rules.add(new Rule(!exclude, TablePattern.parse(exclude ? pattern.substring(1) : pattern)));
        }
        return new TableSelector(List.copyOf(patterns), rules);
    }

    /** Whether the table is chosen. */
    public boolean selects(TableId table) {
        for (int i = rules.size() - 1; i >= 0; i--) {
            if (rules.get(i).pattern().matches(table)) {
                return rules.get(i).include();
            }
        }
        return !rules.get(0).include();
    }

    /** The patterns as they were given. */
    public List<String> patterns() {
        return texts;
    }

    @Override
    public String toString() {
        return texts.toString();
    }
}
