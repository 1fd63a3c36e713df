package io.dbus.operator.project;

import static io.dbus.operator.project.ProjectOptions.ADD;
import static io.dbus.operator.project.ProjectOptions.CAST;
import static io.dbus.operator.project.ProjectOptions.COLUMNS;
import static io.dbus.operator.project.ProjectOptions.RENAME;
import static io.dbus.operator.project.ProjectOptions.TABLES;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.pattern.TableSelector;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code project}: chooses, computes, casts and renames columns. */
public final class ProjectPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "project";
    }

    @Override
    public String description() {
        return "Computes columns of row changes, casts them, chooses which stay, and renames them, in this order; TRUNCATEs, schema changes and messages pass.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(TABLES, COLUMNS, RENAME, ADD, CAST);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        List<String> columns = options.getOptional(COLUMNS).orElse(List.of());
        List<Map<String, String>> add = options.getOptional(ADD).orElse(List.of());
        Map<String, String> cast = options.getOptional(CAST).orElse(Map.of());
        Map<String, String> rename = options.getOptional(RENAME).orElse(Map.of());
        List<Computed> computed = new ArrayList<>();
        check(problems, TABLES, "give patterns like shop.orders or 'shop.order_*'", () -> options.getOptional(TABLES)
                .ifPresent(TableSelector::parse));
        check(
                problems,
                COLUMNS,
                "give columns like ['*', '!card_number']",
                () -> Projection.of(columns, List.of(), Map.of(), Map.of()));
        check(
                problems,
                ADD,
                "write columns like {column: total, value: 'row.price * row.qty', type: 'decimal(12,2)'}",
                () -> computed.addAll(Computed.parse(add)));
        check(
                problems,
                CAST,
                "write types like {price: 'decimal(12,2)'}",
                () -> Projection.of(List.of(), computed, cast, Map.of()));
        check(
                problems,
                RENAME,
                "write new names like {cust: customer_id}",
                () -> Projection.of(List.of(), List.of(), Map.of(), rename));
        if (columns.isEmpty() && add.isEmpty() && cast.isEmpty() && rename.isEmpty()) {
            problems.add(Problem.of("the component changes nothing", "give columns, rename, add or cast"));
        }
        return problems;
    }

    private static void check(List<Problem> problems, ConfigOption<?> option, String cure, Runnable parse) {
        try {
            parse.run();
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(option.key(), e.getMessage(), cure));
        }
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        ReadableConfig options = context.options();
        return EventOperator.on(
                input,
                context,
                new EventProjector(
                        options.getOptional(TABLES).orElse(List.of()),
                        options.getOptional(COLUMNS).orElse(List.of()),
                        options.getOptional(ADD).orElse(List.of()),
                        options.getOptional(CAST).orElse(Map.of()),
                        options.getOptional(RENAME).orElse(Map.of())));
    }
}
