package io.dbus.source.mysql.connection;

import io.dbus.source.mysql.position.BinlogPosition;

/**
 * A server's binlog from a position on, as raw events in the order of the server, those that the server makes up (ROTATE at the
 * start, HEARTBEAT) included. Used by one thread, but that {@link #close()} may be called by another and ends a blocked read.
 */
public final class BinlogStream implements AutoCloseable {
    private BinlogStream() {}

    /**
     * Connects and asks for the binlog: by GTIDs when the position and the server have them, else by file and position.
     *
     * @param from where to begin; a transaction that it stands in is sent from its start
     * @throws MySqlException when the server cannot be reached or refuses
     */
    public static BinlogStream open(
            ServerAddress address, ConnectionSettings settings, BinlogPosition from, ReplicaIdentity identity)
            throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** What the server said of itself when it was connected to. */
    public ServerInfo info() {
        throw new UnsupportedOperationException();
    }

    /**
     * The next event; waits for it.
     *
     * @throws MySqlException when the server ends the stream with an error, when the connection is lost, and when the server
     *     has been silent for three heartbeats while this method waited
     */
    public RawEvent next() throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** Whether {@link #next()} can return without a read from the network. */
    public boolean hasBuffered() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
