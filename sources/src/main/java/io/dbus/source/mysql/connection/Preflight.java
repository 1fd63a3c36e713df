package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.position.StartupMode;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at a server before the job starts, so that what would fail later fails now and with its cure. */
public final class Preflight {
    private static final Logger LOG = LoggerFactory.getLogger(Preflight.class);

    /**
     * What is to be looked at.
     *
     * @param server the server's name in the pipeline file
     * @param address where it listens
     * @param settings how to connect
     * @param tables which tables are read
     * @param startup where a server without a saved position begins
     * @param identity what the stream will call itself
     * @param assumeCurrent the user's word that tables have not changed since the start position ({@code schema.assume-current})
     */
    public record Request(
            String server,
            ServerAddress address,
            ConnectionSettings settings,
            TableSelector tables,
            Startup startup,
            ReplicaIdentity identity,
            boolean assumeCurrent) {
        public Request {
            requireNonNull(server, "server");
            requireNonNull(address, "address");
            requireNonNull(settings, "settings");
            requireNonNull(tables, "tables");
            requireNonNull(startup, "startup");
            requireNonNull(identity, "identity");
        }
    }

    private final Request request;
    private final MySqlConnection connection;
    private final ServerInfo info;
    private final List<Problem> problems = new ArrayList<>();

    private Preflight(Request request, MySqlConnection connection) throws MySqlException {
        this.request = request;
        this.connection = connection;
        this.info = connection.info();
    }

    /**
     * What would keep the server from being read; empty when nothing would. What only changes what the events hold (row images
     * that are not full, no GTIDs, no table yet) is logged as a warning.
     */
    public static List<Problem> check(Request request) {
        try (MySqlConnection connection = MySqlConnection.open(request.address(), request.settings())) {
            return new Preflight(request, connection).run();
        } catch (MySqlException e) {
            return List.of(problem(request, e));
        }
    }

    private List<Problem> run() throws MySqlException {
        checkModes();
        checkServerIds();
        Privileges privileges = Privileges.read(connection);
        checkBinlogPrivileges(privileges);
        checkTables(privileges);
        if (problems.isEmpty()) {
            checkStart();
        }
        return List.copyOf(problems);
    }

    private void checkModes() {
        if (!info.logBin()) {
            add("writes no binlog", "start it with log_bin, and with binlog_format ROW");
            return;
        }
        if (!info.binlogFormat().equalsIgnoreCase("ROW")) {
            add(
                    "has binlog_format " + info.binlogFormat() + ", which logs statements in place of rows",
                    "SET GLOBAL binlog_format = 'ROW'; in its configuration too, and let the sessions that write reconnect");
        }
        if (!info.rowImage().equalsIgnoreCase("FULL")) {
            LOG.warn(
                    "{}: binlog_row_image is {}, so that updates and deletes hold only some columns; the others are absent from events",
                    where(),
                    info.rowImage());
        }
        if (!info.rowValueOptions().isEmpty()) {
            add(
                    "has binlog_row_value_options " + info.rowValueOptions()
                            + ", which logs changes of JSON values that cannot be read yet",
                    "SET GLOBAL binlog_row_value_options = ''; in its configuration too, and let the sessions that write "
                            + "reconnect");
        }
        if (!info.gtids()) {
            LOG.warn(
                    "{}: gtid_mode is {}, so that positions are files and positions and no other server can take over",
                    where(),
                    info.gtidMode());
        }
    }

    private void checkServerIds() {
        if (info.serverId() == 0) {
            add("has server_id 0, with which it serves no replica", "SET GLOBAL server_id to a number of its own");
        } else if (info.serverId() == request.identity().serverId()) {
            problems.add(Problem.ofOption(
                    "server-id",
                    where() + " has the server_id " + info.serverId() + ", which is this source's own too",
                    "set server-id to a number that no server has, or leave it out"));
        }
    }

    private void checkBinlogPrivileges(Privileges privileges) {
        if (!privileges.canReadBinlog()) {
            add(
                    "gives " + privileges.account() + " no REPLICATION SLAVE, which reading the binlog needs",
                    privileges.grant("REPLICATION SLAVE"));
        }
        if (!privileges.canSeeBinlogStatus()) {
            add(
                    "gives " + privileges.account() + " no "
                            + (info.flavor() == ServerFlavor.MARIADB ? "BINLOG MONITOR" : "REPLICATION CLIENT")
                            + ", which finding the start position needs",
                    privileges.grantOfBinlogStatus());
        }
    }

    private void checkTables(Privileges privileges) throws MySqlException {
        if (!info.fullMetadata() && startsInThePast() && !request.assumeCurrent()) {
            add(
                    "has binlog_row_metadata MINIMAL, so that its binlog does not say what the tables looked like at a start in "
                            + "the past (" + request.startup().mode() + ")",
                    "SET GLOBAL binlog_row_metadata = FULL; and start later than that, or start at latest-offset, or say "
                            + "schema.assume-current: true if no table has been altered since");
        }
        List<TableId> tables = ServerTables.list(connection, request.tables());
        if (!tables.isEmpty()) {
            return;
        }
        if (info.fullMetadata()) {
            LOG.warn(
                    "{}: no table that {} can see fits {}; those that will be made are read",
                    where(),
                    privileges.account(),
                    request.tables());
        } else {
            add(
                    "has no table that " + privileges.account() + " can see and " + request.tables()
                            + " selects, and with binlog_row_metadata MINIMAL the columns must be asked for",
                    privileges.grant("SELECT") + " or correct tables, or SET GLOBAL binlog_row_metadata = FULL;");
        }
    }

    private void checkStart() {
        try {
            StartPosition.check(request.address(), request.settings(), request.startup());
        } catch (MySqlException e) {
            problems.add(problem(request, e));
        }
    }

    private boolean startsInThePast() {
        return request.startup().mode() != StartupMode.LATEST_OFFSET;
    }

    private void add(String what, String cure) {
        problems.add(Problem.of(where() + " " + what, cure));
    }

    private String where() {
        return "the server " + request.server() + " (" + info + ")";
    }

    private static Problem problem(Request request, MySqlException e) {
        return Problem.of(
                "the server " + request.server() + ": " + e.what(),
                e.cure().isEmpty() ? "look into the server's log" : e.cure());
    }
}
