package io.dbus.job.cli;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.util.FlinkException;
import org.apache.flink.util.SerializedThrowable;

/** Why something failed, in one line: the messages of an exception and its causes, those that only wrap others left out. */
public final class Reasons {
    private Reasons() {}

    /** The reason of an exception, with its root cause last. */
    public static String of(Throwable thrown) {
        List<String> reasons = new ArrayList<>();
        for (Throwable cause = thrown; cause != null && cause.getCause() != cause; cause = cause.getCause()) {
            String reason = reason(cause);
            boolean wraps = cause.getCause() != null && (cause instanceof FlinkException || reason.isEmpty());
            if (!wraps && reasons.stream().noneMatch(earlier -> earlier.contains(reason))) {
                reasons.add(reason);
            }
        }
        return String.join(": ", reasons);
    }

    private static String reason(Throwable cause) {
        String type = cause instanceof SerializedThrowable serialized
                ? simple(serialized.getOriginalErrorClassName())
                : cause.getClass().getSimpleName();
        String message = cause.getMessage();
        if (message == null || message.isBlank()) {
            return cause.getCause() == null ? type : "";
        }
        // An exception made of its cause alone repeats it; a SerializedThrowable puts its class before the message.
        if (cause.getCause() != null && message.equals(String.valueOf(cause.getCause()))) {
            return "";
        }
        String text = message.strip().replaceAll("\\s*\\R\\s*", " ");
        String prefix =
                cause instanceof SerializedThrowable serialized ? serialized.getOriginalErrorClassName() + ": " : "";
        text = text.startsWith(prefix) ? text.substring(prefix.length()) : text;
        // Messages of the JDK are often a bare name: a file's or a host's.
        return text.indexOf(' ') < 0 ? type + " " + text : text;
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }
}
