package io.dbus.fuzz;

/** What came out of the source is not what the server has. The message says where and what. */
final class Difference extends Exception {
    private static final long serialVersionUID = 1L;

    Difference(String message) {
        super(message);
    }

    Difference(String message, Throwable cause) {
        super(message, cause);
    }
}
