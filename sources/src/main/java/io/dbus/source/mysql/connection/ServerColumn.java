package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A column as {@code information_schema.COLUMNS} has it.
 *
 * @param name its name
 * @param dataType the type's name: {@code int}, {@code enum}
 * @param columnType the type in full: {@code int unsigned}, {@code enum('a','b')}, {@code decimal(10,2)}
 * @param charset its character set; empty when it has none
 * @param collation its collation; empty when it has none
 * @param nullable whether it may be NULL
 * @param extra {@code auto_increment}, {@code VIRTUAL GENERATED}, {@code STORED GENERATED}, {@code INVISIBLE} and more; may be empty
 */
public record ServerColumn(
        String name,
        String dataType,
        String columnType,
        String charset,
        String collation,
        boolean nullable,
        String extra)
        implements Serializable {
    private static final long serialVersionUID = 1;

    public ServerColumn {
        requireNonNull(name, "name");
        requireNonNull(dataType, "dataType");
        requireNonNull(columnType, "columnType");
        requireNonNull(charset, "charset");
        requireNonNull(collation, "collation");
        requireNonNull(extra, "extra");
    }
}
