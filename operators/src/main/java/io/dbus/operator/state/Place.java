package io.dbus.operator.state;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;

/**
 * A property by which events are grouped. Each is one of where a row is, not of what it holds: a change of the row does not change it, so all changes of a row
 * are in one group.
 */
public enum Place {
    /** The source. */
    SOURCE,
    /** The source and the server in it. */
    SERVER,
    /** The database, by the name at this place of the pipeline. */
    DATABASE,
    /** The table and its database, by the names at this place of the pipeline. */
    TABLE;

    private static final TableId NONE = new TableId("", "");

    /** The table of an event as components see it here; one with empty names when it has none. */
    public static TableId table(Event event) {
        if (event instanceof RowChange row) {
            return row.table();
        }
        if (event instanceof Truncate truncate) {
            return truncate.table();
        }
        return event instanceof SchemaChange change ? new TableId(change.database(), "") : NONE;
    }

    /** The property of an event, as text that tells it from others. */
    public String of(Event event) {
        return switch (this) {
            case SOURCE -> event.origin().transaction().source();
            case SERVER ->
                event.origin().transaction().source()
                        + "/"
                        + event.origin().transaction().server();
            case DATABASE -> table(event).database();
            case TABLE -> table(event).toString();
        };
    }
}
