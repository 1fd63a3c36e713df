package io.dbus.operator.count;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.dbus.event.EventKey;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The messages of a component: JSON like {@code {"window_start": "2024-05-01T12:00:00Z", "window_end": "2024-05-01T12:01:00Z", "table": "shop.orders", "count": 17,
 * "bytes": 2048}}, with {@code "late": true} when an earlier message of the window had left. The record's key is the group's properties, joined by {@code /}. Its
 * origin has the component for a source and the group for a server, the end of the window for the time of the commit, and a sequence that grows within the group.
 */
final class CountMessage implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final JsonFactory JSON = new JsonFactory();
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final String component;
    private final ArrayList<String> names;
    private final long window;

    /**
     * @param names the names of a group's properties
     * @param window the length of windows in milliseconds
     */
    CountMessage(String component, List<String> names, long window) {
        this.component = requireNonNull(component, "component");
        this.names = new ArrayList<>(names);
        this.window = window;
    }

    /** The sequence of a message whose group has had none yet: the window's end in nanoseconds since the epoch. */
    long sequence(Tally tally) {
        return (tally.window() + window) * NANOS_PER_MILLI;
    }

    Message of(Tally tally, EventKey key, long sequence, long nowMillis) throws IOException {
        String group = String.join("/", tally.group());
        long end = tally.window() + window;
        Transaction transaction = new Transaction(component, group, "", 0, "", "", 0, 0, -1, end * 1_000);
        Origin origin = new Origin(transaction, 0, 0, 0, sequence, nowMillis, true, "");
        return new Message(group.getBytes(UTF_8), json(tally), List.of(), end, origin, key);
    }

    private byte[] json(Tally tally) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream(200);
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField(
                    "window_start", Instant.ofEpochMilli(tally.window()).toString());
            json.writeStringField(
                    "window_end", Instant.ofEpochMilli(tally.window() + window).toString());
            for (int i = 0; i < names.size(); i++) {
                json.writeStringField(names.get(i), tally.group().get(i));
            }
            json.writeNumberField("count", tally.count());
            json.writeNumberField("bytes", tally.bytes());
            if (tally.late()) {
                json.writeBooleanField("late", true);
            }
            json.writeEndObject();
        }
        return out.toByteArray();
    }
}
