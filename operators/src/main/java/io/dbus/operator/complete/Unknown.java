package io.dbus.operator.complete;

/** What becomes of a row whose absent columns are not known. */
public enum Unknown {
    /** It is rejected. */
    REJECT,
    /** It passes with what is known. */
    PASS
}
