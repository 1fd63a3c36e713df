package io.dbus.operator.column;

import static java.util.Objects.requireNonNull;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;

/**
 * A pattern for the names of columns: a glob, where {@code *} is any run of characters and {@code ?} one, or a regular expression between slashes, which must fit the
 * whole name. Case does not count, as in MySQL's own names of columns (MySQL manual, "Identifier Case Sensitivity"): a mask that is written in another case must not
 * leave its column in the clear.
 */
public final class ColumnPattern {
    private static final int FLAGS = Pattern.DOTALL | Pattern.CASE_INSENSITIVE;

    private final String text;
    private final boolean exact;
    private final Pattern pattern;

    private ColumnPattern(String text, boolean exact, Pattern pattern) {
        this.text = text;
        this.exact = exact;
        this.pattern = pattern;
    }

    /**
     * The pattern of a text.
     *
     * @throws IllegalArgumentException when the text is no pattern; its message says why
     */
    public static ColumnPattern parse(String text) {
        requireNonNull(text, "text");
        if (text.isBlank()) {
            throw new IllegalArgumentException("a column pattern is empty: write a name, a glob or /regex/");
        }
        if (text.length() >= 2 && text.startsWith("/") && text.endsWith("/")) {
            try {
                return new ColumnPattern(text, false, Pattern.compile(text.substring(1, text.length() - 1), FLAGS));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "the regular expression " + text + " is not valid: " + e.getDescription(), e);
            }
        }
        StringBuilder regex = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(Character.toString(point)));
            }
        });
        boolean exact = text.indexOf('*') < 0 && text.indexOf('?') < 0;
        return new ColumnPattern(text, exact, Pattern.compile(regex.toString(), FLAGS));
    }

    /** Whether a column's name fits. */
    public boolean matches(String column) {
        return exact ? text.equalsIgnoreCase(column) : pattern.matches(column);
    }

    /** Whether it names one column. */
    public boolean isExact() {
        return exact;
    }

    @Override
    public String toString() {
        return text;
    }
}
