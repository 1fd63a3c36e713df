package io.dbus.operator.complete;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;

/**
 * A row of a server. The server is named beside the key, since rows of several servers can have one key, and what one knows is not true of another's.
 *
 * @param source the name of the source
 * @param server the name of the server in it
 * @param key the row's key
 */
record RowId(String source, String server, EventKey key) {
    RowId {
        requireNonNull(source, "source");
        requireNonNull(server, "server");
        requireNonNull(key, "key");
    }

    /** The row of a key on the server that an event comes from. */
    static RowId of(Event event, EventKey key) {
        return new RowId(
                event.origin().transaction().source(),
                event.origin().transaction().server(),
                key);
    }
}
