package io.dbus.operator.rename;

import io.dbus.event.TableId;
import io.dbus.operator.NameTemplate;
import io.dbus.pattern.TablePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The option {@code tables}: which table gets which name. */
final class TableRenames {
    private final PatternChoice<NameTemplate> choice;

    private TableRenames(PatternChoice<NameTemplate> choice) {
        this.choice = choice;
    }

    /**
     * The renames as a pipeline file has them.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static TableRenames parse(Map<String, String> tables) {
        List<PatternChoice.Entry<NameTemplate>> entries = new ArrayList<>();
        new TreeMap<>(tables).forEach((from, to) -> {
            TablePattern pattern = TablePattern.parse(from);
            entries.add(new PatternChoice.Entry<>(pattern, NameTemplate.either(to, pattern.captureCount())));
        });
        return new TableRenames(new PatternChoice<>(entries));
    }

    /**
     * The name for a table; its own when no entry fits it.
     *
     * @throws IllegalArgumentException when two patterns fit it, or its new name would be empty
     */
    TableId name(TableId table) {
        return choice.of(table)
                .map(match -> match.entry().value().name(table, match.captures()))
                .orElse(table);
    }
}
