package io.dbus.operator.expression;

import io.dbus.event.RowChange;
import io.dbus.event.RowImage;

/** What an expression is about, which decides on its variables. */
enum Scope {
    /** A row change, with its row before and after. */
    CHANGE,
    /** One image of a row change at a time. */
    IMAGE;

    /**
     * What an expression is asked of.
     *
     * @param change the row change
     * @param image the image at hand; null where the scope is {@link #CHANGE}
     */
    record Subject(RowChange change, RowImage image) {}
}
