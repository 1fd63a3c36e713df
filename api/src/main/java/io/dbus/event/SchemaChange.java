package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * A statement that changed the definition of tables, as its server logged it.
 *
 * @param database the session's default database, empty when none
 * @param ddl the statement's text
 * @param origin where it comes from
 * @param key the key of the exchange
 */
public record SchemaChange(String database, String ddl, Origin origin, EventKey key) implements Event {
    public SchemaChange {
        requireNonNull(database, "database");
        requireNonNull(ddl, "ddl");
        requireNonNull(origin, "origin");
        requireNonNull(key, "key");
    }
}
