package io.dbus.job.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Reads stack traces, which is how Flink's REST interface tells of exceptions. */
final class StackTraces {
    private static final Pattern HEAD =
            Pattern.compile("(?:Caused by: )?[\\w.$]+\\.[\\w$]+(?:Exception|Error|Throwable|Failure)\\w*(?:: .*)?");
    private static final Pattern CLASS = Pattern.compile("^(?:[\\w.$]+\\.[\\w$]+: )+");

    private StackTraces() {}

    /** The message of the root cause of a stack trace, with those of its lines that are its own, in one line. */
    static String reason(String trace) {
        List<String> message = new ArrayList<>();
        boolean inside = false;
        for (String line : trace.split("\\R")) {
            String text = line.strip();
            if (text.startsWith("Caused by: ")
                    || (message.isEmpty() && HEAD.matcher(text).matches())) {
                message.clear();
                inside = true;
            } else if (text.startsWith("at ")
                    || text.matches("\\.\\.\\. \\d+ more")
                    || text.startsWith("Suppressed: ")) {
                inside = false;
            }
            if (inside && !text.isEmpty()) {
                message.add(text);
            }
        }
        String head = message.isEmpty() ? trace.lines().findFirst().orElse("").strip() : String.join(" ", message);
        String plain = head.replaceFirst("^Caused by: ", "");
        String words = CLASS.matcher(plain).replaceFirst("");
        return words.isBlank() || words.indexOf(' ') < 0
                ? plain.substring(
                        plain.lastIndexOf('.', plain.indexOf(':') < 0 ? plain.length() : plain.indexOf(':')) + 1)
                : words;
    }
}
