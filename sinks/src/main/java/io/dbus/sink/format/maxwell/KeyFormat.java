package io.dbus.sink.format.maxwell;

import java.util.Locale;

/** The key of a record; the names of Maxwell's {@code kafka_key_format}. */
public enum KeyFormat {
    /** {@code {"database":"d","table":"t","pk.id":4}} */
    HASH,
    /** {@code ["d","t",[{"id":4}]]} */
    ARRAY;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
