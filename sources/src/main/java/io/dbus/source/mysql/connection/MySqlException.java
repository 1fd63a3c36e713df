package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

/** A server refused, or could not be reached. The message says what happened, where, and what to do. */
public final class MySqlException extends IOException {
    private static final long serialVersionUID = 1;

    /** What a reader is to do about it. */
    public enum Kind {
        /** Connect again, after a while: the network or the server's life. */
        RETRYABLE,
        /** The server threw this connection off for another of the same replica: once may be our own past, twice is a twin. */
        CLASH,
        /** Fail: it will not get better by itself. */
        FATAL
    }

    private final Kind kind;
    private final int code;

    public MySqlException(Kind kind, int code, String message, Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
        this.code = code;
    }

    /** One that waiting does not cure and that no error packet told. */
    public static MySqlException fatal(String message) {
        return new MySqlException(Kind.FATAL, 0, message, null);
    }

    /** One that waiting may cure and that no error packet told. */
    public static MySqlException retryable(String message, Throwable cause) {
        return new MySqlException(Kind.RETRYABLE, 0, message, cause);
    }

    public Kind kind() {
        return kind;
    }

    /** The server's error number; 0 when the error was seen on this side. */
    public int code() {
        return code;
    }
}
