package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A MySQL server of this machine. Unless an option says otherwise: binlog on, GTIDs on, row format, full images, full
 * metadata, TLS offered with certificates of its own making, all accounts by {@code caching_sha2_password}.
 *
 * <p>The binary is the first that is there: the one that the environment variable {@code DBUS_MYSQLD} names, {@code
 * mysqld} on the PATH unless that is MariaDB, the one that {@code get-mysql.sh} fetched from Debian's packages into
 * {@code ~/.cache} or fetches now, Docker's official image where Docker answers.
 */
public final class MySqlServer extends DatabaseServer {
    private final Optional<MySqlServer> source;

    private MySqlServer(DatabaseProcess process, Optional<MySqlServer> source) {
        super(process);
        this.source = source;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** {@code @@server_uuid}. */
    public String serverUuid() {
        return queryString("SELECT @@server_uuid");
    }

    /** {@code @@gtid_executed}, without line breaks; empty when there is none. */
    public String gtidExecuted() {
        return queryString("SELECT @@gtid_executed").replace("\n", "");
    }

    @Override
    public BinlogPosition binlogPosition() {
        // Until 8.2 there was only the old name of this statement, since 8.4 there is only the new one.
        String statement = binaryVersion().startsWith("8.0.") ? "SHOW MASTER STATUS" : "SHOW BINARY LOG STATUS";
        Map<String, Object> row = query(statement).get(0);
        return new BinlogPosition(row.get("File").toString(), ((Number) row.get("Position")).longValue());
    }

    /** The certificate, as PEM, of the authority that signed the server's own one. */
    public Path caCertificate() {
        return dataDirectory().resolve("ca.pem");
    }

    @Override
    public void createUser(String name, String password, String plugin, String... grants) {
        String user = Sql.literal(name) + "@'%'";
        String with = plugin.isEmpty() ? "" : " WITH " + plugin;
        execute("CREATE USER " + user + " IDENTIFIED" + with + " BY " + Sql.literal(password));
        for (String grant : grants) {
            execute("GRANT " + grant + " TO " + user);
        }
    }

    @Override
    public void awaitReplicated(Duration timeout) {
        MySqlServer from = source.orElseThrow(() -> new IllegalStateException(name() + " is no replica"));
        String set = from.gtidExecuted();
        String result = queryString(
                "SELECT WAIT_FOR_EXECUTED_GTID_SET('" + set + "', " + Math.max(1, timeout.toSeconds()) + ")");
        if (!result.equals("0")) {
            throw new ServerFailedException(this + " has not applied " + set + " of " + from + " in "
                    + timeout.toSeconds() + " s: " + query("SHOW REPLICA STATUS"));
        }
    }

    private void replicateFrom(MySqlServer from) {
        String user = "replica_" + name().replace('-', '_');
        // Not in the binlog: it would be a transaction that the tests of the source have not made.
        from.execute(
                "SET sql_log_bin = 0",
                "CREATE USER IF NOT EXISTS '" + user + "'@'%' IDENTIFIED BY 'replica'",
                "GRANT REPLICATION SLAVE ON *.* TO '" + user + "'@'%'");
        DatabaseHost.Address address = from.peerAddress();
        execute(
                "CHANGE REPLICATION SOURCE TO SOURCE_HOST = '" + address.host() + "', SOURCE_PORT = " + address.port()
                        + ", SOURCE_USER = '" + user + "', SOURCE_PASSWORD = 'replica', SOURCE_AUTO_POSITION = 1"
                        + ", GET_SOURCE_PUBLIC_KEY = 1, SOURCE_CONNECT_RETRY = 1, SOURCE_RETRY_COUNT = 86400",
                "START REPLICA");
    }

    /** Says what the server is like before it starts. */
    public static final class Builder {
        private ServerOptions options = ServerOptions.none();
        private Optional<MySqlServer> source = Optional.empty();
        private boolean ownCertificates;

        private Builder() {}

        /**
         * A server option by its name in the manual. Binlog off is {@code option("skip_log_bin", "")}.
         */
        public Builder option(String name, String value) {
            options = options.with(name, value);
            return this;
        }

        public Builder options(Map<String, String> values) {
            options = options.with(values);
            return this;
        }

        /** Makes it a replica of that server, by GTID auto-position. */
        public Builder replicaOf(MySqlServer server) {
            source = Optional.of(requireNonNull(server, "server is null"));
            return this;
        }

        /** A certificate authority that no other server has; otherwise those of one version share one. */
        public Builder ownCertificates() {
            ownCertificates = true;
            return this;
        }

        /** Starts it; returns when it accepts connections. */
        public MySqlServer start() {
            DatabaseProcess process = DatabaseProcess.startNew(new MySqlFlavour(), options, this::makeItsOwn);
            MySqlServer server = new MySqlServer(process, source);
            try {
                source.ifPresent(server::replicateFrom);
                return server;
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        }

        /** Takes from a copy of the template what a server must not share; it makes its own at its start. */
        private void makeItsOwn(Path dataDirectory) throws IOException {
            // The uuid.
            Files.deleteIfExists(dataDirectory.resolve("auto.cnf"));
            if (!ownCertificates) {
                return;
            }
            try (DirectoryStream<Path> files = Files.newDirectoryStream(dataDirectory, "*.pem")) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
        }
    }
}
