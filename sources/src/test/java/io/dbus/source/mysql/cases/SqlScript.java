package io.dbus.source.mysql.cases;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** A script cut into statements and directives, one after the other, since what a backslash means depends on the statements before. */
final class SqlScript {
    /** A part of a script. */
    sealed interface Step {
        /** A statement as it is sent. */
        record Statement(String sql) implements Step {}

        /** A line for the runner. */
        record Told(Directive directive) implements Step {}
    }

    private static final Pattern EXECUTED = Pattern.compile("/\\*(?:!|M!|\\+).*", Pattern.DOTALL);

    private final String text;
    private int at;
    private String delimiter = ";";

    SqlScript(String text) {
        this.text = requireNonNull(text, "text").startsWith("\uFEFF") ? text.substring(1) : text;
    }

    /**
     * The next part; empty at the end.
     *
     * @param backslashes whether a backslash escapes in strings now
     * @throws IllegalArgumentException when a directive is not known or stands inside of a statement, or a quote or comment does not end
     */
    Optional<Step> next(boolean backslashes) {
        while (at < text.length()) {
            if (Character.isWhitespace(text.charAt(at))) {
                at++;
            } else if (text.startsWith(delimiter, at)) {
                at += delimiter.length();
            } else if (isLineComment(at)) {
                String line = line();
                String comment = line.substring(line.startsWith("#") ? 1 : 2).strip();
                if (line.startsWith("--") && Directive.isDirective(comment)) {
                    return Optional.of(new Step.Told(Directive.parse(comment)));
                }
            } else if (text.regionMatches(true, at, "DELIMITER", 0, 9)
                    && at + 9 < text.length()
                    && " \t".indexOf(text.charAt(at + 9)) >= 0) {
                delimiter = line().substring(9).strip();
                if (delimiter.isEmpty()) {
                    throw new IllegalArgumentException("A DELIMITER line names none");
                }
            } else {
                String statement = statement(backslashes);
                if (!isOnlyComment(statement)) {
                    return Optional.of(new Step.Statement(statement));
                }
            }
        }
        return Optional.empty();
    }

    private String line() {
        int end = text.indexOf('\n', at);
        String line = text.substring(at, end < 0 ? text.length() : end);
        at = end < 0 ? text.length() : end + 1;
        return line.strip();
    }

    private String statement(boolean backslashes) {
        int start = at;
        while (at < text.length() && !text.startsWith(delimiter, at)) {
            char c = text.charAt(at);
            if (c == '\'' || c == '"' || c == '`') {
                quoted(c, backslashes && c != '`');
            } else if (isLineComment(at)) {
                String line = line();
                if (line.matches("--\\s+@[a-z].*")) {
                    throw new IllegalArgumentException("The directive '" + line + "' stands inside of a statement");
                }
            } else if (text.startsWith("/*", at)) {
                int end = text.indexOf("*/", at + 2);
                if (end < 0) {
                    throw new IllegalArgumentException("A comment does not end: " + from(at));
                }
                at = end + 2;
            } else {
                at++;
            }
        }
        String statement = text.substring(start, at).strip();
        at = Math.min(text.length(), at + delimiter.length());
        return statement;
    }

    /** A quote that is doubled ends and begins again, which comes to the same. */
    private void quoted(char quote, boolean backslashes) {
        int start = at++;
        while (at < text.length() && text.charAt(at) != quote) {
            at += backslashes && text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length()) {
            throw new IllegalArgumentException("A quote does not end: " + from(start));
        }
        at++;
    }

    /** Two dashes begin a comment only before white space (manual, Comments). */
    private boolean isLineComment(int place) {
        return text.charAt(place) == '#'
                || text.startsWith("--", place)
                        && (place + 2 >= text.length() || Character.isWhitespace(text.charAt(place + 2)));
    }

    private static boolean isOnlyComment(String statement) {
        return statement.startsWith("/*")
                && !EXECUTED.matcher(statement).matches()
                && statement.indexOf("*/") == statement.length() - 2;
    }

    private String from(int place) {
        return text.substring(place, Math.min(text.length(), place + 80)).toLowerCase(Locale.ROOT);
    }
}
