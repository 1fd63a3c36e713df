package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerTables;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.position.StartupMode;
import io.dbus.source.mysql.reader.ReaderSettings;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a server where its binlog stands and, where that does not carry the columns of tables, how its tables look. */
public final class ServerStarter implements SplitStarter {
    private static final Logger LOG = LoggerFactory.getLogger(ServerStarter.class);

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
        BinlogPosition position = StartPosition.resolve(address, settings.connection(), startup);
        return BinlogSplit.startingAt(server, position, schemas(address));
    }

    private Map<TableId, TableDefinition> schemas(ServerAddress address) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address, settings.connection())) {
            if (connection.info().fullMetadata()) {
                return Map.of();
            }
            if (startup.mode() != StartupMode.LATEST_OFFSET && !settings.assumeCurrent()) {
                throw MySqlException.fatal(
                        "its binlog does not carry the columns of tables, so that they may have been others at a start in the"
                                + " past",
                        "run SET GLOBAL binlog_row_metadata=FULL and start from there on, or set schema.assume-current: true"
                                + " if no selected table changed since");
            }
            return ServerTables.read(connection, settings.selector());
        }
    }
}
