package io.dbus.operator.project;

import static java.util.Objects.requireNonNull;

import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueReceiver;
import io.dbus.operator.RowCondition;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.Cast;
import io.dbus.operator.column.ConversionException;
import io.dbus.operator.column.RowRewrite;
import io.dbus.operator.column.TypeText;
import io.dbus.operator.expression.Expression;
import io.dbus.operator.expression.ExpressionException;
import io.dbus.operator.expression.ExpressionSyntaxException;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * A computed column. Its type is the same for every row, whatever the values.
 *
 * @param column the column's name
 * @param value what it holds, over one image
 * @param type its type
 */
record Computed(String column, Expression value, LogicalType type) {
    private static final Set<String> KEYS = Set.of("column", "value", "type");

    Computed {
        requireNonNull(column, "column");
        requireNonNull(value, "value");
        requireNonNull(type, "type");
    }

    /**
     * The computed columns as a pipeline file has them.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static List<Computed> parse(List<Map<String, String>> columns) {
        List<Computed> parsed = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Map<String, String> column : columns) {
            int number = parsed.size() + 1;
            try {
                Computed next = parse(column);
                if (!names.add(next.column())) {
                    throw new IllegalArgumentException("there is another column named " + next.column());
                }
                parsed.add(next);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("computed column " + number + ": " + e.getMessage(), e);
            }
        }
        return parsed;
    }

    private static Computed parse(Map<String, String> column) {
        Set<String> unknown = new TreeSet<>(column.keySet());
        unknown.removeAll(KEYS);
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("it has no key " + unknown
                    + "; its keys are column, value and, where the expression does not say it, type");
        }
        String name = column.get("column");
        String value = column.get("value");
        if (name == null || name.isBlank() || value == null) {
            throw new IllegalArgumentException(
                    "the key " + (value == null && name != null ? "value" : "column") + " is missing");
        }
        Expression expression;
        try {
            expression = Expression.ofImage(value);
        } catch (ExpressionSyntaxException e) {
            throw new IllegalArgumentException("the expression is not valid: " + e.getMessage(), e);
        }
        LogicalType type = column.containsKey("type")
                ? TypeText.parse(column.get("type"))
                : expression
                        .columnType()
                        .orElseThrow(
                                () -> new IllegalArgumentException(
                                        "the type of " + name
                                                + " depends on the columns that its expression reads: say it, such as type: decimal(12,2)"));
        return new Computed(name, expression, type);
    }

    /** The column's values in rows of a schema. */
    RowRewrite.NewValue in(TableSchema schema) {
        int[] inputs = value.columns().stream()
                .map(schema::indexOf)
                .filter(OptionalInt::isPresent)
                .mapToInt(index -> schema.columns().get(index.getAsInt()).position())
                .toArray();
        return (change, image, to) -> write(change, image, inputs, to);
    }

    private void write(RowChange change, RowImage image, int[] inputs, RowBuilder to) {
        try {
            ValueReceiver cast = Cast.to(type, to);
            value.evaluate(change, image, cast);
        } catch (ConversionException e) {
            throw new UnfitEventException(
                    RejectReason.CONVERSION,
                    "the value of the computed column " + column + " does not fit its type: " + e.getMessage(),
                    "give the column a type that holds all values, or change its expression",
                    e);
        } catch (ExpressionException e) {
            if (!e.isForAbsentColumn()) {
                throw RowCondition.unfit(
                        "the expression " + value + " of column " + column + " has no value",
                        "correct 'add', or let the expression ask for such rows first",
                        e);
            }
            if (isHalfKnown(change, image, inputs)) {
                throw new UnfitEventException(
                        RejectReason.INCOMPLETE_ROW,
                        "the column " + column
                                + " cannot be computed, since the row after the change holds only some of the columns of "
                                + value + ": " + e.getMessage(),
                        "put a 'complete' operator before this one, or set binlog_row_image=FULL on the server",
                        e);
            }
            to.absent();
        }
    }

    /** In the row after a change, what is absent did not change: when some of the inputs did, so did the value. */
    private static boolean isHalfKnown(RowChange change, RowImage image, int[] inputs) {
        if (change.after().orElse(null) != image) {
            return false;
        }
        for (int input : inputs) {
            if (image.isPresent(input)) {
                return true;
            }
        }
        return false;
    }
}
