package io.dbus.operator.expression;

/** An expression reads a column that the row image does not hold. */
final class AbsentColumn extends Mistake {
    private static final long serialVersionUID = 1L;

    AbsentColumn(String message) {
        super(message);
    }
}
