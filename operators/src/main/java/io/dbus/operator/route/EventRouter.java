package io.dbus.operator.route;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.UnfitEventException;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Gives each row change, and each TRUNCATE, the name that the first route says that fits its table. Decodes nothing. Events of other kinds have no table and
 * pass.
 */
final class EventRouter implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final ArrayList<HashMap<String, String>> routes = new ArrayList<>();
    private final Unmatched unmatched;

    private transient Memo<TableId, Optional<TableId>> names;
    private transient ComponentMetrics metrics;

    EventRouter(List<Map<String, String>> routes, Unmatched unmatched) {
        routes.forEach(route -> this.routes.add(new HashMap<>(route)));
        this.unmatched = requireNonNull(unmatched, "unmatched");
    }

    @Override
    public void open(OperatorContext context) {
        List<Route> parsed = Route.parse(List.copyOf(routes));
        names = new Memo<>(table -> parsed.stream()
                .map(route -> route.name(table))
                .flatMap(Optional::stream)
                .findFirst());
        metrics = context.metrics();
    }

    @Override
    public void process(Event event, EventOutput output) {
        if (event instanceof RowChange row) {
            name(row.table())
                    .ifPresentOrElse(
                            name -> output.emit(row.withTable(name)), () -> unmatched(row, row.table(), output));
        } else if (event instanceof Truncate truncate) {
            name(truncate.table())
                    .ifPresentOrElse(
                            name -> output.emit(truncate.withTable(name)),
                            () -> unmatched(truncate, truncate.table(), output));
        } else {
            output.emit(event);
        }
    }

    private Optional<TableId> name(TableId table) {
        try {
            return names.get(table);
        } catch (IllegalArgumentException e) {
            throw new UnfitEventException(
                    RejectReason.ILLEGAL_NAME, e.getMessage(), "correct 'routes' so that the table gets a name", e);
        }
    }

    private void unmatched(Event event, TableId table, EventOutput output) {
        switch (unmatched) {
            case PASS -> output.emit(event);
            case DROP -> metrics.dropped(DropReason.NO_ROUTE);
            case FAIL ->
                throw new UnfitEventException(
                        RejectReason.NO_ROUTE,
                        "no route fits table " + table,
                        "add a route for it, or set 'unmatched' to pass or drop");
        }
    }
}
