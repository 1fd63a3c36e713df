package io.dbus.operator.filter;

import static io.dbus.operator.filter.FilterOptions.OPERATIONS;
import static io.dbus.operator.filter.FilterOptions.TABLES;
import static io.dbus.operator.filter.FilterOptions.WHERE;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.operator.RowCondition;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionSyntaxException;
import io.dbus.pattern.TableSelector;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code filter}: passes the row changes on that its options ask for. */
public final class FilterPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "filter";
    }

    @Override
    public String description() {
        return "Passes row changes on by table, operation and condition, all that are given, and drops and counts the others; "
                + "a TRUNCATE passes by its table, schema changes pass, messages are rejected (reason wrong-kind).";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(TABLES, OPERATIONS, WHERE);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        Optional<List<String>> tables = options.getOptional(TABLES);
        tables.ifPresent(patterns -> {
            try {
                TableSelector.parse(patterns);
            } catch (IllegalArgumentException e) {
                problems.add(Problem.ofOption(
                        TABLES.key(),
                        e.getMessage(),
                        "give patterns like shop.orders, 'shop.order_*', '!shop.*_tmp' or '/shop\\.o.*/'"));
            }
        });
        boolean noOperation = options.getOptional(OPERATIONS).map(List::isEmpty).orElse(false);
        if (noOperation) {
            problems.add(Problem.ofOption(
                    OPERATIONS.key(),
                    "no operation is given, so nothing would pass",
                    "give some of insert, update, delete"));
        }
        options.getOptional(WHERE).ifPresent(where -> {
            try {
                Expression.condition(where);
            } catch (ExpressionSyntaxException e) {
                problems.add(Problem.ofOption(
                        WHERE.key(),
                        "the expression is not valid: " + e.getMessage(),
                        "write a condition like after.amount > 100.00"));
            }
        });
        boolean nothing = tables.isEmpty()
                && options.getOptional(OPERATIONS).isEmpty()
                && options.getOptional(WHERE).isEmpty();
        if (nothing) {
            problems.add(Problem.of(
                    "the filter has no condition, so everything would pass", "give tables, operations or where"));
        }
        return problems;
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        ReadableConfig options = context.options();
        return EventOperator.on(
                input,
                context,
                new EventFilter(
                        options.getOptional(TABLES).orElse(List.of()),
                        options.getOptional(OPERATIONS).orElse(List.of()),
                        options.getOptional(WHERE)
                                .map(where -> new RowCondition(Expression.condition(where), WHERE.key()))));
    }
}
