package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectReason;

/**
 * A rejected event as it is stored.
 *
 * @param id by which repeats are told, of {@link DeadLetterId}
 * @param component the component that rejected it
 * @param json the whole of it as one JSON object in UTF-8 without a line end; its fields are those of {@code DEAD-LETTERS.md}. Not to be changed
 */
record DeadLetter(String id, RejectReason reason, String component, byte[] json) {
    DeadLetter {
        requireNonNull(id, "id");
        requireNonNull(reason, "reason");
        requireNonNull(component, "component");
        requireNonNull(json, "json");
    }
}
