package io.dbus.job.cli;

/** A job failed for good. */
final class JobFailedException extends Exception {
    private static final long serialVersionUID = 1L;

    JobFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
