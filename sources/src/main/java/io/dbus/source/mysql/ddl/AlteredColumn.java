package io.dbus.source.mysql.ddl;

import io.dbus.event.ColumnDefinition;
import io.dbus.source.mysql.event.QuerySession;
import java.util.List;

/** A column with one thing changed. */
final class AlteredColumn {
    private AlteredColumn() {}

    static ColumnDefinition renamed(ColumnDefinition c, String to) {
        return new ColumnDefinition(
                to,
                c.type(),
                c.charset(),
                c.nullable(),
                c.autoIncrement(),
                c.generated(),
                c.invisible(),
                c.defaultExpression(),
                c.comment());
    }

    static ColumnDefinition notNull(ColumnDefinition c) {
        return new ColumnDefinition(
                c.name(),
                c.type(),
                c.charset(),
                false,
                c.autoIncrement(),
                c.generated(),
                c.invisible(),
                c.defaultExpression(),
                c.comment());
    }

    static ColumnDefinition withDefault(ColumnDefinition c, String expression) {
        return new ColumnDefinition(
                c.name(),
                c.type(),
                c.charset(),
                c.nullable(),
                c.autoIncrement(),
                c.generated(),
                c.invisible(),
                expression,
                c.comment());
    }

    static ColumnDefinition withInvisible(ColumnDefinition c, boolean invisible) {
        return new ColumnDefinition(
                c.name(),
                c.type(),
                c.charset(),
                c.nullable(),
                c.autoIncrement(),
                c.generated(),
                invisible,
                c.defaultExpression(),
                c.comment());
    }

    /**
     * The column after CONVERT TO CHARACTER SET: a text of another charset, of a type that holds as many characters as before (MySQL Reference Manual,
     * "ALTER TABLE Statement", "Changing the Character Set").
     */
    static ColumnDefinition converted(ColumnDefinition c, String charset, SqlDialect dialect) {
        if (c.charset().isEmpty() || c.charset().equals(Charsets.BINARY)) {
            return c;
        }
        ColumnType type = type(c, dialect).withCharset(charset);
        if (List.of("tinytext", "text", "mediumtext").contains(type.name())) {
            long characters = bytes(type.name()) / Charsets.maxLength(c.charset());
            boolean binary = charset.equals(Charsets.BINARY);
            String sized = ColumnType.sized(characters * (binary ? 1 : Charsets.maxLength(charset)), "text");
            type = ColumnType.of(sized).withCharset(charset);
        }
        return new ColumnDefinition(
                c.name(),
                type.text(charset, dialect),
                type.charsetIn(charset),
                c.nullable(),
                c.autoIncrement(),
                c.generated(),
                c.invisible(),
                c.defaultExpression(),
                c.comment());
    }

    private static ColumnType type(ColumnDefinition column, SqlDialect dialect) {
        SqlText text = SqlText.of("c " + column.type(), dialect, QuerySession.UNKNOWN);
        return new ColumnReader(new Tokens(text.tokens(), text.plain()), dialect, QuerySession.UNKNOWN)
                .read()
                .type();
    }

    private static long bytes(String text) {
        return switch (text) {
            case "tinytext" -> (1L << 8) - 1;
            case "text" -> (1L << 16) - 1;
            default -> (1L << 24) - 1;
        };
    }
}
