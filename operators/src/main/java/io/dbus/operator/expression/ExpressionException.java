package io.dbus.operator.expression;

/** An expression has no value for an event. The message says where in the expression, and why; it does not name the event. */
public final class ExpressionException extends Exception {
    private static final long serialVersionUID = 1L;

    ExpressionException(String message, Throwable cause) {
        super(message, cause);
    }
}
