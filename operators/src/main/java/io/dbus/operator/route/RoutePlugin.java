package io.dbus.operator.route;

import static io.dbus.operator.route.RouteOptions.ROUTES;
import static io.dbus.operator.route.RouteOptions.UNMATCHED;

import io.dbus.event.Event;
import io.dbus.operator.EventOperator;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code route}: gives tables the names that sinks see. */
public final class RoutePlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "route";
    }

    @Override
    public String description() {
        return "Gives row changes, and TRUNCATEs, the table name that components behind see, by patterns in order; schema changes pass as they are.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(ROUTES);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(UNMATCHED);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        try {
            Route.parse(context.options().getOptional(ROUTES).orElse(List.of()));
            return List.of();
        } catch (IllegalArgumentException e) {
            return List.of(Problem.ofOption(
                    ROUTES.key(), e.getMessage(), "write routes like {tables: 'shop.order_*', to: 'sales.orders_$1'}"));
        }
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return EventOperator.on(
                input,
                context,
                new EventRouter(context.options().get(ROUTES), context.options().get(UNMATCHED)));
    }
}
