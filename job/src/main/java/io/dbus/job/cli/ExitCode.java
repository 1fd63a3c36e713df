package io.dbus.job.cli;

/** The exit codes of {@code dbus}. */
public final class ExitCode {
    /** Done. */
    public static final int DONE = 0;

    /** It failed: a preflight that found something, a job that died or does not run, a cluster that refuses. */
    public static final int FAILED = 1;

    /** The command line or the pipeline file is wrong. */
    public static final int BAD_USAGE = 2;

    private ExitCode() {}
}
