package io.dbus.source.mysql.connection;

/** Makes the {@link ReplicaIdentity} of a server's split: the same in every run, another for every split. */
public final class ServerIds {
    private ServerIds() {}

    /** The identity of a server of a source of a pipeline. Its server id is 2^31 or more, out of the way of those that people give. */
    public static ReplicaIdentity of(String pipeline, String source, String server) {
        throw new UnsupportedOperationException();
    }

    /** As {@link #of(String, String, String)}, with a server id that the user gives. */
    public static ReplicaIdentity of(String pipeline, String source, String server, long serverId) {
        throw new UnsupportedOperationException();
    }

    /** The identity for looking around on a server beside a split's own stream, which it does not disturb. */
    public static ReplicaIdentity probe(ReplicaIdentity identity) {
        throw new UnsupportedOperationException();
    }
}
