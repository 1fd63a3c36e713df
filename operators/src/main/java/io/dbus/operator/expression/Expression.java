package io.dbus.operator.expression;

import static java.util.Objects.requireNonNull;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelRuntime;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import java.io.InvalidObjectException;
import java.io.Serial;
import java.io.Serializable;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An expression over a row change, in CEL (the Common Expression Language, github.com/google/cel-spec). Compiled once; immutable and
 * thread-safe. It is serialized as its text and compiled again where it is read.
 *
 * <p>Variables: {@code before} and {@code after}, the row's columns by name ({@code after.amount}, {@code after['unit price']}),
 * {@code null} where the operation has no such row; {@code op}: {@code 'insert'}, {@code 'update'} or {@code 'delete'}; {@code db} and {@code
 * table}, the table's name at this place of the pipeline; {@code ts}, the time of the commit. {@code changed('a', 'b')} asks whether one of these columns has another value
 * after an update than before; it is true of every insert and delete. A column is decoded when the expression reads it, and
 * no other is. {@code has(after.x)} asks whether the table has a column and the row holds it.
 *
 * <p>Types of columns: integers and YEAR are int; BIGINT UNSIGNED and BIT are uint; DECIMAL is a decimal; FLOAT and DOUBLE are double; text, ENUM, SET
 * (labels joined by commas) and JSON (its text) are string; binary types are bytes; TIMESTAMP is a timestamp (a zero one is second 0 of the epoch); DATE
 * and DATETIME are datetimes without a zone, zero dates included; TIME is a duration; GEOMETRY is a map of {@code srid} and {@code wkb}; VECTOR is
 * a list of doubles.
 *
 * <p>Comparisons are exact between all types of numbers. A decimal, datetime, timestamp or TIME also compares with a string that holds one. Comparing what
 * cannot be compared, and ordering NULL, is an error, never false. As everywhere in CEL, {@code false && error} is false and {@code true || error} is true, on
 * either side: an error counts only where it decides.
 */
public final class Expression implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final Pattern CEL_ERROR =
            Pattern.compile("evaluation error(?: at [^:]*:(\\d+))?: (.*)", Pattern.DOTALL);

    private final String text;
    private final Scope scope;
    private final boolean condition;
    private final transient CelRuntime.Program program;
    private final transient CelType type;
    private final transient Set<String> columns;

    private Expression(String text, Scope scope, boolean condition) {
        this.text = requireNonNull(text, "text");
        this.scope = requireNonNull(scope, "scope");
        this.condition = condition;
        CelAbstractSyntaxTree checked = Language.check(text, scope, condition);
        this.program = Language.program(checked);
        this.type = checked.getResultType();
        this.columns = scope == Scope.IMAGE ? Language.columns(checked) : Set.of();
    }

    /**
     * The expression of a text, with a value of any type.
     *
     * @throws ExpressionSyntaxException when the text is none
     */
    public static Expression compile(String text) {
        return new Expression(text, Scope.CHANGE, false);
    }

    /**
     * The expression of a text that is true or false.
     *
     * @throws ExpressionSyntaxException when the text is none, or has a value of another type
     */
    public static Expression condition(String text) {
        return new Expression(text, Scope.CHANGE, true);
    }

    /**
     * The expression of a text over one image of a row at a time: the variable {@code row} in place of {@code before} and {@code after}.
     *
     * @throws ExpressionSyntaxException when the text is none
     */
    public static Expression ofImage(String text) {
        return new Expression(text, Scope.IMAGE, false);
    }

    /** The columns that an expression over an image names. */
    public Set<String> columns() {
        return columns;
    }

    /** The type of a column that takes every value of the expression; empty where that depends on the columns that it reads. */
    public Optional<LogicalType> columnType() {
        if (type.equals(SimpleType.INT)) {
            return Optional.of(LogicalType.of(Kind.BIGINT));
        } else if (type.equals(SimpleType.UINT)) {
            return Optional.of(LogicalType.unsigned(Kind.BIGINT));
        } else if (type.equals(SimpleType.DOUBLE)) {
            return Optional.of(LogicalType.of(Kind.DOUBLE));
        } else if (type.equals(SimpleType.BOOL)) {
            return Optional.of(LogicalType.of(Kind.BIT, 1));
        } else if (type.equals(SimpleType.STRING)) {
            return Optional.of(LogicalType.of(Kind.TEXT));
        } else if (type.equals(SimpleType.BYTES)) {
            return Optional.of(LogicalType.of(Kind.BLOB));
        } else if (type.equals(SimpleType.TIMESTAMP)) {
            return Optional.of(LogicalType.temporal(Kind.TIMESTAMP, 6));
        } else if (type.equals(SimpleType.DURATION)) {
            return Optional.of(LogicalType.temporal(Kind.TIME, 6));
        }
        return Optional.empty();
    }

    /** The text as it was given. */
    public String text() {
        return text;
    }

    /**
     * Whether the expression is true of a row change.
     *
     * @throws ExpressionException when it is neither true nor false of it
     */
    public boolean test(RowChange row) throws ExpressionException {
        Object value = evaluate(row);
        if (value instanceof Boolean truth) {
            return truth;
        }
        throw new ExpressionException(
                "its value is " + Comparison.describe(value) + ", which is neither true nor false", null);
    }

    /**
     * The value of the expression for a row change: a {@link Boolean}, {@link Long}, {@link com.google.common.primitives.UnsignedLong}, {@link
     * Double}, {@link java.math.BigDecimal}, {@link String}, {@link dev.cel.common.values.CelByteString}, {@link java.time.Instant}, {@link
     * java.time.Duration}, {@link dev.cel.common.values.NullValue} for NULL, a list or map of these, or a value of a class of this package whose
     * {@code toString} is its SQL form.
     *
     * @throws ExpressionException when it has none
     */
    public Object evaluate(RowChange row) throws ExpressionException {
        return evaluate(new Scope.Subject(row, null));
    }

    /**
     * Hands the value of an expression over an image to a receiver: integers, decimals, doubles, text, bytes and so on to the methods of their names, true and false
     * as one bit.
     *
     * @param row the change
     * @param image one of its images
     * @throws ExpressionException when it has no value, or one that no column can hold: a list, a map, a row
     */
    public void evaluate(RowChange row, RowImage image, ValueReceiver to) throws ExpressionException {
        Object value = evaluate(new Scope.Subject(row, image));
        if (!ColumnValue.give(value, to)) {
            throw new ExpressionException(
                    "its value is " + Comparison.describe(value) + ", which no column can hold", null);
        }
    }

    private Object evaluate(Scope.Subject subject) throws ExpressionException {
        try {
            return program.eval(name -> Variable.named(name).map(variable -> variable.of(subject)));
        } catch (CelEvaluationException e) {
            throw new ExpressionException(located(e.getMessage()), e);
        }
    }

    private String located(String message) {
        Matcher form = CEL_ERROR.matcher(message);
        if (!form.matches() || form.group(1) == null) {
            return message;
        }
        return Language.place(text, Integer.parseInt(form.group(1))) + ": " + form.group(2);
    }

    @Serial
    private Object readResolve() throws InvalidObjectException {
        try {
            return new Expression(text, scope, condition);
        } catch (ExpressionSyntaxException e) {
            InvalidObjectException invalid = new InvalidObjectException(
                    "The expression " + text + " is not understood here, where another version of dbus may run");
            invalid.initCause(e);
            throw invalid;
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
