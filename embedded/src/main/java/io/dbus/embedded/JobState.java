package io.dbus.embedded;

/** The states of a Flink job, by Flink's own names. */
public enum JobState {
    INITIALIZING,
    CREATED,
    RUNNING,
    FAILING,
    FAILED,
    CANCELLING,
    CANCELED,
    FINISHED,
    RESTARTING,
    SUSPENDED,
    RECONCILING;

    /** Whether a job never leaves this state. */
    public boolean isTerminal() {
        return this == FAILED || this == CANCELED || this == FINISHED;
    }
}
