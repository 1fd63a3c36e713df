package io.dbus.operator.count;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Events of one group in one window.
 *
 * @param group the group's properties; one of an expression is null where that is NULL
 * @param window where the window begins, in milliseconds since the epoch
 * @param count how many events
 * @param bytes the bytes of their images
 * @param late whether the window's message had left when the first of them came
 */
record Tally(List<String> group, long window, long count, long bytes, boolean late) {
    Tally {
        // List.copyOf takes no null.
        group = Collections.unmodifiableList(new ArrayList<>(requireNonNull(group, "group")));
    }

    /** This and others of the same group and window. */
    Tally plus(Tally other) {
        return new Tally(group, window, count + other.count, bytes + other.bytes, late);
    }

    Tally asLate() {
        return new Tally(group, window, count, bytes, true);
    }

    /** The key of the group. */
    EventKey key(String component) {
        EventKey.Builder key = new EventKey.Builder(component);
        for (String part : group) {
            if (part == null) {
                key.nullValue();
            } else {
                byte[] text = part.getBytes(UTF_8);
                key.text(text, 0, text.length);
            }
        }
        return key.build();
    }
}
