package io.dbus.operator.count;

/** The time that puts an event into a window. */
public enum CountTime {
    /** When it is counted, by the machine's clock. */
    PROCESSING,
    /** When it was committed. */
    COMMIT
}
