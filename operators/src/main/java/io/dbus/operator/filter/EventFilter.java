package io.dbus.operator.filter;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.Memo;
import io.dbus.operator.OperatorFailure;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionException;
import io.dbus.pattern.TableSelector;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Passes row changes on by table, then operation, then condition; what it drops it counts by the first of these that it fails. Only the
 * condition decodes columns. Schema changes pass; a message, which has neither table nor row, fails the job.
 */
final class EventFilter extends ProcessFunction<Event, Event> {
    private static final long serialVersionUID = 1L;

    private final String component;
    // Of types that Java serializes; empty means any.
    private final ArrayList<String> tables;
    private final EnumSet<Operation> operations;
    private final Expression where;

    private transient Memo<TableId, Boolean> selected;
    private transient ComponentMetrics metrics;

    EventFilter(String component, List<String> tables, List<Operation> operations, Optional<Expression> where) {
        this.component = requireNonNull(component, "component");
        this.tables = new ArrayList<>(tables);
        this.operations =
                operations.isEmpty() ? EnumSet.allOf(Operation.class) : EnumSet.copyOf(Set.copyOf(operations));
        this.where = where.orElse(null);
    }

    @Override
    public void open(OpenContext context) {
        if (tables.isEmpty()) {
            selected = new Memo<>(table -> true);
        } else {
            selected = new Memo<>(TableSelector.parse(tables)::selects);
        }
        metrics = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component);
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) {
        if (event instanceof RowChange row) {
            Optional<DropReason> reason = reasonToDrop(row);
            if (reason.isEmpty()) {
                out.collect(row);
            } else {
                metrics.dropped(reason.get());
            }
        } else if (event instanceof Message) {
            throw OperatorFailure.on(
                    event,
                    component,
                    "a filter speaks of row changes, and this is a message",
                    "give the component only inputs that carry row changes",
                    null);
        } else {
            out.collect(event);
        }
    }

    private Optional<DropReason> reasonToDrop(RowChange row) {
        if (!selected.get(row.table())) {
            return Optional.of(DropReason.TABLE);
        }
        if (!operations.contains(row.operation())) {
            return Optional.of(DropReason.OPERATION);
        }
        return where == null || holds(row) ? Optional.empty() : Optional.of(DropReason.CONDITION);
    }

    private boolean holds(RowChange row) {
        try {
            return where.test(row);
        } catch (ExpressionException e) {
            throw OperatorFailure.on(
                    row,
                    component,
                    "the condition " + where + " has no answer: " + e.getMessage(),
                    "correct 'where', or exclude such rows in it first",
                    e);
        }
    }
}
