package io.dbus.sink.format;

/** A change cannot be written in a format. The message names the change's table and origin. */
public final class EncodeException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public EncodeException(String message) {
        super(message);
    }

    public EncodeException(String message, Throwable cause) {
        super(message, cause);
    }
}
