package io.dbus.event;

/** The bytes of a row image do not hold what its layout says, or hold a value of a type that cannot be read yet. */
public final class RowDecodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RowDecodeException(String message) {
        super(message);
    }

    public RowDecodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
