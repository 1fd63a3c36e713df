package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

/**
 * Something wrong in a pipeline file.
 *
 * @param file the file's name as the user gave it
 * @param mark where
 * @param message which key, what is wrong and what to do about it, in one sentence without its end; free of secrets
 */
public record Finding(String file, Mark mark, String message) {
    public Finding {
        requireNonNull(file, "file");
        requireNonNull(mark, "mark");
        requireNonNull(message, "message");
    }

    /** {@code file:line:column: message}, as compilers print theirs. */
    @Override
    public String toString() {
        return file + ":" + mark + ": " + message;
    }
}
