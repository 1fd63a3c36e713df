package io.dbus.fuzz;

import io.dbus.event.Column;
import io.dbus.event.Event;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import java.util.Optional;

/** Events as text that is the same whenever and however often they are read: all but the time of reading. */
final class EventText {
    private EventText() {}

    static String of(Event event) {
        StringBuilder text = new StringBuilder(event.getClass().getSimpleName());
        if (event instanceof RowChange change) {
            text.append(' ')
                    .append(change.operation())
                    .append(' ')
                    .append(change.schema().table());
            text.append(" key ").append(change.key());
            append(text, " before ", change, change.before());
            append(text, " after ", change, change.after());
        } else if (event instanceof SchemaChange change) {
            text.append(' ').append(change.ddl()).append(' ').append(change.tables());
        } else if (event instanceof Truncate truncate) {
            text.append(' ').append(truncate.source());
        }
        return text.append(' ').append(where(event.origin())).toString();
    }

    /** The columns of an event as the source knows them. */
    static String layout(Event event) {
        if (!(event instanceof RowChange change)) {
            return event.getClass().getSimpleName();
        }
        StringBuilder text = new StringBuilder("table ").append(change.schema().table());
        for (Column column : change.schema().columns()) {
            text.append(", ")
                    .append(column.name())
                    .append(' ')
                    .append(change.schema().type(column));
            text.append(' ')
                    .append(change.schema().layout().column(column.position()).physical());
        }
        return text.toString();
    }

    /** Where an event comes from. */
    static String where(Origin origin) {
        return "at " + origin.transaction().file() + ":" + origin.position() + " GTID "
                + origin.transaction().gtid() + " row " + origin.row() + " ordinal " + origin.ordinal() + " sequence "
                + origin.sequence() + (origin.last() ? " last" : "");
    }

    private static void append(StringBuilder text, String what, RowChange change, Optional<RowImage> image) {
        if (image.isEmpty()) {
            return;
        }
        LogicalText value = new LogicalText();
        text.append(what).append('{');
        for (Column column : change.schema().columns()) {
            if (image.get().isPresent(column.position())) {
                image.get().read(column.position(), value);
                text.append(column.name())
                        .append('=')
                        .append(shortened(value.text()))
                        .append(' ');
            }
        }
        text.append('}');
    }

    private static String shortened(String text) {
        return text == null || text.length() <= 200
                ? text
                : text.substring(0, 200) + "...(" + text.length() + "," + text.hashCode() + ")";
    }
}
