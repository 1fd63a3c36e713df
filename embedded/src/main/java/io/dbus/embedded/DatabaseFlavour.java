package io.dbus.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What differs between MySQL and MariaDB in getting, preparing and reaching a server. */
interface DatabaseFlavour {
    String ROOT = "root";
    String PASSWORD = "dbus";

    /** The beginning of a server's name: {@code mysql} or {@code mariadb}. */
    String kind();

    /** @throws ServerUnavailableException when this machine has none and cannot get one */
    DatabaseSource source();

    /** The options of a server that says nothing else. */
    ServerOptions defaults();

    /** Names of the options that are settled for good when a data directory is made. */
    List<String> lastingOptions();

    /**
     * What a data directory depends on besides the binary's version and {@link #lastingOptions}: another text makes
     * another template.
     */
    String recipe();

    /** Makes a data directory in which {@link #ROOT} has {@link #PASSWORD} and may come from anywhere. */
    void initialize(DatabaseBinary binary, Path dataDirectory, ServerOptions lasting, ServerLog log);

    String jdbcUrl(int port, String database);

    /** The JDBC driver's names of connect timeout and socket timeout, both in milliseconds. */
    Map<String, String> timeouts(int connect, int socket);
}
