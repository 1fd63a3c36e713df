package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** Where one database server runs, with its data: on this machine, or in a container. */
interface DatabaseHost {

    /** Makes the data directory, before the first launch. */
    void prepare(ServerOptions options, DataPreparation preparation) throws IOException;

    /** Starts the process and returns at once; empty when the port is found taken at once. */
    Optional<RunningServer> launch(ServerOptions options, int port);

    /** Called with a connection as root when the server has come to accept some. */
    void ready(Connection connection) throws SQLException;

    /** Whether the connection leads to this server and to no other that came first on its port. */
    boolean isBehind(Connection connection) throws SQLException;

    /** The data directory, or where a copy of its certificates lies. */
    Path dataDirectory();

    /** The server's version, such as 9.7.4. */
    String version();

    /** Where another server of the same kind finds this one, as host and port. */
    Address peerAddress(int port);

    /** Removes the data. The process is dead by then. */
    void remove();

    record Address(String host, int port) {}

    /** Changes a data directory before its first start. */
    @FunctionalInterface
    interface DataPreparation {
        void prepare(Path dataDirectory) throws IOException;
    }
}
