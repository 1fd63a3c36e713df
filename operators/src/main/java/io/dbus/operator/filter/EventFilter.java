package io.dbus.operator.filter;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.RowCondition;
import io.dbus.operator.UnfitEventException;
import io.dbus.pattern.TableSelector;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Passes row changes on by table, then operation, then condition; what it drops it counts by the first of these that it fails. Only the
 * condition decodes columns. A TRUNCATE passes by its table alone, since it is no row and none of the operations. Schema changes pass; a message, which has
 * neither table nor row, is rejected.
 */
final class EventFilter implements EventFunction {
    private static final long serialVersionUID = 1L;

    // Of types that Java serializes; empty means any.
    private final ArrayList<String> tables;
    private final EnumSet<Operation> operations;
    private final RowCondition where;

    private transient Memo<TableId, Boolean> selected;
    private transient ComponentMetrics metrics;

    EventFilter(List<String> tables, List<Operation> operations, Optional<RowCondition> where) {
        this.tables = new ArrayList<>(tables);
        this.operations =
                operations.isEmpty() ? EnumSet.allOf(Operation.class) : EnumSet.copyOf(Set.copyOf(operations));
        this.where = where.orElse(null);
    }

    @Override
    public void open(OperatorContext context) {
        if (tables.isEmpty()) {
            selected = new Memo<>(table -> true);
        } else {
            selected = new Memo<>(TableSelector.parse(tables)::selects);
        }
        metrics = context.metrics();
    }

    @Override
    public void process(Event event, EventOutput output) {
        Optional<DropReason> reason = Optional.empty();
        if (event instanceof RowChange row) {
            reason = reasonToDrop(row);
        } else if (event instanceof Truncate truncate) {
            reason = selected.get(truncate.table()) ? Optional.empty() : Optional.of(DropReason.TABLE);
        } else if (event instanceof Message) {
            throw new UnfitEventException(
                    RejectReason.WRONG_KIND,
                    "a filter speaks of row changes, and this is a message",
                    "give the component only inputs that carry row changes");
        }
        if (reason.isEmpty()) {
            output.emit(event);
        } else {
            metrics.dropped(reason.get());
        }
    }

    private Optional<DropReason> reasonToDrop(RowChange row) {
        if (!selected.get(row.table())) {
            return Optional.of(DropReason.TABLE);
        }
        if (!operations.contains(row.operation())) {
            return Optional.of(DropReason.OPERATION);
        }
        return where == null || where.holds(row) ? Optional.empty() : Optional.of(DropReason.CONDITION);
    }
}
