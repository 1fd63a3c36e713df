package io.dbus.source.mysql.cases;

/** What the server writes of columns into its binlog: its {@code binlog_row_metadata}. */
enum Mode {
    FULL,
    MINIMAL
}
