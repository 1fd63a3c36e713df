package io.dbus.operator.route;

/** What becomes of a row change whose table no route fits. */
public enum Unmatched {
    /** It passes unchanged. */
    PASS,
    /** It is dropped and counted. */
    DROP,
    /** The job fails. */
    FAIL
}
