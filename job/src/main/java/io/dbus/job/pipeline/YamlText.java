package io.dbus.job.pipeline;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The text form in which Flink's {@code Configuration} takes a list or a map: YAML in flow style. Every scalar is in double
 * quotes, so that {@code 007}, {@code true} or {@code a, b} comes out of it as it went in.
 */
final class YamlText {
    private YamlText() {}

    /** The text of a value that is a String, a List or a Map of such. */
    static String of(Object value) {
        if (value instanceof List<?> items) {
            return items.stream().map(YamlText::of).collect(Collectors.joining(", ", "[", "]"));
        }
        if (value instanceof Map<?, ?> entries) {
            return entries.entrySet().stream()
                    .map(e -> of(e.getKey()) + ": " + of(e.getValue()))
                    .collect(Collectors.joining(", ", "{", "}"));
        }
        return quoted((String) value);
    }

    /** A text in double quotes, escaped as YAML 1.2 (5.7) says. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append((char) c);
            } else if (c < ' ' || c == 0x7F || c == 0x85 || c == 0xA0 || c == 0x2028 || c == 0x2029 || c == 0xFEFF) {
                quoted.append(String.format("\\u%04X", c));
            } else {
                quoted.append((char) c);
            }
        });
        return quoted.append('"').toString();
    }
}
