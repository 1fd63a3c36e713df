package io.dbus.source.mysql.reader;

import java.util.Locale;

/** What happens at changes of rows of selected tables that a server logged as text, so that the rows are not known. */
public enum StatementHandling {
    /** The job fails. */
    FAIL,
    /** They are counted and told of, and the job goes on without them. */
    COUNT;

    /** As users write it; Flink's options read enums by this. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
