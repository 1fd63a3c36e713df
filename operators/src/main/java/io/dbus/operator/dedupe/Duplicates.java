package io.dbus.operator.dedupe;

/** What becomes of an event that says nothing new. */
public enum Duplicates {
    /** It is dropped and counted. */
    DROP,
    /** It passes. */
    PASS
}
