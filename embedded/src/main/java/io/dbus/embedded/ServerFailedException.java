package io.dbus.embedded;

/** A server that was had did not start, died, or refused what was asked of it. The message names its log. */
public final class ServerFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerFailedException(String message) {
        super(message);
    }

    public ServerFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
