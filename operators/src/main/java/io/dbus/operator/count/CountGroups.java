package io.dbus.operator.count;

import dev.cel.common.values.NullValue;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import io.dbus.operator.RowCondition;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionException;
import io.dbus.operator.state.Place;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The group that a component counts an event in. */
final class CountGroups implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final String GROUP = "group";

    private final ArrayList<CountBy> by;
    private final Expression expression; // Null: by properties.

    CountGroups(List<CountBy> by, Optional<Expression> expression) {
        this.by = new ArrayList<>(by);
        this.expression = expression.orElse(null);
    }

    /** The names of a group's properties, in order. */
    List<String> names() {
        return expression != null
                ? List.of(GROUP)
                : by.stream()
                        .map(property -> property.name().toLowerCase(Locale.ROOT))
                        .toList();
    }

    /** Whether a TRUNCATE is counted: it has a table, but no row for an expression. */
    boolean countTruncates() {
        return expression == null;
    }

    /**
     * The group of a row change, or of a truncate where those are counted.
     *
     * @throws UnfitEventException when the expression has no value for the row
     */
    List<String> of(Event event) {
        if (expression != null) {
            return Collections.singletonList(value((RowChange) event));
        }
        List<String> group = new ArrayList<>(by.size());
        for (CountBy property : by) {
            group.add(
                    switch (property) {
                        case SOURCE -> event.origin().transaction().source();
                        case SERVER -> event.origin().transaction().server();
                        case DATABASE -> Place.table(event).database();
                        case TABLE -> Place.table(event).toString();
                        case OPERATION -> operation(event);
                    });
        }
        return group;
    }

    private static String operation(Event event) {
        return event instanceof Truncate
                ? "truncate"
                : ((RowChange) event).operation().name().toLowerCase(Locale.ROOT);
    }

    private String value(RowChange row) {
        try {
            Object value = expression.evaluate(row);
            if (value instanceof NullValue) {
                return null;
            }
            return value instanceof BigDecimal number ? number.toPlainString() : String.valueOf(value);
        } catch (ExpressionException e) {
            throw RowCondition.unfit(
                    "the expression " + expression + " has no value",
                    "correct 'expression', or leave such rows out with a filter in front",
                    e);
        }
    }
}
