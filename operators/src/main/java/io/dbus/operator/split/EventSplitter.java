package io.dbus.operator.split;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.UnfitEventException;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sends each row change to the outputs whose conditions are true of it. All conditions have answered before it is sent anywhere. TRUNCATEs and schema changes go to all
 * outputs; a message, which has no row, is rejected.
 */
final class EventSplitter implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final ArrayList<SplitOutput> outputs;
    private final Match match;
    private final String others;

    private transient ComponentMetrics metrics;
    private transient List<String> fitting;

    EventSplitter(List<SplitOutput> outputs, Match match, Optional<String> others) {
        this.outputs = new ArrayList<>(outputs);
        this.match = requireNonNull(match, "match");
        this.others = others.orElse(null);
    }

    @Override
    public void open(OperatorContext context) {
        metrics = context.metrics();
        fitting = new ArrayList<>();
    }

    @Override
    public void process(Event event, EventOutput output) {
        if (event instanceof RowChange row) {
            split(row, output);
        } else if (event instanceof Message) {
            throw new UnfitEventException(
                    RejectReason.WRONG_KIND,
                    "a split asks for the columns of row changes, and this is a message",
                    "give the component only inputs that carry row changes");
        } else {
            outputs.forEach(one -> output.emit(one.name(), event));
            if (others != null) {
                output.emit(others, event);
            }
        }
    }

    private void split(RowChange row, EventOutput output) {
        fitting.clear();
        for (SplitOutput one : outputs) {
            if (one.where().holds(row)) {
                fitting.add(one.name());
                if (match == Match.FIRST) {
                    break;
                }
            }
        }
        if (fitting.isEmpty() && others == null) {
            metrics.dropped(DropReason.NO_ROUTE);
        } else if (fitting.isEmpty()) {
            output.emit(others, row);
        } else {
            fitting.forEach(name -> output.emit(name, row));
        }
    }
}
