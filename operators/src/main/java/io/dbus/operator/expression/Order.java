package io.dbus.operator.expression;

/** How one value stands to another. */
enum Order {
    BEFORE,
    SAME,
    AFTER,
    /** One of them is not a number. */
    NONE;

    static Order of(int comparison) {
        return comparison < 0 ? BEFORE : comparison == 0 ? SAME : AFTER;
    }
}
