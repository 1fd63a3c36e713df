package io.dbus.operator.count;

/** A property by which events are counted. */
public enum CountBy {
    /** The source. */
    SOURCE,
    /** The server in its source. */
    SERVER,
    /** The database, by the name at this place of the pipeline. */
    DATABASE,
    /** The table and its database, by the names at this place of the pipeline. */
    TABLE,
    /** The operation. */
    OPERATION
}
