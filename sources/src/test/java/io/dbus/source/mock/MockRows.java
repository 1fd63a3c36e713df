package io.dbus.source.mock;

import io.dbus.event.RowChange;
import io.dbus.plugin.PluginContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;

/** Mock sources for tests, and the rows that they make. */
final class MockRows {
    static final String TABLES =
            "{shop.orders: 'id BIGINT, amount DECIMAL(10,2), note VARCHAR(40), PRIMARY KEY (id)', shop.lines: 'a INT, b VARCHAR(20), v DOUBLE NOT NULL, PRIMARY KEY (a, b)'}";

    private MockRows() {}

    /** A context whose options are those of small sources and these, key and value in turn. */
    static PluginContext context(String... options) {
        Map<String, String> all = new HashMap<>(Map.of("tables", TABLES, "splits", "4", "keys", "40"));
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new PluginContext("pipe", "mock", Configuration.fromMap(all), List.of());
    }

    static MockSettings settings(String... options) {
        MockSourceConfiguration configuration = MockSourceConfiguration.of(context(options));
        if (!configuration.problems().isEmpty()) {
            throw new IllegalArgumentException(configuration.problems().toString());
        }
        return configuration.settings();
    }

    static SplitEvents events(MockSettings settings, int split) {
        return new SplitEvents(
                settings,
                settings.parsedTables(),
                new KeyVisits(settings.keysPerSplit(), settings.skew(), settings.seed()),
                new RowLives(settings.inserts(), settings.updates(), settings.deletes(), settings.seed()),
                split);
    }

    /** The first rows of a split. */
    static List<RowChange> rows(MockSettings settings, int split, int count) {
        SplitEvents events = events(settings, split);
        List<RowChange> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(events.at(i, 0, Optional.empty()));
        }
        return rows;
    }
}
