package io.dbus.job;

import io.dbus.job.pipeline.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;

/** Stands for an exception whose messages hold a secret: the same messages without it, the same stack traces. */
final class RedactedException extends Exception {
    private static final long serialVersionUID = 1L;

    private RedactedException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The exception itself when it is free of secrets, else one that stands for it. */
    static Exception of(Exception thrown, Secrets secrets) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text, true));
        return secrets.redact(text.toString()).equals(text.toString()) ? thrown : copy(thrown, secrets);
    }

    private static RedactedException copy(Throwable thrown, Secrets secrets) {
        RedactedException copy = new RedactedException(
                secrets.redact(thrown.toString()), thrown.getCause() == null ? null : copy(thrown.getCause(), secrets));
        copy.setStackTrace(thrown.getStackTrace());
        for (Throwable suppressed : thrown.getSuppressed()) {
            copy.addSuppressed(copy(suppressed, secrets));
        }
        return copy;
    }
}
