package io.dbus.source.mysql.event;

/**
 * The bytes of a binlog event are not what the binlog format says: they are damaged, or the server writes something that is
 * not known here. The message says what and where in the event; who read it adds server and position.
 */
public final class BinlogFormatException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BinlogFormatException(String message) {
        super(message);
    }

    public BinlogFormatException(String message, Throwable cause) {
        super(message, cause);
    }
}
