package io.dbus.embedded;

/** What a database server can be started from. */
sealed interface DatabaseSource permits DatabaseBinary, DatabaseImage {}
