package io.dbus.pattern;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * A pattern for the names of tables: a glob over {@code database.table}, where {@code *} is any run of characters but the
 * point, {@code ?} one character but the point, and {@code **} any run; or a regular expression between slashes, which must fit the whole of {@code
 * database.table}. Names are compared as written, case included. Each {@code *}, {@code **} and {@code ?} of a glob and each group of an expression is a capture.
 */
public final class TablePattern {
    private final String text;
    private final Pattern pattern;

    private TablePattern(String text, Pattern pattern) {
        this.text = text;
        this.pattern = pattern;
    }

    /**
     * The pattern of a text.
     *
     * @throws IllegalArgumentException when the text is no pattern; its message says why
     */
    public static TablePattern parse(String text) {
        requireNonNull(text, "text");
        if (text.length() >= 2 && text.startsWith("/") && text.endsWith("/")) {
            try {
                return new TablePattern(text, Pattern.compile(text.substring(1, text.length() - 1), Pattern.DOTALL));
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "the regular expression " + text + " is not valid: " + e.getDescription() + " at character "
                                + (e.getIndex() + 1),
                        e);
            }
        }
        if (text.indexOf('.') <= 0 || text.endsWith(".")) {
            throw new IllegalArgumentException("the table pattern '" + text
                    + "' does not say database.table: write shop.orders, shop.* or /regex/");
        }
        return new TablePattern(text, Pattern.compile(regexOf(text), Pattern.DOTALL));
    }

    /** Whether a table's name fits. */
    public boolean matches(TableId table) {
        return pattern.matcher(table.toString()).matches();
    }

    /** What the wildcards or groups stand for in a table's name when it fits. A group that took no part is empty. */
    public Optional<List<String>> captures(TableId table) {
        Matcher matcher = pattern.matcher(table.toString());
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<String> captures = new ArrayList<>(matcher.groupCount());
        for (int group = 1; group <= matcher.groupCount(); group++) {
            captures.add(matcher.group(group) == null ? "" : matcher.group(group));
        }
        return Optional.of(captures);
    }

    /** How many captures it has. */
    public int captureCount() {
        return pattern.matcher("").groupCount();
    }

    @Override
    public String toString() {
        return text;
    }

    private static String regexOf(String glob) {
        StringBuilder regex = new StringBuilder(glob.length() + 16);
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            switch (c) {
                case '*' -> {
                    boolean any = i + 1 < glob.length() && glob.charAt(i + 1) == '*';
                    regex.append(any ? "(.*)" : "([^.]*)");
                    i += any ? 1 : 0;
                }
                case '?' -> regex.append("([^.])");
                default -> regex.append(Pattern.quote(String.valueOf(c)));
            }
        }
        return regex.toString();
    }
}
