package io.dbus.source.mysql.connection;

/** Words for errors of libraries. */
final class ErrorText {
    private ErrorText() {}

    /** An error's own message, or its class where it has none. */
    static String of(Throwable error) {
        String message = error.getMessage();
        return message == null || message.isBlank() ? error.getClass().getSimpleName() : message;
    }

    /** The message of the last cause, where TLS tells its reason. */
    static String ofRoot(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        return of(root);
    }
}
