package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.position.StartupMode;
import io.dbus.source.mysql.reader.StatementHandling;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What sessions may do to a binlog of MariaDB that is read. */
@RequiresServers
class MariaDbOddEventsITCase {
    private static final Duration LONG = Duration.ofSeconds(90);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void transactionsOfSeveralDomainsComeOnceThroughRestarts() throws Exception {
        try (MariaDbServer server = MariaDbServer.builder().start()) {
            server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY)");
            insert(server, 1, 1);
            insert(server, 2, 7);
            String position = server.queryString("SELECT @@gtid_binlog_pos");
            insert(server, 3, 1);
            insert(server, 4, 2);
            try (SourceJob job = new SourceJob(directory, server, "flip.t")
                    .with(MySqlSourceOptions.STARTUP_MODE, StartupMode.SPECIFIC_OFFSET)
                    .with(MySqlSourceOptions.SPECIFIC_GTID_SET, position)
                    .start()) {
                await().atMost(LONG).until(() -> job.count() == 2 && job.checkpoints() > 1);
                insert(server, 5, 7);
                insert(server, 6, 1);
                await().atMost(LONG).until(() -> job.count() == 4);
                job.stopWithSavepoint();
                insert(server, 7, 2);
                server.execute("FLUSH BINARY LOGS");
                insert(server, 8, 1);
                job.start();
                insert(server, 9, 9);
                await().atMost(LONG).until(() -> job.count() == 7);
                assertThat(job.lines())
                        .containsExactly("t +I[3]", "t +I[4]", "t +I[5]", "t +I[6]", "t +I[7]", "t +I[8]", "t +I[9]");
                assertThat(job.out())
                        .extracting(out -> out.gtid().substring(0, 1))
                        .containsExactly("1", "2", "7", "1", "2", "1", "9");
                assertThat(job.out())
                        .extracting(SourceJob.Out::sequence)
                        .isSorted()
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void compressedEventsAndStatementsOfRowsCome() throws Exception {
        try (MariaDbServer server = MariaDbServer.builder()
                .option("max_allowed_packet", "256M")
                .option("log_bin_compress", "ON")
                .option("log_bin_compress_min_len", "10")
                .start()) {
            server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY, v LONGTEXT)");
            try (SourceJob job = new SourceJob(directory, server, "flip.t")
                    .with(MySqlSourceOptions.INCLUDE_QUERY, true)
                    .with(MySqlSourceOptions.STATEMENT_HANDLING, StatementHandling.COUNT)
                    .start()) {
                await().atMost(LONG).until(() -> job.checkpoints() > 1);
                String insert = "INSERT INTO flip.t VALUES (1, REPEAT('x', 20 * 1024 * 1024)), (2, 'ü')";
                String update = "UPDATE flip.t SET v = CONCAT(v, 'z')";
                server.execute(
                        insert,
                        update,
                        "SET SESSION binlog_format = 'STATEMENT'",
                        "INSERT INTO flip.t VALUES (3, 'a text that is long enough to be compressed')",
                        "SET SESSION binlog_format = 'ROW', binlog_annotate_row_events = OFF",
                        "DELETE FROM flip.t WHERE id = 2");
                await().atMost(LONG).until(() -> job.count() == 5);
                assertThat(job.out().subList(0, 5))
                        .extracting(out -> out.event().origin().query())
                        .containsExactly(insert, insert, update, update, "");
                assertThat(job.lines().get(2)).hasSize(2 * 20 * 1024 * 1024 + "t U[1,  -> 1, z]".length());
                assertThat(job.lines()).element(1).isEqualTo("t +I[2, ü]");
                assertThat(job.lines()).element(4).isEqualTo("t -D[2, üz]");
            }
        }
    }

    @Test
    void aBinlogThatIsResetUnderTheReaderFailsTheJobWithTheCure() throws Exception {
        try (MariaDbServer server = MariaDbServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY)");
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            insert(server, 1, 0);
            await().atMost(LONG).until(() -> job.count() == 1);
            // MariaDB refuses while its binlog is read, which it is again at once.
            await().atMost(LONG).ignoreExceptions().until(() -> {
                server.execute("RESET MASTER");
                return true;
            });
            insert(server, 2, 0);
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1]");
        }
    }

    @Test
    void severalTablesOfOneStatementComeInItsOrder() throws Exception {
        MariaDbServer server = SharedServers.mariadb();
        String db = server.createDatabase("odd");
        server.execute(
                "CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v INT)",
                "CREATE TABLE " + db + ".u (id INT PRIMARY KEY, v INT)");
        try (SourceJob job = new SourceJob(directory, server, db + ".*").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "INSERT INTO " + db + ".t VALUES (1, 1)",
                    "INSERT INTO " + db + ".u VALUES (1, 1)",
                    "UPDATE " + db + ".t, " + db + ".u SET t.v = 2, u.v = 3 WHERE t.id = u.id",
                    "USE " + db,
                    "DELETE t, u FROM t JOIN u ON t.id = u.id");
            await().atMost(LONG).until(() -> job.count() == 6);
            assertThat(job.lines())
                    .containsExactly(
                            "t +I[1, 1]",
                            "u +I[1, 1]",
                            "t U[1, 1 -> 1, 2]",
                            "u U[1, 1 -> 1, 3]",
                            "t -D[1, 2]",
                            "u -D[1, 3]");
        }
    }

    private static void insert(MariaDbServer server, int id, int domain) {
        server.execute("SET SESSION gtid_domain_id = " + domain, "INSERT INTO flip.t VALUES (" + id + ")");
    }
}
