package io.dbus.source.mysql.position;

import java.util.Locale;

/** Where a server that has no saved position begins: the values of {@code scan.startup.mode}. */
public enum StartupMode {
    /** A snapshot of the tables, then the binlog. Not there yet. */
    INITIAL,
    /** A snapshot of the tables and no more. Not there yet. */
    SNAPSHOT,
    /** The oldest transaction that the server still has. */
    EARLIEST_OFFSET,
    /** The next transaction. */
    LATEST_OFFSET,
    /** A binlog file and position, or a GTID set. */
    SPECIFIC_OFFSET,
    /** The first transaction that was committed at a time or after it. */
    TIMESTAMP;

    /** As users write it: {@code earliest-offset}. Flink's options read enums by this. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
