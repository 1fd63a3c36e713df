package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * What a stream calls itself towards a server. A server ends the stream of a replica when another of the same uuid connects, so
 * two that live at a time must differ.
 *
 * @param serverId the replica's server id, 1 to 2^32 - 1
 * @param uuid the replica's uuid
 */
public record ReplicaIdentity(long serverId, UUID uuid) {
    public ReplicaIdentity {
        requireNonNull(uuid, "uuid");
        if (serverId < 1 || serverId > 0xffffffffL) {
            throw new IllegalArgumentException("the server id " + serverId + " is not from 1 to 4294967295");
        }
    }
}
