package io.dbus.embedded;

/** This machine has no such server and there is no way to get one. The message says what was tried, in one line. */
public final class ServerUnavailableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public ServerUnavailableException(String message) {
        super(message);
    }

    public ServerUnavailableException(String message, Throwable cause) {
        super(message, cause);
    }
}
