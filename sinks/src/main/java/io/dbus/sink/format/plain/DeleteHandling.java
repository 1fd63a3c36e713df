package io.dbus.sink.format.plain;

import java.util.Locale;

/** What becomes of a delete; the names of Debezium's {@code delete.tombstone.handling.mode}. */
public enum DeleteHandling {
    /** Nothing is written; it is counted as dropped. */
    DROP,
    /** A tombstone: the key without a value. */
    TOMBSTONE,
    /** The row as it was, with {@code __deleted} "true"; all other rows have it "false". */
    REWRITE,
    /** As {@link #REWRITE}, and a tombstone after it. */
    REWRITE_WITH_TOMBSTONE,
    /** As {@link #TOMBSTONE}: here a delete is one event from the start. */
    DELETE_TO_TOMBSTONE;

    /** Whether the row is written as it was. */
    public boolean rewrites() {
        return this == REWRITE || this == REWRITE_WITH_TOMBSTONE;
    }

    /** Whether a record without a value is written. */
    public boolean writesTombstone() {
        return this == TOMBSTONE || this == REWRITE_WITH_TOMBSTONE || this == DELETE_TO_TOMBSTONE;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
