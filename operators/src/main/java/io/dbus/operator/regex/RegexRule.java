package io.dbus.operator.regex;

import static java.util.Objects.requireNonNull;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.dbus.operator.column.ColumnRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One rule.
 *
 * @param columns the columns that it is for
 * @param pattern what it looks for
 * @param action what it does
 * @param replacement the text of {@link Action#REPLACE}; otherwise empty
 */
record RegexRule(ColumnRule columns, Pattern pattern, Action action, String replacement) {
    private static final String PATTERN = "pattern";
    private static final String REPLACE = "replace";
    private static final String ROWS = "rows";

    /** What a rule does with what fits. */
    enum Action {
        REPLACE,
        KEEP,
        DROP
    }

    RegexRule {
        requireNonNull(columns, "columns");
        requireNonNull(pattern, "pattern");
        requireNonNull(action, "action");
        requireNonNull(replacement, "replacement");
    }

    /**
     * The rules as a pipeline file has them, in order.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static List<RegexRule> parse(List<Map<String, String>> rules) {
        if (rules.isEmpty()) {
            throw new IllegalArgumentException("no rule is given");
        }
        List<RegexRule> parsed = new ArrayList<>();
        for (Map<String, String> rule : rules) {
            int number = parsed.size() + 1;
            try {
                parsed.add(parse(rule));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("rule " + number + ": " + e.getMessage(), e);
            }
        }
        return parsed;
    }

    private static RegexRule parse(Map<String, String> rule) {
        ColumnRule columns = ColumnRule.parse(rule, Set.of(PATTERN, REPLACE, ROWS));
        Pattern pattern = pattern(ColumnRule.require(rule, PATTERN));
        String replacement = rule.get(REPLACE);
        String rows = rule.get(ROWS);
        if ((replacement == null) == (rows == null)) {
            throw new IllegalArgumentException("it has one of the keys replace and rows");
        }
        if (rows != null) {
            return new RegexRule(columns, pattern, action(rows), "");
        }
        requireFits(pattern, replacement);
        return new RegexRule(columns, pattern, Action.REPLACE, replacement);
    }

    private static Pattern pattern(String text) {
        try {
            return Pattern.compile(text);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "the regular expression " + text + " is not valid in RE2 syntax: " + e.getDescription(), e);
        }
    }

    private static Action action(String rows) {
        return switch (rows) {
            case "keep" -> Action.KEEP;
            case "drop" -> Action.DROP;
            default -> throw new IllegalArgumentException("rows is keep or drop, not '" + rows + "'");
        };
    }

    /** Whether the replacement takes groups that there are: it is tried on a pattern with the same groups that fits the empty text. */
    private static void requireFits(Pattern pattern, String replacement) {
        try {
            Pattern.compile("(?:" + pattern.pattern() + ")|").matcher("").replaceAll(replacement);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the replacement '" + replacement + "' does not fit the pattern, which has " + pattern.groupCount()
                            + " groups: $1 is the first, ${name} the one of a name, \\$ a dollar sign",
                    e);
        }
    }
}
