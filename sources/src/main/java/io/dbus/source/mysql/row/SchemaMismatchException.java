package io.dbus.source.mysql.row;

/**
 * The binlog shows a table otherwise than the schema that was taken for it, or says too little of it. The message names the
 * table, the column, what differs and the cure.
 */
public final class SchemaMismatchException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public SchemaMismatchException(String message) {
        super(message);
    }
}
