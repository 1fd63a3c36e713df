package io.dbus.sink.mock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.ValueOptions;

/** An event as a line for people: {@code update shop.orders {"id":1,"name":"a"} -> {"id":1,"name":"b"} (source shops, server north, ...)}. */
final class EventLine {
    private static final int LONGEST = 2000;

    private JsonOut json;
    private RowWriter rows;

    EventLine() {
        begin();
    }

    private void begin() {
        json = new JsonOut();
        rows = new RowWriter(json, ValueOptions.LIKE_DEBEZIUM);
    }

    String of(Event event) {
        String text = what(event);
        return (text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text) + " ("
                + event.origin().describe() + ", sequence " + event.origin().sequence() + ")";
    }

    private String what(Event event) {
        if (event instanceof RowChange row) {
            return row.operation().name().toLowerCase(java.util.Locale.ROOT) + " " + row.table() + " "
                    + row.before().map(image -> image(row, image)).orElse("")
                    + (row.before().isPresent() && row.after().isPresent() ? " -> " : "")
                    + row.after().map(image -> image(row, image)).orElse("");
        } else if (event instanceof Message message) {
            return "message "
                    + message.recordKey()
                            .map(key -> new String(key, UTF_8) + " ")
                            .orElse("")
                    + message.value().map(value -> new String(value, UTF_8)).orElse("(no value)");
        } else if (event instanceof Truncate truncate) {
            return "truncate " + truncate.table();
        }
        SchemaChange change = (SchemaChange) event;
        return "schema-change " + change.database() + " " + change.tables() + " " + change.ddl();
    }

    private String image(RowChange row, RowImage image) {
        try {
            json.startObject();
            rows.members(row, image);
            json.endObject();
            return new String(json.take(), UTF_8);
        } catch (EncodeException | RowDecodeException e) {
            // Half a row is still in the buffers.
            begin();
            return "(not to be decoded: " + e.getMessage() + ")";
        }
    }
}
