package io.dbus.operator.regex;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.EventFunction;
import io.dbus.operator.EventOutput;
import io.dbus.operator.OperatorContext;
import io.dbus.operator.TableScope;
import io.dbus.operator.UnfitEventException;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Keeps, drops and changes row changes by regular expressions. Schema changes and TRUNCATEs pass; a message, which has no columns, is rejected. */
final class EventMatcher implements EventFunction {
    private static final long serialVersionUID = 1L;

    private final ArrayList<HashMap<String, String>> rules = new ArrayList<>();

    private transient TableScope<RegexPlan> plans;
    private transient ComponentMetrics metrics;

    EventMatcher(List<Map<String, String>> rules) {
        rules.forEach(rule -> this.rules.add(new HashMap<>(rule)));
    }

    @Override
    public void open(OperatorContext context) {
        List<RegexRule> parsed = RegexRule.parse(List.copyOf(rules));
        plans = new TableScope<>(List.of(), (table, schema) -> RegexPlan.of(parsed, table, schema));
        metrics = context.metrics();
    }

    @Override
    public void process(Event event, EventOutput output) {
        if (event instanceof RowChange row) {
            RegexPlan plan = plans.of(row);
            if (plan.keeps(row)) {
                output.emit(plan.replaced(row));
            } else {
                metrics.dropped(DropReason.CONDITION);
            }
        } else if (event instanceof Message) {
            throw new UnfitEventException(
                    RejectReason.WRONG_KIND,
                    "the rules are for columns of row changes, and this is a message",
                    "give the component only inputs that carry row changes");
        } else {
            output.emit(event);
        }
    }
}
