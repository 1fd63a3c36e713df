package io.dbus.source.mysql.position;

import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ReplicaIdentity;
import io.dbus.source.mysql.connection.ServerAddress;

/** Finds the position at which a server's binlog is to be begun. */
public final class StartPosition {
    private StartPosition() {}

    /**
     * The position of a startup on a server. A server with GTIDs gives a GTID set that is never short of what lies behind, so
     * that a reconnect does not ask for it again: {@code earliest-offset} begins with {@code gtid_purged}, {@code latest-offset}
     * with {@code gtid_executed}, a file and position or a time with the set at the head of the file and the transactions on
     * the way, for which the file is read from its head.
     *
     * @throws MySqlException when the server cannot be read, or the place is not (or no longer) on the server
     */
    public static BinlogPosition resolve(
            ServerAddress address, ConnectionSettings settings, Startup startup, ReplicaIdentity identity)
            throws MySqlException {
        throw new UnsupportedOperationException();
    }
}
