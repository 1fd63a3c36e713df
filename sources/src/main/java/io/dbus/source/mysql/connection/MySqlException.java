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
    private final String what;
    private final String cure;

    /**
     * An error.
     *
     * @param code the server's error number; 0 when the error was seen on this side
     * @param what what happened and where
     * @param cure what to do; may be empty
     * @param cause may be null
     */
    public MySqlException(Kind kind, int code, String what, String cure, Throwable cause) {
        super(cure.isEmpty() ? what : what + ": " + cure, cause);
        this.kind = requireNonNull(kind, "kind");
        this.code = code;
        this.what = what;
        this.cure = cure;
    }

    /** One that waiting does not cure and that no error packet told. */
    public static MySqlException fatal(String what, String cure) {
        return new MySqlException(Kind.FATAL, 0, what, cure, null);
    }

    /** One that waiting may cure and that no error packet told. */
    public static MySqlException retryable(String what, String cure, Throwable cause) {
        return new MySqlException(Kind.RETRYABLE, 0, what, cure, cause);
    }

    public Kind kind() {
        return kind;
    }

    /** The server's error number; 0 when the error was seen on this side. */
    public int code() {
        return code;
    }

    /** The message without what to do. */
    public String what() {
        return what;
    }

    /** What to do; may be empty. */
    public String cure() {
        return cure;
    }
}
