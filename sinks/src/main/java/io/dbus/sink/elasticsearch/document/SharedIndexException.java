package io.dbus.sink.elasticsearch.document;

/**
 * Rows of two tables would meet in one index, where one could take the other's place. It is not the row that is wrong, and which table came first may differ after a restart: so
 * the job fails and the row is not rejected.
 */
final class SharedIndexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SharedIndexException(String message) {
        super(message);
    }
}
