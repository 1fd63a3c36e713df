package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.position.StartupMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class MySqlSourceITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private final MySqlServer server = SharedServers.mysql();
    private String db;

    @BeforeEach
    void createDatabase() {
        db = server.createDatabase("flip");
        server.execute(
                "CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(3000))",
                "CREATE TABLE " + db + ".other (id INT PRIMARY KEY, v VARCHAR(3000))");
    }

    @Test
    void rowsOfSelectedTablesComeOnceAndInOrder() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO " + db + ".t VALUES (1, 'a'), (2, 'b')");
            server.execute("UPDATE " + db + ".t SET v = 'c' WHERE id = 1");
            server.execute("UPDATE " + db + ".t SET id = 3 WHERE id = 2");
            server.execute("INSERT INTO " + db + ".other VALUES (1, 'x')");
            server.execute("DELETE FROM " + db + ".t WHERE id = 1");
            await().atMost(LONG).until(() -> job.count() >= 6);
            assertThat(job.lines())
                    .containsExactly(
                            "t +I[1, a]", "t +I[2, b]", "t U[1, a -> 1, c]", "t -D[2, b]", "t +I[3, b]", "t -D[1, c]");
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(job.out()).extracting(SourceJob.Out::last).containsExactly(false, true, true, false, true, true);
        }
    }

    @Test
    void aJobThatFailsInsideATransactionGoesOnInsideIt() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".*")
                .with(MySqlSourceOptions.QUEUE_SIZE, MemorySize.parse("64kb"))
                .slowBy(Duration.ofNanos(50_000))
                .failingOnceAfter(4000)
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.executeInTransaction(IntStream.range(0, 100)
                    .mapToObj(i -> "INSERT INTO " + db + (i % 2 == 0 ? ".t" : ".other") + " VALUES "
                            + String.join(
                                    ",",
                                    IntStream.range(i * 200, i * 200 + 200)
                                            .mapToObj(n -> "(" + n + ", 'v" + n + "')")
                                            .toList()))
                    .toArray(String[]::new));
            server.execute("INSERT INTO " + db + ".t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            assertThat(job.restores()).isPositive();
            assertThat(job.restoredRows()).isBetween(1, 19_999);
            assertThat(job.count()).isEqualTo(20_001);
            assertThat(job.lines()).doesNotHaveDuplicates();
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void rowsWhileTheJobIsStoppedComeWhenItGoesOnAtAnotherParallelism() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO " + db + ".t VALUES (1, 'a')");
            await().atMost(LONG).until(() -> job.count() == 1);
            job.stopWithSavepoint();
            server.execute("INSERT INTO " + db + ".t VALUES (2, 'b')", "FLUSH BINARY LOGS");
            job.parallelism(2).start();
            server.execute("INSERT INTO " + db + ".t VALUES (3, 'c')");
            await().atMost(LONG).until(() -> job.count() >= 3);
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]", "t +I[3, c]");
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void earliestOffsetReadsWhatWasThereBeforeTheStart() throws Exception {
        server.execute("INSERT INTO " + db + ".t VALUES (1, 'a')", "FLUSH BINARY LOGS");
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.STARTUP_MODE, StartupMode.EARLIEST_OFFSET)
                .start()) {
            await().atMost(LONG).until(() -> job.count() == 1);
            server.execute("INSERT INTO " + db + ".t VALUES (2, 'b')");
            await().atMost(LONG).until(() -> job.count() == 2);
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aTransactionOverTheHoldStreamsBeforeItsEndIsKnown() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.TRANSACTION_HOLD, MemorySize.parse("32kb"))
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.executeInTransaction(IntStream.range(0, 50)
                    .mapToObj(i -> "INSERT INTO " + db + ".t VALUES (" + i + ", REPEAT('x', 3000))")
                    .toArray(String[]::new));
            await().atMost(LONG).until(() -> job.count() == 50);
            assertThat(job.out()).extracting(SourceJob.Out::ordinal).isSorted().doesNotHaveDuplicates();
            assertThat(job.out().get(0).change().origin().transaction().xid()).isEqualTo(-1);
        }
    }

    @Test
    void compressedTransactionsAreReadAsOthers() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_transaction_compression = ON",
                    "INSERT INTO " + db + ".t VALUES (1, REPEAT('z', 200)), (2, 'b')",
                    "UPDATE " + db + ".t SET v = 'c' WHERE id = 1",
                    "SET SESSION binlog_transaction_compression = OFF",
                    "DELETE FROM " + db + ".t WHERE id = 2");
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines())
                    .containsExactly(
                            "t +I[1, " + "z".repeat(200) + "]",
                            "t +I[2, b]",
                            "t U[1, " + "z".repeat(200) + " -> 1, c]",
                            "t -D[2, b]");
            assertThat(job.out()).extracting(SourceJob.Out::last).containsExactly(false, true, true, true);
        }
    }

    @Test
    void columnsThatMinimalImagesLackAreAbsentAndKeysAreThere() throws Exception {
        server.execute("INSERT INTO " + db + ".t VALUES (1, 'a'), (2, 'b')");
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_row_image = 'MINIMAL'",
                    "UPDATE " + db + ".t SET v = 'c' WHERE id = 1",
                    "UPDATE " + db + ".t SET v = NULL WHERE id = 1",
                    "DELETE FROM " + db + ".t WHERE id = 2");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.lines()).containsExactly("t U[1 -> c]", "t U[1 -> null]", "t -D[2]");
            assertThat(job.out().get(0).change().key())
                    .isEqualTo(job.out().get(1).change().key());
        }
    }

    @Test
    void rowsAfterAnAlterHaveTheNewColumns() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "INSERT INTO " + db + ".t VALUES (1, 'a')",
                    "ALTER TABLE " + db + ".t ADD COLUMN n INT UNSIGNED FIRST",
                    "INSERT INTO " + db + ".t VALUES (4000000000, 2, 'b')",
                    "TRUNCATE " + db + ".t",
                    "RENAME TABLE " + db + ".t TO " + db + ".gone",
                    "INSERT INTO " + db + ".gone VALUES (1, 1, '')",
                    "RENAME TABLE " + db + ".gone TO " + db + ".t",
                    "INSERT INTO " + db + ".t VALUES (3, 3, 'c')");
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines())
                    .containsExactly("t +I[1, a]", "t +I[4000000000, 2, b]", "t TRUNCATE", "t +I[3, 3, c]");
            assertThat(job.out().get(0).change().key())
                    .isNotEqualTo(job.out().get(1).change().key());
        }
    }

    @Test
    void aDataChangeLoggedAsTextFailsTheJobForGoodAndNamesStatementPlaceAndCure() throws Exception {
        try (SourceJob job =
                new SourceJob(directory, server, db + ".t").restarting().start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_format = 'STATEMENT'",
                    "INSERT INTO " + db + ".other VALUES (1, 'passes')",
                    "INSERT INTO " + db + ".t VALUES (1, 'as text')");
            assertThat(job.failure())
                    .contains("INSERT INTO " + db + ".t VALUES (1, 'as text')")
                    .contains("binlog_format=ROW")
                    .contains("source db, server db, binlog.")
                    .contains("GTID " + server.serverUuid() + ":");
            assertThat(job.restores()).as("restarts, which would end alike").isZero();
        }
    }

    @Test
    void xaGroupsOfOtherTablesPassAndThoseOfSelectedOnesComeWhenTheyAreCommitted() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "XA START 'a'",
                    "INSERT INTO " + db + ".other VALUES (1, 'x')",
                    "XA END 'a'",
                    "XA PREPARE 'a'",
                    "XA COMMIT 'a'");
            server.execute(
                    "XA START 'b'",
                    "INSERT INTO " + db + ".t VALUES (1, 'one phase')",
                    "XA END 'b'",
                    "XA COMMIT 'b' ONE PHASE");
            await().atMost(LONG).until(() -> job.count() == 1);
            assertThat(job.lines()).containsExactly("t +I[1, one phase]");
            server.execute("XA START 'c'", "INSERT INTO " + db + ".t VALUES (2, 'x')", "XA END 'c'", "XA PREPARE 'c'");
            server.execute("INSERT INTO " + db + ".t VALUES (3, 'behind it')");
            await().atMost(LONG).until(() -> job.count() == 2);
            server.execute("XA COMMIT 'c'");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.lines()).containsExactly("t +I[1, one phase]", "t +I[3, behind it]", "t +I[2, x]");
        }
    }

    @Test
    void twoReadersShareFourServersAndEachRowComesFromEach() throws Exception {
        Map<String, List<DatabaseServer>> four =
                Map.of("a", List.of(server), "b", List.of(server), "c", List.of(server), "d", List.of(server));
        try (SourceJob job =
                new SourceJob(directory, four, db + ".t").parallelism(2).start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO " + db + ".t VALUES (1, 'a')");
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.out()).extracting(SourceJob.Out::server).containsExactlyInAnyOrder("a", "b", "c", "d");
            assertThat(job.out().stream().map(out -> out.change().key()).distinct())
                    .hasSize(4);
        }
    }

    @Test
    void anotherReaderOfTheSameNameFailsTheJobAtItsSecondClash() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            for (int clash = 0; clash < 2; clash++) {
                int before = job.count();
                server.execute("INSERT INTO " + db + ".t VALUES (" + clash + ", '')");
                await().atMost(LONG).until(() -> job.count() > before);
                // A server takes a second replica of one uuid for the first come back, and ends the first.
                BinlogStream twin = BinlogStream.open(
                        new ServerAddress(server.hostname(), server.port()),
                        ConnectionSettings.of(server.rootUser(), server.password()),
                        StartPosition.resolve(
                                new ServerAddress(server.hostname(), server.port()),
                                ConnectionSettings.of(server.rootUser(), server.password()),
                                new Startup.Latest()),
                        ServerIds.of(job.context().pipeline(), "db", "db"));
                server.execute("INSERT INTO " + db + ".other VALUES (" + clash + ", '')");
                twin.close();
            }
            assertThat(job.failure()).contains("twice within a minute").contains("give this one another name");
        }
    }
}
