package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Binlogs that are reset, cut off or begun anew while they are read and while they are not. */
@RequiresServers
class BinlogFaultsITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private MySqlServer server;

    @BeforeEach
    void start() {
        server = MySqlServer.builder().start();
        server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY, v VARCHAR(3000))");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aBinlogThatIsResetUnderTheReaderFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatIsResetUnderTheReaderOfALaterFileFailsTheJobWithTheCure() throws Exception {
        server.execute("FLUSH BINARY LOGS");
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatIsResetAndWrittenOnUnderTheReaderFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS");
            for (int i = 10; i < 40; i++) {
                server.execute("INSERT INTO flip.t VALUES (" + i + ", 'after')");
            }
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatWasResetMeanwhileFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            job.start();
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatWasResetAndWrittenBeyondWhereItWasReadFailsTheJobToo() throws Exception {
        server.execute("FLUSH BINARY LOGS");
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            server.execute("RESET BINARY LOGS AND GTIDS");
            for (int i = 10; i < 30; i++) {
                server.execute("INSERT INTO flip.t VALUES (" + i + ", 'after')");
            }
            job.start();
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aTransactionThatACrashCutOffIsSentNowhereOrMissed() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            BinlogPosition whole = server.binlogPosition();
            server.execute("INSERT INTO flip.t VALUES (3, 'cut off')");
            server.kill9();
            cut(whole.file(), whole.position() + 150);
            server.start();
            server.execute("INSERT INTO flip.t VALUES (4, 'after')");
            job.start();
            // Whether the crash left the row in the table depends on what InnoDB had written by then.
            if (server.query("SELECT id FROM flip.t WHERE id = 3").isEmpty()) {
                await().atMost(LONG).until(() -> job.count() == 3);
                assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]", "t +I[4, after]");
            } else {
                assertThat(job.failure()).contains("purged");
                assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
            }
        }
    }

    @Test
    void aTransactionThatWasReadAndThatACrashTookBackFailsTheJobOnceAnotherHasItsGtid() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            BinlogPosition whole = server.binlogPosition();
            server.execute("INSERT INTO flip.t VALUES (3, 'taken back')");
            await().atMost(LONG).until(() -> job.count() == 3);
            job.stopWithSavepoint();
            server.kill9();
            cut(whole.file(), whole.position());
            server.start();
            server.execute("INSERT INTO flip.t VALUES (4, 'in its place')", "INSERT INTO flip.t VALUES (5, 'after')");
            job.start();
            // Whether the crash left the row in the table depends on what InnoDB had written by then.
            if (server.query("SELECT id FROM flip.t WHERE id = 3").isEmpty()) {
                assertThat(job.failure())
                        .contains("taken back by a restore or a crash")
                        .contains("start anew without the saved state");
                assertThat(job.lines()).hasSize(3);
            } else {
                await().atMost(LONG).until(() -> job.count() == 5);
            }
        }
    }

    @Test
    void aServerThatDiesInTheMiddleOfALargeTransactionSendsItWholeOrNotAtAll() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t")
                .with(MySqlSourceOptions.TRANSACTION_HOLD, MemorySize.parse("64kb"))
                .restarting()) {
            begin(job);
            Connection connection = server.connect();
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN");
                for (int i = 0; i < 50; i++) {
                    statement.execute("INSERT INTO flip.t SELECT 1000 + " + i
                            + " * 100 + n.n, REPEAT('x', 2000) FROM (WITH RECURSIVE r (n) AS (SELECT 0 UNION ALL"
                            + " SELECT n + 1 FROM r WHERE n < 99) SELECT n FROM r) n");
                }
                server.kill9();
            }
            server.start();
            server.execute("INSERT INTO flip.t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]", "t +I[-1, end]");
            assertThat(job.restores()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {150, 160})
    void aFileThatIsCutOffInTheMiddleAndNotTheLastFailsTheJob(int inTransaction) throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            BinlogPosition whole = server.binlogPosition();
            server.execute(
                    "INSERT INTO flip.t VALUES (3, 'cut off')",
                    "FLUSH BINARY LOGS",
                    "INSERT INTO flip.t VALUES (4, 'after')");
            cut(whole.file(), whole.position() + inTransaction);
            job.start();
            assertThat(job.failure()).containsIgnoringCase("server db").contains("binlog.00000");
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void filesThatAreBegunWhileTheyAreReadAreReadOneAfterTheOther() throws Exception {
        try (SourceJob job =
                new SourceJob(directory, server, "flip.t").failingOnceAfter(150).slowBy(Duration.ofMillis(1))) {
            begin(job);
            server.execute("SET GLOBAL max_binlog_size = 4096");
            for (int i = 0; i < 200; i++) {
                server.execute(
                        i % 20 == 0 ? "FLUSH BINARY LOGS" : "DO 1",
                        i % 25 == 0 ? "SET GLOBAL binlog_checksum = " + (i % 50 == 0 ? "NONE" : "CRC32") : "DO 1",
                        "INSERT INTO flip.t VALUES (" + (100 + i) + ", REPEAT('x', 300))");
            }
            server.execute("INSERT INTO flip.t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            assertThat(job.lines()).doesNotHaveDuplicates().hasSize(203);
            assertThat(job.restores()).isPositive();
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(server.query("SHOW BINARY LOGS")).hasSizeGreaterThan(15);
        }
    }

    private void cut(String file, long size) throws Exception {
        try (RandomAccessFile binlog = new RandomAccessFile(
                server.dataDirectory().resolve(Path.of(file).getFileName()).toFile(), "rw")) {
            binlog.setLength(size);
        }
    }

    private void begin(SourceJob job) throws Exception {
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        server.execute("INSERT INTO flip.t VALUES (1, 'a')", "INSERT INTO flip.t VALUES (2, 'b')");
        await().atMost(LONG).until(() -> job.count() == 2);
    }
}
