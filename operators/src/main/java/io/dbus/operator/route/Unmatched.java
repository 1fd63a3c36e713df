package io.dbus.operator.route;

/** What becomes of a row change or TRUNCATE whose table no route fits. */
public enum Unmatched {
    /** It passes unchanged. */
    PASS,
    /** It is dropped and counted. */
    DROP,
    /** It is rejected: the job fails, or it goes to the dead letters. */
    FAIL
}
