package io.dbus.operator.state;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;

/** The size of what an event carries. */
public final class EventSize {
    private EventSize() {}

    /** The bytes of an event's row images, of a message's key and value, or of a statement; without its schema and origin. */
    public static long of(Event event) {
        if (event instanceof RowChange row) {
            return row.before().map(RowImage::length).orElse(0)
                    + row.after().map(RowImage::length).orElse(0);
        }
        if (event instanceof Message message) {
            return message.recordKey().map(key -> key.length).orElse(0)
                    + message.value().map(value -> value.length).orElse(0);
        }
        return event instanceof SchemaChange change ? change.ddl().length() : 0;
    }
}
