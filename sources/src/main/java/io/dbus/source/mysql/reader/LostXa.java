package io.dbus.source.mysql.reader;

import java.util.Locale;

/** What happens when an XA transaction is committed whose rows can be read no more. */
public enum LostXa {
    /** The job fails. */
    FAIL,
    /** It is counted and told of, and the job goes on without its rows. */
    COUNT;

    /** As users write it; Flink's options read enums by this. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
