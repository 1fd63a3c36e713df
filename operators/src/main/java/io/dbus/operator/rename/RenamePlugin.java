package io.dbus.operator.rename;

import static io.dbus.operator.rename.RenameOptions.COLUMNS;
import static io.dbus.operator.rename.RenameOptions.TABLES;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code rename}: gives tables and columns other names. */
public final class RenamePlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "rename";
    }

    @Override
    public String description() {
        return "Gives the tables and columns of row changes other names, and the tables of TRUNCATEs; the text of schema changes stays as its server logged it.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(TABLES, COLUMNS);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        Map<String, String> tables = context.options().getOptional(TABLES).orElse(Map.of());
        Map<String, String> columns = context.options().getOptional(COLUMNS).orElse(Map.of());
        List<Problem> problems = new ArrayList<>();
        try {
            TableRenames.parse(tables);
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(
                    TABLES.key(),
                    e.getMessage(),
                    "write new names like {shop.cust: customers, 'shop.tmp_*': 'scratch.$1'}"));
        }
        try {
            ColumnRenames.parse(columns);
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(
                    COLUMNS.key(),
                    e.getMessage(),
                    "write new names like {cust: customer_id, shop.orders.amt: amount}"));
        }
        if (tables.isEmpty() && columns.isEmpty()) {
            problems.add(Problem.of("the component renames nothing", "give tables or columns"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return EventOperator.on(
                input,
                context,
                new EventRenamer(
                        context.options().getOptional(TABLES).orElse(Map.of()),
                        context.options().getOptional(COLUMNS).orElse(Map.of())));
    }
}
