package io.dbus.source.mysql.ddl;

/** A statement is not understood, or does not fit the tables that it is to change. */
public final class DdlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public DdlException(String message) {
        super(message);
    }

    DdlException(String message, Throwable cause) {
        super(message, cause);
    }
}
