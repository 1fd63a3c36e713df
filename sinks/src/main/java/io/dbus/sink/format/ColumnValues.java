package io.dbus.sink.format;

import io.dbus.event.LogicalType;
import io.dbus.event.ValueReceiver;

/** Writes the values of columns in the way of a format. */
public interface ColumnValues extends ValueReceiver {
    /** Tells the type of the column whose value comes next, where the value alone does not say how it is written. */
    default void begin(LogicalType type) {}
}
