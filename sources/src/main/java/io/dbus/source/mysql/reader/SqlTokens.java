package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.event.QuerySession;
import java.util.Locale;

/**
 * The words and signs of an SQL text one after the other, without comments (MySQL Reference Manual, "Comments", "Schema Object
 * Names"). What stands in a comment for servers of a version ({@code /*!40005 ... }) counts as text. Reads no further than it is
 * asked, so that the values of a large INSERT cost nothing.
 */
final class SqlTokens {
    private final String sql;
    private final QuerySession session;
    private int at;
    private String token = "";
    private boolean quoted;

    SqlTokens(String sql, QuerySession session) {
        this.sql = requireNonNull(sql, "sql");
        this.session = requireNonNull(session, "session");
        advance();
    }

    /** The current token without its quotes; empty at the end. */
    String text() {
        return token;
    }

    /** Whether the text has no more tokens. */
    boolean atEnd() {
        return token.isEmpty() && !quoted;
    }

    /** Whether the current token is this word, in any case and not quoted, or this sign. */
    boolean is(String word) {
        return !quoted && token.equalsIgnoreCase(word);
    }

    /** Whether the current token can be a name. */
    boolean isName() {
        return quoted || !token.isEmpty() && isWord(token.charAt(0));
    }

    /** The current token in upper case when it is a word that is not quoted, otherwise empty. */
    String keyword() {
        return quoted ? "" : token.toUpperCase(Locale.ROOT);
    }

    /** Passes over the current token when it is this word or sign. */
    boolean take(String word) {
        if (is(word)) {
            advance();
            return true;
        }
        return false;
    }

    /** Passes over the current tokens as long as they are among these words. */
    void takeAll(String... words) {
        boolean taken = true;
        while (taken) {
            taken = false;
            for (String word : words) {
                taken |= take(word);
            }
        }
    }

    /** Passes over the current token. */
    void advance() {
        skipSpaceAndComments();
        quoted = false;
        if (at >= sql.length()) {
            token = "";
            return;
        }
        char c = sql.charAt(at);
        if (c == '`' || c == '"' || c == '\'') {
            readQuoted(c);
        } else if (isWord(c)) {
            int start = at;
            while (at < sql.length() && isWord(sql.charAt(at))) {
                at++;
            }
            token = sql.substring(start, at);
        } else {
            token = String.valueOf(c);
            at++;
        }
    }

    private void readQuoted(char quote) {
        boolean escapes = quote != '`' && !(quote == '"' && session.ansiQuotes()) && !session.noBackslashEscapes();
        StringBuilder text = new StringBuilder();
        int i = at + 1;
        while (i < sql.length()) {
            char c = sql.charAt(i);
            if (c == quote) {
                if (i + 1 < sql.length() && sql.charAt(i + 1) == quote) {
                    i++;
                } else {
                    break;
                }
            } else if (c == '\\' && escapes && i + 1 < sql.length()) {
                i++;
                c = sql.charAt(i);
            }
            text.append(c);
            i++;
        }
        at = Math.min(i + 1, sql.length());
        token = text.toString();
        quoted = true;
    }

    private void skipSpaceAndComments() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '#' || sql.startsWith("--", at) && (at + 2 >= sql.length() || sql.charAt(at + 2) <= ' ')) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*!", at) || sql.startsWith("/*M!", at)) {
                at = sql.indexOf('!', at) + 1;
                while (at < sql.length() && Character.isDigit(sql.charAt(at))) {
                    at++;
                }
            } else if (sql.startsWith("/*", at)) {
                int end = sql.indexOf("*/", at + 2);
                at = end < 0 ? sql.length() : end + 2;
            } else if (sql.startsWith("*/", at)) {
                at += 2;
            } else {
                return;
            }
        }
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
