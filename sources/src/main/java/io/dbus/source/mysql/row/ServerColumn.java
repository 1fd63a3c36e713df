package io.dbus.source.mysql.row;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A column as a server's {@code information_schema.columns} describes it.
 *
 * @param name COLUMN_NAME
 * @param type COLUMN_TYPE as it stands: {@code int unsigned}, {@code enum('a','b')}
 * @param charset CHARACTER_SET_NAME; empty when NULL
 * @param nullable whether IS_NULLABLE is YES
 */
public record ServerColumn(String name, String type, String charset, boolean nullable) implements Serializable {
    private static final long serialVersionUID = 1L;

    public ServerColumn {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(charset, "charset");
    }
}
