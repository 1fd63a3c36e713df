package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerTables;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.position.StartupMode;
import io.dbus.source.mysql.reader.ReaderSettings;
import io.dbus.source.mysql.reader.SelectedDatabases;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a server where its binlog stands and, where that does not carry the columns of tables, how its tables look. */
public final class ServerStarter implements SplitStarter {
    private static final Logger LOG = LoggerFactory.getLogger(ServerStarter.class);

    private static final int MAX_ATTEMPTS = 100;

    private final ReaderSettings settings;
    private final Startup startup;

    public ServerStarter(ReaderSettings settings, Startup startup) {
        this.settings = requireNonNull(settings, "settings");
        this.startup = requireNonNull(startup, "startup");
    }

    @Override
    public BinlogSplit start(String server) throws IOException, InterruptedException {
        List<ServerAddress> hosts = settings.servers().get(server);
        long waitMillis = settings.reconnectMin().toMillis();
        List<String> refusals = new ArrayList<>();
        for (int attempt = 0; ; attempt++) {
            ServerAddress address = hosts.get(attempt % hosts.size());
            try {
                return start(server, address);
            } catch (MySqlException e) {
                if (e.kind() == MySqlException.Kind.FATAL) {
                    refusals.add("Server " + server + " of source " + settings.source() + " at " + address
                            + " cannot be read from its start: " + e.getMessage());
                }
                if (!refusals.isEmpty() && attempt + 1 >= hosts.size()) {
                    throw new IOException(String.join("; ", refusals), e);
                }
                LOG.warn(
                        "The start of server {} of source {} at {} is asked for again in {} ms: {}",
                        server,
                        settings.source(),
                        address,
                        waitMillis,
                        e.getMessage());
                Thread.sleep(waitMillis);
                waitMillis = Math.min(2 * waitMillis, settings.reconnectMax().toMillis());
            }
        }
    }

    private BinlogSplit start(String server, ServerAddress address) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address, settings.connection())) {
            boolean inThePast = startup.mode() != StartupMode.LATEST_OFFSET;
            if (connection.info().fullMetadata() && inThePast) {
                // How the tables were there is told by the binlog.
                return BinlogSplit.startingAt(server, position(address), Map.of());
            }
            if (inThePast && !settings.assumeCurrent()) {
                throw MySqlException.fatal(
                        "its binlog does not carry the columns of tables, so that they may have been others at a start in the"
                                + " past",
                        "run SET GLOBAL binlog_row_metadata=FULL and start from there on, or set schema.assume-current: true"
                                + " if no selected table changed since");
            }
            return start(server, address, connection);
        }
    }

    /** Tables that are the same before and after the position is taken are so at it. */
    private BinlogSplit start(String server, ServerAddress address, MySqlConnection connection) throws MySqlException {
        Tables before = tables(connection);
        for (int attempt = 0; ; attempt++) {
            BinlogPosition position = position(address);
            Tables after = tables(connection);
            if (after.equals(before)) {
                return BinlogSplit.startingAt(server, position, after.definitions(), after.charsets());
            }
            if (attempt >= MAX_ATTEMPTS) {
                throw MySqlException.fatal(
                        "its tables are defined anew all the time, so that how they are at the position of the start is not sure",
                        "start when no statements define tables");
            }
            before = after;
        }
    }

    private BinlogPosition position(ServerAddress address) throws MySqlException {
        return StartPosition.resolve(address, settings.connection(), startup);
    }

    private record Tables(Map<TableId, TableDefinition> definitions, Map<String, String> charsets) {}

    /** Where rows are read by them, all tables of the databases; else those that are selected, for those who want to know what DDL did. */
    private Tables tables(MySqlConnection connection) throws MySqlException {
        SelectedDatabases databases = new SelectedDatabases(settings.tables());
        TableSelector selector = settings.selector();
        boolean all = !connection.info().fullMetadata();
        Map<String, String> charsets = new HashMap<>(ServerTables.charsets(connection));
        charsets.keySet().removeIf(database -> !databases.mayHold(database));
        return new Tables(
                ServerTables.read(
                        connection, table -> all ? databases.mayHold(table.database()) : selector.selects(table)),
                charsets);
    }
}
