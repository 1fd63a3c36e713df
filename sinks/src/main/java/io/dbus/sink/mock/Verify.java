package io.dbus.sink.mock;

import java.util.Locale;

/** What a mock sink looks after. */
enum Verify {
    /** Nothing. */
    NONE,
    /** That the sequence of a key's events only grows. */
    SEQUENCE,
    /** That too, and that a row's changes follow each other: an insert, updates, a delete. */
    ORDER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
