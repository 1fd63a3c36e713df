package io.dbus.operator.column;

/** A value cannot become one of another type without loss. The message says which and why; it holds the value. Without a stack trace: rows may have it by the thousand. */
public final class ConversionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConversionException(String message) {
        super(message, null, false, false);
    }
}
