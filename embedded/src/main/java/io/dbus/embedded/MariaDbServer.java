package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A MariaDB server of this machine. Unless an option says otherwise: binlog on with GTIDs in strict mode, row format, full
 * images, full metadata.
 *
 * <p>The binary is the first that is there: the one that the environment variable {@code DBUS_MARIADBD} names, {@code
 * mariadbd} on the PATH, the one that {@code get-mysql.sh} fetched from Debian's packages into {@code ~/.cache} or fetches
 * now, Docker's official image where Docker answers.
 */
public final class MariaDbServer extends DatabaseServer {
    private final Optional<MariaDbServer> source;

    private MariaDbServer(DatabaseProcess process, Optional<MariaDbServer> source) {
        super(process);
        this.source = source;
    }

    public static Builder builder() {
        return new Builder();
    }

    /** {@code @@gtid_binlog_pos}: the last GTID of each domain in the binlog; empty when there is none. */
    public String gtidBinlogPosition() {
        return queryString("SELECT @@gtid_binlog_pos");
    }

    @Override
    public BinlogPosition binlogPosition() {
        Map<String, Object> row = query("SHOW MASTER STATUS").get(0);
        return new BinlogPosition(row.get("File").toString(), ((Number) row.get("Position")).longValue());
    }

    @Override
    public void createUser(String name, String password, String plugin, String... grants) {
        String user = Sql.literal(name) + "@'%'";
        String identified = plugin.isEmpty()
                ? "BY " + Sql.literal(password)
                : "VIA " + plugin + " USING PASSWORD(" + Sql.literal(password) + ")";
        execute("CREATE USER " + user + " IDENTIFIED " + identified);
        for (String grant : grants) {
            execute("GRANT " + grant + " TO " + user);
        }
    }

    @Override
    public void awaitReplicated(Duration timeout) {
        MariaDbServer from = source.orElseThrow(() -> new IllegalStateException(name() + " is no replica"));
        String position = from.gtidBinlogPosition();
        String result =
                queryString("SELECT MASTER_GTID_WAIT('" + position + "', " + Math.max(1, timeout.toSeconds()) + ")");
        if (!result.equals("0")) {
            throw new ServerFailedException(this + " has not applied " + position + " of " + from + " in "
                    + timeout.toSeconds() + " s: " + query("SHOW SLAVE STATUS"));
        }
    }

    private void replicateFrom(MariaDbServer from) {
        String user = "replica_" + name().replace('-', '_');
        // Not in the binlog: it would be a transaction that the tests of the source have not made.
        from.execute(
                "SET sql_log_bin = 0",
                "CREATE USER IF NOT EXISTS '" + user + "'@'%' IDENTIFIED BY 'replica'",
                "GRANT REPLICATION SLAVE ON *.* TO '" + user + "'@'%'");
        DatabaseHost.Address address = from.peerAddress();
        execute(
                "CHANGE MASTER TO MASTER_HOST = '" + address.host() + "', MASTER_PORT = " + address.port()
                        + ", MASTER_USER = '" + user
                        + "', MASTER_PASSWORD = 'replica', MASTER_USE_GTID = slave_pos, MASTER_CONNECT_RETRY = 1",
                "START SLAVE");
    }

    /** Says what the server is like before it starts. */
    public static final class Builder {
        private ServerOptions options = ServerOptions.none();
        private Optional<MariaDbServer> source = Optional.empty();

        private Builder() {}

        /** A server option by its name in the manual. Binlog off is {@code option("skip_log_bin", "")}. */
        public Builder option(String name, String value) {
            options = options.with(name, value);
            return this;
        }

        public Builder options(Map<String, String> values) {
            options = options.with(values);
            return this;
        }

        /** Makes it a replica of that server, by GTID. */
        public Builder replicaOf(MariaDbServer server) {
            source = Optional.of(requireNonNull(server, "server is null"));
            return this;
        }

        /** Starts it; returns when it accepts connections. */
        public MariaDbServer start() {
            MariaDbServer server =
                    new MariaDbServer(DatabaseProcess.startNew(new MariaDbFlavour(), options, data -> {}), source);
            try {
                source.ifPresent(server::replicateFrom);
                return server;
            } catch (RuntimeException e) {
                server.close();
                throw e;
            }
        }
    }
}
