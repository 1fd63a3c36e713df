package io.dbus.sink.template;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How a date is written in a name: a pattern of {@link DateTimeFormatter}, such as {@code yyyy-MM}.
 *
 * @param pattern the pattern
 * @param otherwise what stands for NULL and for a date that no calendar has; empty for nothing, so that such a row has no name
 */
public record DatePattern(String pattern, String otherwise) implements Serializable {
    private static final long serialVersionUID = 1L;

    /** A formatter cannot be serialized, and is thread-safe. */
    private static final Map<String, DateTimeFormatter> FORMATTERS = new ConcurrentHashMap<>();

    private static final LocalDateTime SAMPLE = LocalDateTime.of(2023, 1, 1, 10, 11, 12);

    public DatePattern {
        requireNonNull(pattern, "pattern");
        requireNonNull(otherwise, "otherwise");
    }

    /**
     * A pattern, with what stands for no date after a second bar.
     *
     * @param text such as {@code yyyy-MM} or {@code yyyy-MM|unknown}
     * @throws IllegalArgumentException when it is none; its message says why
     */
    static DatePattern parse(String text) {
        int bar = text.indexOf('|');
        String pattern = bar < 0 ? text : text.substring(0, bar);
        if (pattern.isEmpty()) {
            throw new IllegalArgumentException("the pattern is empty");
        }
        if (pattern.indexOf('Y') >= 0 && pattern.indexOf('w') < 0) {
            throw new IllegalArgumentException(
                    "Y is the year of the week, which on some days around New Year is another "
                            + "than that of the date; write y");
        }
        if (pattern.matches(".*[kKh].*") && pattern.indexOf('a') < 0 && !pattern.contains("'")) {
            throw new IllegalArgumentException("k, K and h are not the hours from 00 to 23; write H");
        }
        DatePattern parsed = new DatePattern(pattern, bar < 0 ? "" : text.substring(bar + 1));
        try {
            if (parsed.format(SAMPLE).isEmpty()) {
                throw new IllegalArgumentException("it stands for nothing");
            }
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "it asks for what a DATETIME has not, such as a zone: " + e.getMessage(), e);
        }
        return parsed;
    }

    /** The date as the pattern says; an instant is to be given in UTC. */
    String format(LocalDateTime date) {
        return FORMATTERS
                .computeIfAbsent(pattern, text -> DateTimeFormatter.ofPattern(text, Locale.ROOT))
                .format(date);
    }

    /** As in a template: {@code yyyy-MM|unknown}. */
    @Override
    public String toString() {
        return otherwise.isEmpty() ? pattern : pattern + "|" + otherwise;
    }
}
