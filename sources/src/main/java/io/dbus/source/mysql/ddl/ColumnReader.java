package io.dbus.source.mysql.ddl;

import io.dbus.source.mysql.event.QuerySession;
import java.util.List;

/**
 * Reads the definition of a column: {@code name type attributes}. The server has taken the statement, so an attribute that is not known here is one that
 * does not change how rows look, and is passed over.
 */
final class ColumnReader {
    /** Words before which the expression of a default ends. */
    private static final List<String> ATTRIBUTES = List.of(
            "NOT",
            "NULL",
            "DEFAULT",
            "ON",
            "AUTO_INCREMENT",
            "UNIQUE",
            "PRIMARY",
            "KEY",
            "COMMENT",
            "COLLATE",
            "CHECK",
            "CONSTRAINT",
            "REFERENCES",
            "GENERATED",
            "AS",
            "VISIBLE",
            "INVISIBLE",
            "COLUMN_FORMAT",
            "STORAGE",
            "ENGINE_ATTRIBUTE",
            "SECONDARY_ENGINE_ATTRIBUTE",
            "WITH",
            "WITHOUT",
            "COMPRESSED",
            "FIRST",
            "AFTER");

    private final Tokens tokens;
    private final SqlDialect dialect;
    private final QuerySession session;

    private ColumnType type;
    private ColumnClause.Nulls nulls = ColumnClause.Nulls.UNSAID;
    private boolean key;
    private boolean autoIncrement;
    private boolean generated;
    private boolean invisible;
    private String defaultExpression = "";
    private String comment = "";

    ColumnReader(Tokens tokens, SqlDialect dialect, QuerySession session) {
        this.tokens = tokens;
        this.dialect = dialect;
        this.session = session;
    }

    /** Reads the column up to its end, or to where it says its place among others. */
    ColumnClause read() {
        String name = tokens.identifier();
        boolean serial = tokens.is("SERIAL");
        type = new ColumnTypeReader(tokens, dialect, session.realAsFloat()).read();
        if (serial) {
            nulls = ColumnClause.Nulls.NOT_NULL;
            autoIncrement = true;
        }
        while (!tokens.atEnd() && !tokens.is("FIRST") && !tokens.is("AFTER")) {
            attribute();
        }
        return new ColumnClause(
                name, type, nulls, key, autoIncrement, generated, invisible, defaultExpression, comment);
    }

    private void attribute() {
        if (tokens.take("UNSIGNED")) {
            type = type.withSign(true, false);
        } else if (tokens.take("ZEROFILL")) {
            type = type.withSign(true, true);
        } else if (charset()) {
            return;
        } else if (tokens.take("NOT", "NULL")) {
            nulls = ColumnClause.Nulls.NOT_NULL;
        } else if (tokens.take("NULL")) {
            nulls = ColumnClause.Nulls.NULL;
        } else if (tokens.take("AUTO_INCREMENT")) {
            autoIncrement = true;
        } else if (tokens.take("SERIAL", "DEFAULT", "VALUE")) {
            autoIncrement = true;
            nulls = ColumnClause.Nulls.NOT_NULL;
        } else if (tokens.take("UNIQUE")) {
            tokens.take("KEY");
        } else if (tokens.take("PRIMARY")) {
            tokens.take("KEY");
            key = true;
        } else if (tokens.take("KEY")) {
            key = true;
        } else if (tokens.take("COMMENT")) {
            tokens.take("=");
            comment = tokens.identifier();
        } else if (tokens.take("INVISIBLE")) {
            invisible = true;
        } else if (tokens.take("COMPRESSED")) {
            compressed();
        } else if (tokens.take("DEFAULT")) {
            defaultExpression = expression();
        } else if (tokens.take("GENERATED")) {
            generated = true;
        } else if (tokens.take("AS")) {
            generated = true;
            tokens.skip();
        } else if (tokens.take("REFERENCES")) {
            references();
        } else if (tokens.take("ON", "UPDATE")) {
            tokens.skip();
        } else {
            tokens.skip();
        }
    }

    /** {@code CHARACTER SET x}, {@code COLLATE x}, {@code ASCII}, {@code UNICODE}, {@code BYTE}; {@code BINARY} is only a collation. */
    private boolean charset() {
        if (tokens.is("DEFAULT")) {
            return false;
        }
        String said = type.charset();
        boolean collation = tokens.is("COLLATE");
        String named = Charsets.option(tokens, "");
        if (!named.isEmpty() || collation) {
            type = collation && !said.isEmpty() || named.isEmpty() ? type : type.withCharset(named);
        } else if (tokens.take("ASCII")) {
            type = type.withCharset("latin1");
        } else if (tokens.take("UNICODE")) {
            type = type.withCharset("ucs2");
        } else if (tokens.take("BYTE")) {
            type = type.withCharset(Charsets.BINARY);
        } else {
            return tokens.take("BINARY");
        }
        return true;
    }

    /** MariaDB Knowledge Base, "Storage-Engine Independent Column Compression". */
    private void compressed() {
        type = type.withCompression();
        if (tokens.take("=")) {
            tokens.skip();
        }
    }

    private String expression() {
        int start = tokens.at();
        do {
            tokens.skip();
        } while (!tokens.atEnd() && !tokens.isOne(ATTRIBUTES));
        String text = tokens.textSince(start);
        return text.equalsIgnoreCase("NULL") ? "" : text;
    }

    private void references() {
        tokens.table("");
        if (tokens.is("(")) {
            tokens.skip();
        }
        while (tokens.take("MATCH") || tokens.is("ON")) {
            if (!tokens.take("ON")) {
                tokens.skip();
                continue;
            }
            tokens.skip();
            if (!tokens.take("SET", "NULL") && !tokens.take("SET", "DEFAULT") && !tokens.take("NO", "ACTION")) {
                tokens.skip();
            }
        }
    }
}
