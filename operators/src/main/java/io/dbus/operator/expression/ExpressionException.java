package io.dbus.operator.expression;

import io.dbus.event.RowDecodeException;

/** An expression has no value for an event. The message says where in the expression, and why; it does not name the event. */
public final class ExpressionException extends Exception {
    private static final long serialVersionUID = 1L;

    ExpressionException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Whether it is so because the image lacks a column. */
    public boolean isForAbsentColumn() {
        return hasCause(AbsentColumn.class);
    }

    /** Whether it is so because the bytes of a column are no value. */
    public boolean isForUndecodableValue() {
        return hasCause(RowDecodeException.class);
    }

    private boolean hasCause(Class<? extends Throwable> type) {
        for (Throwable cause = getCause(); cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }
}
