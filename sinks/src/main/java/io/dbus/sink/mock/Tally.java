package io.dbus.sink.mock;

import static java.util.Objects.requireNonNull;

/**
 * How many events of a kind came, and their bytes.
 *
 * @param what the kind: an operation, {@code truncate}, {@code schema-change} or {@code message}
 * @param of the table as the sink sees it, or the server where events have none
 */
record Tally(String what, String of, long events, long bytes) {
    Tally {
        requireNonNull(what, "what");
        requireNonNull(of, "of");
    }
}
