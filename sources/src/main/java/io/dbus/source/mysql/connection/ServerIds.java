package io.dbus.source.mysql.connection;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/** Makes the {@link ReplicaIdentity} of a server's split: the same in every run, another for every split. */
public final class ServerIds {
    private static final long LOWEST = 1L << 31;

    private ServerIds() {}

    /** The identity of a server of a source of a pipeline. Its server id is 2^31 or more, out of the way of those that people give. */
    public static ReplicaIdentity of(String pipeline, String source, String server) {
        ByteBuffer hash = hash(pipeline, source, server);
        long serverId = LOWEST | hash.getInt() & 0x7fffffffL;
        return new ReplicaIdentity(serverId, uuid(hash));
    }

    /** As {@link #of(String, String, String)}, with a server id that the user gives. */
    public static ReplicaIdentity of(String pipeline, String source, String server, long serverId) {
        return new ReplicaIdentity(serverId, of(pipeline, source, server).uuid());
    }

    /** An identity for looking around on a server beside a split's own stream, which it does not disturb. */
    public static ReplicaIdentity probe() {
        // MariaDB tells replicas apart by the server id, MySQL by the uuid: both must be of their own.
        return new ReplicaIdentity(LOWEST | ThreadLocalRandom.current().nextInt() & 0x7fffffffL, UUID.randomUUID());
    }

    private static ByteBuffer hash(String... names) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (String name : names) {
                byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
                digest.update(ByteBuffer.allocate(4).putInt(bytes.length).flip());
                digest.update(bytes);
            }
            return ByteBuffer.wrap(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256, which every Java must have", e);
        }
    }

    /** A uuid of version 8, which is for makers' own hashes (RFC 9562, 5.8). */
    private static UUID uuid(ByteBuffer hash) {
        long high = hash.getLong() & ~0xf000L | 0x8000L;
        long low = hash.getLong() & ~(3L << 62) | 1L << 63;
        return new UUID(high, low);
    }
}
