package io.dbus.source.mysql.reader;

import io.dbus.embedded.DatabaseServer;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.ValueText;
import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerTables;
import io.dbus.source.mysql.enumerator.ServerStarter;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A server whose binlog is read from now on, and what the position that checkpoints hold knows of its tables. */
final class FollowedServer implements AutoCloseable {
    private final DatabaseServer server;
    private final ReaderSettings settings;
    private BinlogSplitReader reader;
    private BinlogSplitState state;

    /** All that was sent. */
    final List<BinlogElement> elements = new ArrayList<>();

    FollowedServer(DatabaseServer server, String... tables) throws IOException, InterruptedException {
        this.server = server;
        this.settings = new ReaderSettings(
                "followed",
                "src",
                Map.of("db", List.of(new ServerAddress(server.hostname(), server.port()))),
                connection(server),
                List.of(tables),
                KeyColumns.NONE,
                false,
                false,
                false,
                StatementHandling.FAIL,
                LostXa.FAIL,
                16 << 20,
                16 << 20,
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                0);
        state = new BinlogSplitState(new ServerStarter(settings, new Startup.Latest()).start("db"));
        open();
    }

    private void open() {
        reader = new BinlogSplitReader(
                settings,
                new MySqlSourceReaderMetrics(UnregisteredMetricsGroup.createSourceReaderMetricGroup(), "src"),
                new CheckpointHolds("src"));
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(state.toSplit())));
    }

    /** Goes on from what a checkpoint would hold now. */
    void restart() throws Exception {
        reader.close();
        state = new BinlogSplitState(state.toSplit());
        open();
    }

    /** Reads up to the end of the binlog. */
    void catchUp() throws IOException {
        io.dbus.embedded.BinlogPosition end = server.binlogPosition();
        while (!state.position().file().equals(end.file()) || state.position().position() < end.position()) {
            RecordsWithSplitIds<BinlogElement> batch = reader.fetch();
            if (batch.nextSplit() == null) {
                continue;
            }
            for (BinlogElement e = batch.nextRecordFromSplit(); e != null; e = batch.nextRecordFromSplit()) {
                elements.add(e);
                ElementStates.move(state, e);
            }
            batch.recycle();
        }
    }

    /** What is known of the tables of a database. */
    Map<TableId, TableDefinition> known(String database) {
        Map<TableId, TableDefinition> known = sorted();
        state.toSplit().schemas().forEach((table, definition) -> {
            if (table.database().equals(database)) {
                known.put(table, definition);
            }
        });
        return known;
    }

    String charset(String database) {
        return state.charset(database);
    }

    /** The tables of a database as the server says that they are. */
    Map<TableId, TableDefinition> actual(String database) throws MySqlException {
        try (MySqlConnection connection =
                MySqlConnection.open(new ServerAddress(server.hostname(), server.port()), connection(server))) {
            Map<TableId, TableDefinition> actual = sorted();
            actual.putAll(ServerTables.read(connection, TableSelector.parse(List.of(database + ".*"))));
            return actual;
        }
    }

    List<SchemaChange> schemaChanges() {
        return elements.stream()
                .filter(BinlogElement.Defined.class::isInstance)
                .map(element -> ((BinlogElement.Defined) element).change())
                .toList();
    }

    /** The rows that were sent. */
    List<String> rowLines() {
        return elements.stream()
                .filter(BinlogElement.Row.class::isInstance)
                .map(element -> ValueText.of(((BinlogElement.Row) element).change()))
                .toList();
    }

    private static Map<TableId, TableDefinition> sorted() {
        return new TreeMap<>(java.util.Comparator.comparing(TableId::toString));
    }

    private static ConnectionSettings connection(DatabaseServer server) {
        return ConnectionSettings.of(server.rootUser(), server.password()).withHeartbeat(Duration.ofMillis(500));
    }

    @Override
    public void close() {
        reader.close();
    }
}
