package io.dbus.operator.split;

/** Where a row change goes that several conditions fit. */
public enum Match {
    /** To the first output that fits. */
    FIRST,
    /** To every output that fits. */
    ALL
}
