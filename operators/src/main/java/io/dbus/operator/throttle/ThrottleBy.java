package io.dbus.operator.throttle;

/** What a limit is for. Each is a property of where a row is, not of what it holds, so all changes of a row wait in one line. */
public enum ThrottleBy {
    /** All events of the component together. */
    ALL,
    /** Each source. */
    SOURCE,
    /** Each server of each source. */
    SERVER,
    /** Each database, by the name at this place of the pipeline. */
    DATABASE,
    /** Each table, by the name at this place of the pipeline. */
    TABLE,
    /** Each row, by its key. */
    KEY
}
