package io.dbus.source.mysql.ddl;

/**
 * A word or sign of a statement.
 *
 * @param kind what it is
 * @param text the text, without quotes and escapes
 * @param at where it stands in {@link SqlText#plain}
 */
record Token(Kind kind, String text, int at) {
    enum Kind {
        /** A keyword, a number, or a name without quotes. */
        WORD,
        /** A name in quotes. */
        NAME,
        /** A text in quotes. */
        TEXT,
        /** One character that is none of these. */
        SIGN
    }

    boolean is(String word) {
        return (kind == Kind.WORD || kind == Kind.SIGN) && text.equalsIgnoreCase(word);
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }
}
