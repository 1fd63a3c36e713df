package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.event.QuerySession;
import java.util.ArrayList;
import java.util.List;

/**
 * A statement in its tokens, and as a text that means the same whatever the session's {@code sql_mode}: comments left out, what is in executable comments
 * laid open, names in backticks, texts in single quotes (MySQL Reference Manual, "Comments", "Schema Object Names", "String Literals").
 */
final class SqlText {
    private final String sql;
    private final SqlDialect dialect;
    private final QuerySession session;
    private final List<Token> tokens = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private int at;
    private boolean space;

    private SqlText(String sql, SqlDialect dialect, QuerySession session) {
        this.sql = requireNonNull(sql, "sql");
        this.dialect = requireNonNull(dialect, "dialect");
        this.session = requireNonNull(session, "session");
    }

    static SqlText of(String sql, SqlDialect dialect, QuerySession session) {
        SqlText text = new SqlText(sql, dialect, session);
        text.read();
        return text;
    }

    List<Token> tokens() {
        return tokens;
    }

    /** The text, in which tokens stand where they say. */
    String plain() {
        return plain.toString();
    }

    private void read() {
        while (true) {
            skipSpaceAndComments();
            if (at >= sql.length()) {
                return;
            }
            char c = sql.charAt(at);
            if (c == '`' || c == '"' && session.ansiQuotes()) {
                String name = quoted(c, false);
                add(Token.Kind.NAME, name, '`' + name.replace("`", "``") + '`');
            } else if (c == '\'' || c == '"') {
                String text = quoted(c, !session.noBackslashEscapes());
                add(Token.Kind.TEXT, text, literal(text));
            } else if (isWord(c)) {
                int start = at;
                while (at < sql.length() && isWord(sql.charAt(at))) {
                    at++;
                }
                String word = sql.substring(start, at);
                add(Token.Kind.WORD, word, word);
            } else {
                at++;
                add(Token.Kind.SIGN, String.valueOf(c), String.valueOf(c));
            }
        }
    }

    /** A text as SQL, as the server shows it: quotes doubled, and backslashes. */
    static String literal(String text) {
        StringBuilder sql = new StringBuilder("'");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\'' -> sql.append("''");
                case '\\' -> sql.append("\\\\");
                case '\n' -> sql.append("\\n");
                case '\r' -> sql.append("\\r");
                case 0 -> sql.append("\\0");
                default -> sql.append(c);
            }
        }
        return sql.append('\'').toString();
    }

    private void add(Token.Kind kind, String text, String written) {
        if (space && plain.length() > 0) {
            plain.append(' ');
        }
        space = false;
        tokens.add(new Token(kind, text, plain.length()));
        plain.append(written);
    }

    private String quoted(char quote, boolean escapes) {
        StringBuilder text = new StringBuilder();
        at++;
        while (at < sql.length()) {
            char c = sql.charAt(at++);
            if (c == quote) {
                if (at >= sql.length() || sql.charAt(at) != quote) {
                    break;
                }
                at++;
            } else if (c == '\\' && escapes && at < sql.length()) {
                c = sql.charAt(at++);
                if (c == '%' || c == '_') {
                    text.append('\\'); // MySQL Reference Manual, "String Literals": \% and \_ stay as they are.
                }
                c = unescaped(c);
            }
            text.append(c);
        }
        return text.toString();
    }

    private static char unescaped(char c) {
        return switch (c) {
            case '0' -> 0;
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> 26;
            default -> c;
        };
    }

    private void skipSpaceAndComments() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#' || sql.startsWith("--", at) && (at + 2 >= sql.length() || sql.charAt(at + 2) <= ' ')) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                comment();
            } else if (sql.startsWith("*/", at)) {
                at += 2;
            } else {
                return;
            }
            space = true;
        }
    }

    private void comment() {
        boolean mariaDbOnly = sql.startsWith("/*M!", at);
        if (mariaDbOnly || sql.startsWith("/*!", at)) {
            int digits = at + (mariaDbOnly ? 4 : 3);
            int end = digits;
            while (end < sql.length() && end < digits + 6 && Character.isDigit(sql.charAt(end))) {
                end++;
            }
            int version = end == digits ? 0 : Integer.parseInt(sql.substring(digits, end));
            if (dialect.runs(version, mariaDbOnly)) {
                at = end;
                return;
            }
        }
        int end = sql.indexOf("*/", at + 2);
        at = end < 0 ? sql.length() : end + 2;
    }

    private static boolean isWord(char c) {
        return c >= '0' && c <= '9'
                || c >= 'a' && c <= 'z'
                || c >= 'A' && c <= 'Z'
                || c == '_'
                || c == '$'
                || c >= 0x80;
    }
}
