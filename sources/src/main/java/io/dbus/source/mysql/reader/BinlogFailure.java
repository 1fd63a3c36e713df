package io.dbus.source.mysql.reader;

/** The source cannot go on without losing or inventing a change: the job fails. The message says what, where and the cure. */
public final class BinlogFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BinlogFailure(String message) {
        super(message);
    }

    BinlogFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
