package io.dbus.source.mock;

import java.util.Locale;

/** When changes are said to have been committed. */
enum CommitTime {
    /** By a clock that goes with the rows, so that the same rows have the same times. */
    VIRTUAL,
    /** When they are made. */
    NOW;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
