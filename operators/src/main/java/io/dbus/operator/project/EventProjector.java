package io.dbus.operator.project;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.TableScope;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.RowRewrite;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Projects row changes. Decodes the columns that expressions and casts read, no other. Events of other kinds pass. */
final class EventProjector implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final ArrayList<String> tables;
    private final ArrayList<String> columns;
    private final ArrayList<HashMap<String, String>> add = new ArrayList<>();
    private final HashMap<String, String> casts;
    private final HashMap<String, String> names;

    private transient TableScope<RowRewrite> rewrites;

    EventProjector(
            List<String> tables,
            List<String> columns,
            List<Map<String, String>> add,
            Map<String, String> casts,
            Map<String, String> names) {
        this.tables = new ArrayList<>(tables);
        this.columns = new ArrayList<>(columns);
        add.forEach(column -> this.add.add(new HashMap<>(column)));
        this.casts = new HashMap<>(casts);
        this.names = new HashMap<>(names);
    }

    @Override
    public void open(OperatorContext context) {
        Projection projection = Projection.of(columns, Computed.parse(List.copyOf(add)), casts, names);
        rewrites = new TableScope<>(tables, projection::of);
    }

    @Override
    public void process(Event event, EventOutput output) {
        output.emit(event instanceof RowChange row ? projected(row) : event);
    }

    private RowChange projected(RowChange row) {
        RowRewrite rewrite = rewrite(row);
        return rewrite == null ? row : rewrite.apply(row);
    }

    private RowRewrite rewrite(RowChange row) {
        try {
            return rewrites.of(row);
        } catch (IllegalArgumentException e) {
            throw new UnfitEventException(
                    RejectReason.ILLEGAL_NAME,
                    e.getMessage(),
                    "correct the names in 'columns', 'cast', 'add' or 'rename', or narrow 'tables'",
                    e);
        }
    }
}
