package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * A column as its server defines it: what DDL says, beside the form that values have in row images ({@link LayoutColumn}).
 *
 * @param name the name as the server writes it
 * @param type the type as {@code COLUMN_TYPE} of {@code information_schema.columns} writes it: {@code int unsigned}, {@code
 *     enum('a','b')}
 * @param charset the character set of texts, such as {@code utf8mb4}; empty for types that have none
 * @param nullable whether it may be NULL
 * @param autoIncrement whether the server numbers it
 * @param generated whether its value is computed from other columns, stored or not
 * @param invisible whether {@code SELECT *} leaves it out; row images hold it all the same
 * @param defaultExpression its default as SQL, texts in quotes; empty when it has none or it is not known
 * @param comment its comment; empty when it has none or it is not known
 */
public record ColumnDefinition(
        String name,
        String type,
        String charset,
        boolean nullable,
        boolean autoIncrement,
        boolean generated,
        boolean invisible,
        String defaultExpression,
        String comment)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ColumnDefinition {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(charset, "charset");
        requireNonNull(defaultExpression, "defaultExpression");
        requireNonNull(comment, "comment");
    }

    /** A plain column of which no more is known. */
    public ColumnDefinition(String name, String type, String charset, boolean nullable) {
        this(name, type, charset, nullable, false, false, false, "", "");
    }
}
