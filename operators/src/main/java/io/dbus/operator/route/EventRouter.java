package io.dbus.operator.route;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/** Gives each row change the name that the first fitting route says. Decodes nothing. Events of other kinds have no table and pass. */
final class EventRouter extends ProcessFunction<Event, Event> {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final ArrayList<HashMap<String, String>> routes = new ArrayList<>();
    private final Unmatched unmatched;

    private transient Memo<TableId, Optional<TableId>> names;
    private transient ComponentMetrics metrics;

    EventRouter(String component, List<Map<String, String>> routes, Unmatched unmatched) {
        this.component = requireNonNull(component, "component");
        routes.forEach(route -> this.routes.add(new HashMap<>(route)));
        this.unmatched = requireNonNull(unmatched, "unmatched");
    }

    @Override
    public void open(OpenContext context) {
        List<Route> parsed = Route.parse(List.copyOf(routes));
        names = new Memo<>(table -> parsed.stream()
                .map(route -> route.name(table))
                .flatMap(Optional::stream)
                .findFirst());
        metrics = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component);
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) {
        if (event instanceof RowChange row) {
            Optional<TableId> name = name(row);
            if (name.isPresent()) {
                out.collect(row.withTable(name.get()));
            } else {
                unmatched(row, out);
            }
        } else {
            out.collect(event);
        }
    }

    private Optional<TableId> name(RowChange row) {
        try {
            return names.get(row.table());
        } catch (IllegalArgumentException e) {
            throw OperatorFailure.on(
                    row, component, e.getMessage(), "correct 'routes' so that the table gets a name", e);
        }
    }

    private void unmatched(RowChange row, Collector<Event> out) {
        switch (unmatched) {
            case PASS -> out.collect(row);
            case DROP -> metrics.dropped(DropReason.NO_ROUTE);
            case FAIL ->
                throw OperatorFailure.on(
                        row,
                        component,
                        "no route fits table " + row.table(),
                        "add a route for it, or set 'unmatched' to pass or drop",
                        null);
        }
    }
}
