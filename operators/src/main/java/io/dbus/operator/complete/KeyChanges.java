package io.dbus.operator.complete;

/** What becomes of an update of a row's key whose images are not full. */
public enum KeyChanges {
    /** The row is followed from its old key to its new one. */
    FOLLOW,
    /** It is rejected. */
    REJECT
}
