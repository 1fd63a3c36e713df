package io.dbus.sink.mock;

/** What can be wrong with the order of a key's events. The label is a metric's: never change one. */
enum Violation {
    /** The event has the sequence of the one before it. */
    REPEAT("repeat"),
    /** The event has a lower sequence than one that came before it. */
    OUT_OF_ORDER("out-of-order"),
    /** A row is inserted that is there. */
    INSERT_OF_EXISTING("insert-of-existing"),
    /** A row is updated that was deleted. */
    UPDATE_OF_DELETED("update-of-deleted"),
    /** A row is deleted that was deleted. */
    DELETE_OF_DELETED("delete-of-deleted");

    private final String label;

    Violation(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }
}
