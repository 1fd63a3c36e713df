package io.dbus.source.mysql.connection;

import java.util.List;

/**
 * A session with a server over the text protocol. Not thread-safe, but that {@link #close()} may be called by another thread and
 * ends whatever waits.
 */
public final class MySqlConnection implements AutoCloseable {
    private MySqlConnection() {}

    /**
     * Connects and logs in.
     *
     * @throws MySqlException when it cannot: {@code RETRYABLE} when the host is not reached, {@code FATAL} when the login or the
     *     encryption fails
     */
    public static MySqlConnection open(ServerAddress address, ConnectionSettings settings) throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** Runs a query and returns all of its rows. */
    public List<ResultRow> query(String sql) throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** Runs a statement that has no rows. */
    public void execute(String sql) throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** What the server says of itself now. */
    public ServerInfo info() throws MySqlException {
        throw new UnsupportedOperationException();
    }

    public ServerAddress address() {
        throw new UnsupportedOperationException();
    }

    public ServerFlavor flavor() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
}
