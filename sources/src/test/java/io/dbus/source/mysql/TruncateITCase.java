package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class TruncateITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void everyFormOfTruncateComesAndThatOfATemporaryTableDoesNot() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = tables(server);
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            everyForm(server, db);
            server.execute(
                    "SET SESSION binlog_format = 'STATEMENT'",
                    "USE " + db,
                    "CREATE TEMPORARY TABLE t (id INT)",
                    "TRUNCATE t",
                    "DROP TEMPORARY TABLE t");
            // A parent that is referred to is not truncated, unless the session says that it may be.
            server.execute(
                    "CREATE TABLE " + db + ".child (id INT PRIMARY KEY, p INT, FOREIGN KEY (p) REFERENCES " + db
                            + ".t (id))",
                    "SET SESSION foreign_key_checks = 0",
                    "TRUNCATE " + db + ".t",
                    "DROP TABLE " + db + ".child");
            assertEveryForm(server, db, job, 5);
        }
    }

    @Test
    void everyFormOfTruncateOfMariaDbComesToo() throws Exception {
        MariaDbServer server = SharedServers.mariadb();
        String db = tables(server);
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            everyForm(server, db);
            server.execute("SET STATEMENT lock_wait_timeout = 1 FOR TRUNCATE TABLE " + db + ".t NOWAIT");
            server.execute(
                    "SET SESSION binlog_format = 'STATEMENT'",
                    "USE " + db,
                    "CREATE TEMPORARY TABLE t (id INT)",
                    "TRUNCATE t",
                    "DROP TEMPORARY TABLE t");
            assertEveryForm(server, db, job, 5);
        }
    }

    @Test
    void aTruncateComesOnceAndInItsPlaceWhateverFailsAroundIt() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = tables(server);
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .slowBy(Duration.ofMillis(5))
                .failingOnceAfter(150)
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 120; i++) {
                server.execute(
                        "INSERT INTO " + db + ".t VALUES (1, '" + i + "'), (2, '" + i + "')", "TRUNCATE " + db + ".t");
                expected.addAll(List.of("t +I[1, " + i + "]", "t +I[2, " + i + "]", "t TRUNCATE"));
            }
            await().atMost(LONG).until(() -> job.count() >= expected.size() && job.restores() > 0);
            job.stopWithSavepoint();
            server.execute("INSERT INTO " + db + ".t VALUES (3, 'end')");
            expected.add("t +I[3, end]");
            job.start();
            await().atMost(LONG).until(() -> job.lines().contains("t +I[3, end]"));
            assertThat(job.lines()).containsExactlyElementsOf(expected);
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    private static String tables(DatabaseServer server) {
        String db = server.createDatabase("flip");
        server.execute(
                "CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(3000))",
                "CREATE TABLE " + db + ".other (id INT PRIMARY KEY, v VARCHAR(3000))");
        return db;
    }

    private static void everyForm(DatabaseServer server, String db) {
        server.execute(
                "INSERT INTO " + db + ".t VALUES (1, 'a')",
                "TRUNCATE TABLE " + db + ".other",
                "TRUNCATE " + db + ".t",
                "truncate table `" + db + "`.`t` /* all */",
                "USE " + db,
                "/* by hand */ TRUNCATE\n-- of the default database\nt",
                "BEGIN",
                "INSERT INTO " + db + ".t VALUES (2, 'committed by the truncate')",
                "TRUNCATE t",
                "ROLLBACK");
    }

    private static void assertEveryForm(DatabaseServer server, String db, SourceJob job, int truncates) {
        server.execute("INSERT INTO " + db + ".t VALUES (9, 'end')");
        await().atMost(LONG).until(() -> job.lines().contains("t +I[9, end]"));
        List<String> expected = new ArrayList<>(List.of("t +I[1, a]", "t TRUNCATE", "t TRUNCATE", "t TRUNCATE"));
        expected.add("t +I[2, committed by the truncate]");
        for (int i = 3; i < truncates; i++) {
            expected.add("t TRUNCATE");
        }
        expected.add("t +I[9, end]");
        assertThat(job.lines()).containsExactlyElementsOf(expected);
        assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
    }
}
