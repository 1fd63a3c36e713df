package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A statement that changed the definition of tables, as its server logged it. It has a sequence of its own, which orders it among the rows of its
 * tables; it waits for none of them, nor they for it: a row carries the schema that it was written under. Its tables keep the names that their server
 * gives them, whatever operators call them for sinks.
 *
 * @param database the session's default database, empty when none
 * @param ddl the statement's text
 * @param tables what it did to selected tables, in the order of the statement, under the names that they had before all of it and have after all of it
 *     (a swap is two of them); empty when that is not known
 * @param origin where it comes from
 * @param key the key of the exchange, no row's key: the statements of a server have one, so that they keep their order
 */
public record SchemaChange(String database, String ddl, List<TableChange> tables, Origin origin, EventKey key)
        implements Event {
    public SchemaChange {
        requireNonNull(database, "database");
        requireNonNull(ddl, "ddl");
        tables = List.copyOf(tables);
        requireNonNull(origin, "origin");
        requireNonNull(key, "key");
    }
}
