package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

@RequiresServers
class BinlogSplitReaderITCase {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final long QUEUE = 64 * 1024;
    private static final int ROWS = 2000;

    private final MySqlServer server = SharedServers.mysql();
    private final List<RecordsWithSplitIds<BinlogElement>> fetched = new CopyOnWriteArrayList<>();
    private volatile boolean stop;

    @Test
    void aFetcherWaitsWhenItsBytesAreUsedAndGoesOnWhenTheyAreBack() throws Exception {
        String db = server.createDatabase("budget");
        server.execute("CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(1000))");
        ServerAddress address = new ServerAddress(server.hostname(), server.port());
        ConnectionSettings connection = ConnectionSettings.of(server.rootUser(), server.password());
        BinlogSplitReader reader = reader(db, address, connection);
        reader.handleSplitsChanges(new SplitsAddition<>(List.of(BinlogSplit.startingAt(
                "db", StartPosition.resolve(address, connection, new Startup.Latest()), Map.of()))));
        server.execute("INSERT INTO " + db + ".t VALUES "
                + String.join(
                        ",",
                        IntStream.range(0, ROWS)
                                .mapToObj(i -> "(" + i + ", REPEAT('x', 900))")
                                .toList()));
        Thread fetcher = new Thread(() -> fetchAll(reader), "fetcher under test");
        fetcher.start();
        try {
            await().atMost(LONG).until(() -> fetcher.getState() == Thread.State.WAITING && !fetched.isEmpty());
            long used = bytes();
            assertThat(used).isBetween(QUEUE, 2 * QUEUE);
            reader.wakeUp();
            await().atMost(LONG).until(() -> fetcher.getState() == Thread.State.WAITING);
            assertThat(bytes()).isEqualTo(used);
            int rows = 0;
            int taken = 0;
            while (rows < ROWS) {
                int next = taken;
                await().atMost(LONG).until(() -> fetched.size() > next);
                RecordsWithSplitIds<BinlogElement> batch = fetched.get(taken++);
                batch.nextSplit();
                for (BinlogElement e = batch.nextRecordFromSplit(); e != null; e = batch.nextRecordFromSplit()) {
                    rows += e instanceof BinlogElement.Row ? 1 : 0;
                }
                batch.recycle();
            }
            assertThat(rows).isEqualTo(ROWS);
        } finally {
            stop = true;
            reader.closeNow();
            fetcher.join();
            reader.close();
        }
    }

    @Test
    void positionsNameTheFileWhenTheServerWritesNoChecksums() throws Exception {
        try (MySqlServer own = MySqlServer.builder()
                .option("binlog_checksum", "NONE")
                .option("gtid_mode", "OFF")
                .option("enforce_gtid_consistency", "OFF")
                .start()) {
            ServerAddress address = new ServerAddress(own.hostname(), own.port());
            ConnectionSettings connection = ConnectionSettings.of(own.rootUser(), own.password());
            BinlogSplitReader reader = reader("d", address, connection);
            reader.handleSplitsChanges(new SplitsAddition<>(List.of(BinlogSplit.startingAt(
                    "db", StartPosition.resolve(address, connection, new Startup.Latest()), Map.of()))));
            own.execute("CREATE DATABASE d");
            try {
                BinlogElement.Passed passed = null;
                while (passed == null) {
                    RecordsWithSplitIds<BinlogElement> batch = reader.fetch();
                    batch.nextSplit();
                    for (BinlogElement e = batch.nextRecordFromSplit(); e != null; e = batch.nextRecordFromSplit()) {
                        passed = e instanceof BinlogElement.Passed found ? found : passed;
                    }
                }
                assertThat(passed.file()).isEqualTo(own.binlogPosition().file());
            } finally {
                reader.close();
            }
        }
    }

    private long bytes() {
        return fetched.stream()
                .mapToLong(batch -> ((BinlogBatch) batch).bytes())
                .sum();
    }

    private void fetchAll(BinlogSplitReader reader) {
        try {
            while (!stop) {
                fetched.add(reader.fetch());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BinlogSplitReader reader(String db, ServerAddress address, ConnectionSettings connection) {
        ReaderSettings settings = new ReaderSettings(
                "budget",
                "src",
                Map.of("db", List.of(address)),
                connection,
                List.of(db + ".t"),
                KeyColumns.NONE,
                false,
                false,
                false,
                StatementHandling.FAIL,
                LostXa.FAIL,
                16 << 20,
                QUEUE,
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                0);
        return new BinlogSplitReader(
                settings,
                new MySqlSourceReaderMetrics(UnregisteredMetricsGroup.createSourceReaderMetricGroup(), "src"),
                new CheckpointHolds("src"));
    }
}
