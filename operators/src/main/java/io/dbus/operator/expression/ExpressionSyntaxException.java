package io.dbus.operator.expression;

/**
 * A text is no expression. The message says at which line and column of the text, both counted from 1, what is wrong there, and
 * what could stand there.
 */
public final class ExpressionSyntaxException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    ExpressionSyntaxException(String message) {
        super(message);
    }

    ExpressionSyntaxException(String message, Throwable cause) {
        super(message, cause);
    }
}
