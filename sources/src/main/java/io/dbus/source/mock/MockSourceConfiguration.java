package io.dbus.source.mock;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** Reads the options of a mock source and says what is wrong with them. */
final class MockSourceConfiguration {
    private static final Map<String, Integer> OPERATIONS = Map.of("insert", 1, "update", 8, "delete", 1);
    private static final int MOST_WEIGHT = 1000;

    private final ReadableConfig options;
    private final PluginContext context;
    private final List<Problem> problems = new ArrayList<>();
    private final ArrayList<MockSettings.TableShape> tables = new ArrayList<>();
    private final ArrayList<Fault> faults = new ArrayList<>();
    private final Map<String, Integer> operations = new TreeMap<>(OPERATIONS);

    private MockSourceConfiguration(PluginContext context) {
        this.context = context;
        this.options = context.options();
    }

    static MockSourceConfiguration of(PluginContext context) {
        MockSourceConfiguration configuration = new MockSourceConfiguration(context);
        configuration.readTables();
        configuration.readOperations();
        configuration.readFaults();
        configuration.checkNumbers();
        return configuration;
    }

    List<Problem> problems() {
        return List.copyOf(problems);
    }

    List<String> servers() {
        return options.getOptional(MockSourceOptions.SERVERS).orElse(List.of(context.component()));
    }

    /** The settings of options that have no problems. */
    MockSettings settings() {
        return new MockSettings(
                context.component(),
                new ArrayList<>(servers()),
                options.get(MockSourceOptions.SEED),
                options.get(MockSourceOptions.SPLITS),
                options.getOptional(MockSourceOptions.ROWS).orElse(-1L),
                options.getOptional(MockSourceOptions.RATE).orElse(0d),
                options.get(MockSourceOptions.TRANSACTION_ROWS),
                options.get(MockSourceOptions.KEYS),
                options.get(MockSourceOptions.SKEW),
                operations.get("insert"),
                operations.get("update"),
                operations.get("delete"),
                options.get(MockSourceOptions.NULLS),
                options.get(MockSourceOptions.ROW_IMAGE),
                options.get(MockSourceOptions.COMMIT_TIME),
                tables,
                faults);
    }

    private void readTables() {
        Map<String, String> weights =
                options.getOptional(MockSourceOptions.WEIGHTS).orElse(Map.of());
        Map<String, String> shapes =
                new TreeMap<>(options.getOptional(MockSourceOptions.TABLES).orElse(Map.of()));
        if (shapes.isEmpty()) {
            problem(MockSourceOptions.TABLES, "there is no table", "describe one: shop.orders: id BIGINT PRIMARY KEY");
        }
        shapes.forEach((name, columns) -> {
            try {
                TableText.parse(name, columns);
                tables.add(new MockSettings.TableShape(name, columns, weight(weights.getOrDefault(name, "1"))));
            } catch (IllegalArgumentException e) {
                problem(
                        MockSourceOptions.TABLES,
                        e.getMessage(),
                        "write columns as in CREATE TABLE, such as id BIGINT, name VARCHAR(20), PRIMARY KEY (id)");
            }
        });
        weights.forEach((name, weight) -> {
            if (!shapes.containsKey(name)) {
                problem(MockSourceOptions.WEIGHTS, "there is no table " + name, "name one of " + shapes.keySet());
            } else if (weight(weight) < 1) {
                problem(
                        MockSourceOptions.WEIGHTS,
                        "'" + weight + "' is no weight of " + name,
                        "take a whole number from 1 to " + MOST_WEIGHT);
            }
        });
    }

    private static int weight(String text) {
        int weight = text.matches("[0-9]{1,4}") ? Integer.parseInt(text) : 0;
        return weight <= MOST_WEIGHT ? weight : 0;
    }

    private void readOperations() {
        options.getOptional(MockSourceOptions.OPERATIONS).ifPresent(given -> {
            operations.replaceAll((operation, share) -> 0);
            given.forEach((operation, share) -> {
                if (!operations.containsKey(operation)) {
                    problem(
                            MockSourceOptions.OPERATIONS,
                            "there is no operation '" + operation + "'",
                            "take insert, update and delete");
                } else if (!share.matches("[0-9]{1,4}") || Integer.parseInt(share) > MOST_WEIGHT) {
                    problem(
                            MockSourceOptions.OPERATIONS,
                            "'" + share + "' is no share of " + operation,
                            "take a whole number from 0 to " + MOST_WEIGHT);
                } else {
                    operations.put(operation, Integer.parseInt(share));
                }
            });
        });
        if (operations.get("insert") < 1 || operations.get("delete") > operations.get("insert")) {
            problem(
                    MockSourceOptions.OPERATIONS,
                    "there are no inserts, or fewer than deletes, but each row must be inserted before it can be deleted",
                    "raise insert to delete at least");
        }
    }

    private void readFaults() {
        for (Map<String, String> text :
                options.getOptional(MockSourceOptions.FAULTS).orElse(List.of())) {
            try {
                faults.add(Fault.parse(text));
            } catch (IllegalArgumentException e) {
                problem(
                        MockSourceOptions.FAULTS,
                        e.getMessage(),
                        "write faults like {kind: pause, at: 1000, for: 5 s} or {kind: repeat, every: 100}");
            }
        }
        boolean large = faults.stream().anyMatch(fault -> fault.kind() == FaultKind.TOO_LARGE);
        for (MockSettings.TableShape shape :
                large && problems.isEmpty() ? tables : List.<MockSettings.TableShape>of()) {
            if (!RowMaker.canSwell(TableText.parse(shape.name(), shape.columns()))) {
                problem(
                        MockSourceOptions.FAULTS,
                        "no column of table " + shape.name() + " outside of its key can be too large",
                        "give it a VARCHAR, TEXT, VARBINARY, BLOB or JSON column");
            }
        }
        if (faults.stream().anyMatch(fault -> fault.kind() == FaultKind.TOO_LARGE && fault.amount() > 1 << 30)) {
            problem(MockSourceOptions.FAULTS, "a row can be no larger than 1 gb", "take fewer bytes");
        }
    }

    private void checkNumbers() {
        List<String> servers = servers();
        Set<String> names = new HashSet<>(servers);
        if (servers.isEmpty() || names.size() < servers.size() || names.contains("")) {
            problem(MockSourceOptions.SERVERS, "a server has no name, or two have one, or there is none", "name each");
        }
        within(MockSourceOptions.SPLITS, Math.max(1, servers.size()), 4096);
        within(MockSourceOptions.KEYS, 1, 1L << 32);
        within(MockSourceOptions.TRANSACTION_ROWS, 1, Integer.MAX_VALUE);
        within(MockSourceOptions.SKEW, 0, 3);
        within(MockSourceOptions.NULLS, 0, 1);
        options.getOptional(MockSourceOptions.ROWS)
                .ifPresent(rows -> within(MockSourceOptions.ROWS, 0, Long.MAX_VALUE));
        options.getOptional(MockSourceOptions.RATE).ifPresent(rate -> within(MockSourceOptions.RATE, 0.001, 1e9));
        if (options.get(MockSourceOptions.KEYS) / Math.max(1, options.get(MockSourceOptions.SPLITS)) > 1 << 29) {
            problem(
                    MockSourceOptions.KEYS,
                    "there are more than 2^29 keys for each split",
                    "take fewer, or more splits");
        }
    }

    private <T extends Number> void within(ConfigOption<T> option, double least, double most) {
        double value = options.get(option).doubleValue();
        if (!(value >= least && value <= most)) {
            problem(
                    option,
                    options.get(option) + " is not possible",
                    "take a number from " + text(least) + " to " + text(most));
        }
    }

    private static String text(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    private void problem(ConfigOption<?> option, String what, String cure) {
        problems.add(Problem.ofOption(option.key(), what, cure));
    }
}
