package io.dbus.operator.sort;

/** What becomes of an event that comes too late to be put in order. */
public enum Late {
    /** It passes at once. */
    PASS,
    /** It is dropped and counted. */
    DROP
}
