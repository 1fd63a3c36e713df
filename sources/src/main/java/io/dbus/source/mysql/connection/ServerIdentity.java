package io.dbus.source.mysql.connection;

/**
 * What tells a server from others whose binlog files have the same names, as text, which saved positions hold. MySQL has a {@code
 * server_uuid} for that. MariaDB has none, and nodes of a Galera cluster commonly share a {@code server_id}, which is in the GTIDs that they
 * share (MariaDB Knowledge Base, "Using MariaDB GTIDs with MariaDB Galera Cluster"): so it is that, the name of the machine and the port,
 * which the server says of itself whatever address leads to it.
 */
public final class ServerIdentity {
    private static final String HOST = "@";

    private ServerIdentity() {}

    /** The identity of a server without uuid, such as {@code server-id-3@db1:3306}. */
    static String of(long serverId, String hostname, String port) {
        return "server-id-" + serverId + HOST + hostname + ":" + port;
    }

    /**
     * Whether a saved identity is that of a server.
     *
     * @param saved what state holds; versions that knew no host wrote {@code server-id-3}, which is taken for every host with that id
     * @param found what the server is now
     */
    public static boolean isSame(String saved, String found) {
        return found.equals(saved) || !saved.isEmpty() && !saved.contains(HOST) && found.startsWith(saved + HOST);
    }
}
