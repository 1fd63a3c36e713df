package io.dbus.operator;

import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The name that a table gets, with what its pattern captured: {@code sales.$1}. {@code $n}, or {@code ${n}} before another digit, is the n-th
 * capture, counted from 1; {@code $$} is a dollar sign. The point that parts the database from the table stands in the template: captured text
 * never moves it.
 */
public final class NameTemplate {
    private final String text;
    private final Optional<List<Object>> database;
    private final List<Object> table;

    private NameTemplate(String text, Optional<List<Object>> database, List<Object> table) {
        this.text = text;
        this.database = database;
        this.table = table;
    }

    /**
     * The template of a text {@code db.table}.
     *
     * @param captures how many captures there are
     * @throws IllegalArgumentException when the text is no template; its message says why
     */
    public static NameTemplate qualified(String text, int captures) {
        NameTemplate template = either(text, captures);
        if (template.database.isEmpty()) {
            throw new IllegalArgumentException("'" + text + "' does not say db.table");
        }
        return template;
    }

    /**
     * The template of a text {@code db.table}, or {@code table}, which keeps the database.
     *
     * @param captures how many captures there are
     * @throws IllegalArgumentException when the text is no template; its message says why
     */
    public static NameTemplate either(String text, int captures) {
        List<List<Object>> parts = new ArrayList<>();
        parts.add(new ArrayList<>());
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            List<Object> part = parts.get(parts.size() - 1);
            if (c == '.') {
                parts.add(new ArrayList<>());
                at++;
            } else if (c == '$' && text.startsWith("$$", at)) {
                part.add("$");
                at += 2;
            } else if (c == '$') {
                int end = endOfNumber(text, at);
                part.add(capture(text, text.substring(at, end), captures));
                at = end;
            } else {
                part.add(String.valueOf(c));
                at++;
            }
        }
        if (parts.size() > 2 || parts.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not one database and one table with one point between them");
        }
        return new NameTemplate(
                text, parts.size() == 2 ? Optional.of(parts.get(0)) : Optional.empty(), parts.get(parts.size() - 1));
    }

    private static int endOfNumber(String text, int dollar) {
        boolean braces = text.startsWith("${", dollar);
        int end = dollar + (braces ? 2 : 1);
        while (end < text.length() && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
            end++;
        }
        boolean closed = !braces || end < text.length() && text.charAt(end) == '}';
        if (end == dollar + (braces ? 2 : 1) || !closed) {
            throw new IllegalArgumentException(
                    "'" + text + "' has a $ that no number follows: write $1, ${1} or, for a dollar sign, $$");
        }
        return braces ? end + 1 : end;
    }

    private static Integer capture(String text, String written, int captures) {
        String digits = written.replaceAll("\\D", "");
        int number = digits.length() > 4 ? Integer.MAX_VALUE : Integer.parseInt(digits);
        if (number < 1 || number > captures) {
            String available =
                    switch (captures) {
                        case 0 -> "its pattern captures nothing";
                        case 1 -> "its pattern has the capture $1 only";
                        default -> "its pattern has the captures $1 to $" + captures;
                    };
            throw new IllegalArgumentException("'" + text + "' takes " + written + ", but " + available);
        }
        return number;
    }

    /**
     * The name for a table.
     *
     * @param from the table
     * @param captures what its pattern captured
     * @throws IllegalArgumentException when the name would be empty; its message says so
     */
    public TableId name(TableId from, List<String> captures) {
        String to = fill(table, captures);
        String db = database.map(parts -> fill(parts, captures)).orElse(from.database());
        if (to.isEmpty() || database.isPresent() && db.isEmpty()) {
            throw new IllegalArgumentException(
                    "'" + text + "' with the captures " + captures + " gives the empty name '" + db + "." + to + "'");
        }
        return new TableId(db, to);
    }

    private static String fill(List<Object> parts, List<String> captures) {
        StringBuilder name = new StringBuilder();
        for (Object part : parts) {
            name.append(part instanceof Integer number ? captures.get(number - 1) : part);
        }
        return name.toString();
    }

    @Override
    public String toString() {
        return text;
    }
}
