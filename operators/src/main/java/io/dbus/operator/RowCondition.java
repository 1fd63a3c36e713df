package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionException;
import io.dbus.reject.RejectReason;
import java.io.Serializable;

/** A condition on rows that an option of a component holds. A row of which it is neither true nor false is one that the component cannot take. */
public final class RowCondition implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Expression expression;
    private final String option;

    /**
     * @param expression a condition
     * @param option where the user wrote it, for messages
     */
    public RowCondition(Expression expression, String option) {
        this.expression = requireNonNull(expression, "expression");
        this.option = requireNonNull(option, "option");
    }

    /**
     * Whether the condition is true of a row.
     *
     * @throws UnfitEventException when it has no answer
     */
    public boolean holds(RowChange row) {
        try {
            return expression.test(row);
        } catch (ExpressionException e) {
            throw unfit(
                    "the condition " + expression + " has no answer",
                    "correct '" + option + "', or exclude such rows in it first",
                    e);
        }
    }

    /** The failure of an expression on a row, under the reason that is at its bottom. */
    public static UnfitEventException unfit(String what, String cure, ExpressionException e) {
        return new UnfitEventException(
                e.isForUndecodableValue() ? RejectReason.UNDECODABLE_VALUE : RejectReason.EXPRESSION,
                what + ": " + e.getMessage(),
                cure,
                e);
    }

    @Override
    public String toString() {
        return expression.toString();
    }
}
