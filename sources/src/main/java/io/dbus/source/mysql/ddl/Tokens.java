package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads tokens one after the other. */
final class Tokens {
    private final List<Token> tokens;
    private final String plain;
    private int next;

    /**
     * A reader of some tokens.
     *
     * @param plain the text in which they stand
     */
    Tokens(List<Token> tokens, String plain) {
        this.tokens = requireNonNull(tokens, "tokens");
        this.plain = requireNonNull(plain, "plain");
    }

    boolean atEnd() {
        return next >= tokens.size();
    }

    /** How many tokens are passed over. */
    int at() {
        return next;
    }

    /** Goes back to a place. */
    void back(int to) {
        next = to;
    }

    /** The tokens from one place to another, to be read by themselves. */
    Tokens part(int from, int to) {
        return new Tokens(tokens.subList(from, to), plain);
    }

    /** The tokens that are left, to be read by themselves. */
    Tokens rest() {
        return part(next, tokens.size());
    }

    boolean is(String word) {
        return !atEnd() && tokens.get(next).is(word);
    }

    /** Whether the tokens that come are these words and signs. */
    boolean are(String... words) {
        for (int i = 0; i < words.length; i++) {
            if (next + i >= tokens.size() || !tokens.get(next + i).is(words[i])) {
                return false;
            }
        }
        return true;
    }

    boolean isOne(List<String> words) {
        return !atEnd() && words.stream().anyMatch(tokens.get(next)::is);
    }

    boolean isText() {
        return !atEnd() && tokens.get(next).kind() == Token.Kind.TEXT;
    }

    /** Passes over the tokens that come when they are these words and signs. */
    boolean take(String... words) {
        if (are(words)) {
            next += words.length;
            return true;
        }
        return false;
    }

    /** The current token in upper case when it is a word without quotes, otherwise empty; passed over. */
    String word() {
        Token token = token();
        return token.kind() == Token.Kind.WORD ? token.text().toUpperCase(Locale.ROOT) : "";
    }

    Token token() {
        if (atEnd()) {
            throw new DdlException("it ends where more is to come");
        }
        return tokens.get(next++);
    }

    /** A name of something. */
    String name() {
        Token token = token();
        // Texts too: aliases, and charsets and engines in quotes.
        if (token.kind() == Token.Kind.SIGN) {
            throw new DdlException("a name is expected in place of '" + token.text() + "'");
        }
        return token.text();
    }

    /**
     * A name or comment as the server keeps it: in utf8mb3, characters outside of the first plane as question marks (MySQL Reference Manual, "Schema Object
     * Names").
     */
    String identifier() {
        String name = name();
        if (name.codePointCount(0, name.length()) == name.length()) {
            return name;
        }
        StringBuilder kept = new StringBuilder();
        name.codePoints().forEach(c -> kept.appendCodePoint(Character.isSupplementaryCodePoint(c) ? '?' : c));
        return kept.toString();
    }

    /** The current token when it is a name, otherwise another text; passed over. */
    String name(String otherwise) {
        Token token = token();
        return token.kind() == Token.Kind.SIGN ? otherwise : token.text();
    }

    /** The text of the current token, which is not passed over. */
    String peek() {
        return tokens.get(next).text();
    }

    /** A name of a table, of the session's default database when it says none. */
    TableId table(String database) {
        String first = identifier();
        return take(".") ? new TableId(first, identifier()) : new TableId(database, first);
    }

    /** Passes over the current token, and if it opens a bracket, over all to the one that closes it. */
    void skip() {
        if (!take("(")) {
            token();
            return;
        }
        int depth = 1;
        while (depth > 0) {
            Token token = token();
            depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
        }
    }

    /** What stands in the brackets that open here, at its commas outside of inner brackets. */
    List<Tokens> list() {
        if (!take("(")) {
            throw new DdlException("a list is expected");
        }
        int start = next;
        next--;
        skip();
        return part(start, next - 1).split();
    }

    /** The tokens in parts, at commas outside of brackets. */
    List<Tokens> split() {
        List<Tokens> parts = new ArrayList<>();
        int start = next;
        while (!atEnd()) {
            if (is(",")) {
                parts.add(part(start, next));
                next++;
                start = next;
            } else {
                skip();
            }
        }
        parts.add(part(start, tokens.size()));
        return parts;
    }

    /** The text of what was passed over since a place. */
    String textSince(int from) {
        if (from >= next) {
            return "";
        }
        int end = next < tokens.size() ? tokens.get(next).at() : endOfLast();
        return plain.substring(tokens.get(from).at(), end).strip();
    }

    private int endOfLast() {
        Token last = tokens.get(tokens.size() - 1);
        int end = last.at();
        return switch (last.kind()) {
            case WORD, SIGN -> end + last.text().length();
            case NAME -> end + 2 + last.text().replace("`", "``").length();
            case TEXT -> end + SqlText.literal(last.text()).length();
        };
    }
}
