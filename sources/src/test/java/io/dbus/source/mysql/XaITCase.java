package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.reader.LostXa;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class XaITCase {
    private static final Duration LONG = Duration.ofSeconds(120);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void onMySqlRowsLeaveInTheOrderOfCommitsAlsoWhereARestartLiesBetween() throws Exception {
        outcomesWithAndWithoutARestart(SharedServers.mysql());
    }

    @Test
    void onMariaDbRowsLeaveInTheOrderOfCommitsAlsoWhereARestartLiesBetween() throws Exception {
        outcomesWithAndWithoutARestart(SharedServers.mariadb());
    }

    private void outcomesWithAndWithoutARestart(DatabaseServer server) throws Exception {
        String db = table(server, "xa");
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, db, "one", 1, 2);
            prepare(server, db, "two", 3);
            prepare(server, db, "gone", 4);
            server.execute(insert(db, 5));
            server.execute("XA COMMIT 'two'", "XA ROLLBACK 'gone'", "XA COMMIT 'one'", insert(db, 6));
            await().atMost(LONG).until(() -> job.count() == 5);
            prepare(server, db, "three", 7, 8, 9);
            prepare(server, db, "two", 10);
            prepare(server, db, "gone", 11);
            onePhase(server, db, 12);
            server.execute("FLUSH BINARY LOGS", insert(db, 13));
            await().atMost(LONG).until(() -> job.count() == 7);
            job.stopWithSavepoint();
            server.execute(insert(db, 14), "XA COMMIT 'two'");
            job.start();
            await().atMost(LONG).until(() -> job.count() == 9);
            server.execute("XA ROLLBACK 'gone'", "XA COMMIT 'three'", insert(db, 15));
            await().atMost(LONG).until(() -> job.count() == 13);
            assertThat(job.lines()).containsExactlyElementsOf(lines(5, 3, 1, 2, 6, 12, 13, 14, 10, 7, 8, 9, 15));
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(job.out().subList(9, 13))
                    .extracting(SourceJob.Out::last)
                    .containsExactly(false, false, true, true);
            assertThat(job.out().subList(9, 12))
                    .extracting(out -> out.event().origin().transaction().gtid())
                    .containsOnly(job.out().get(9).gtid())
                    .doesNotContain(job.out().get(8).gtid(), job.out().get(12).gtid());
        }
    }

    @Test
    void aJobThatFailsInTheMiddleOfALargeOneGoesOnBehindTheRowsThatAreOut() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = table(server, "xa");
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.TRANSACTION_HOLD, MemorySize.parse("4kb"))
                .slowBy(Duration.ofNanos(500_000))
                .failingOnceAfter(500, 2)
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, db, "large", IntStream.range(0, 4000).toArray());
            server.execute(insert(db, -1));
            await().atMost(LONG).until(() -> job.count() == 1);
            server.execute("XA COMMIT 'large'", insert(db, -2));
            await().atMost(LONG).until(() -> job.count() == 4002);
            assertThat(job.restoredRows()).isBetween(2, 4000);
            assertThat(job.lines())
                    .doesNotHaveDuplicates()
                    .startsWith("t +I[-1, v]")
                    .endsWith("t +I[-2, v]");
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void oneThatIsLargerThanTheHoldAndCommittedInOnePhaseIsReadAgain() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = table(server, "xa");
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.TRANSACTION_HOLD, MemorySize.parse("1kb"))
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            onePhase(server, db, IntStream.range(0, 500).toArray());
            server.execute(insert(db, -1));
            await().atMost(LONG).until(() -> job.count() == 501);
            assertThat(job.lines()).doesNotHaveDuplicates().endsWith("t +I[-1, v]");
        }
    }

    @Test
    void rowsThatWerePreparedBeforeTheStartComeWhereTheyAreCommittedBehindIt() throws Exception {
        beforeTheStart(SharedServers.mysql());
    }

    @Test
    void rowsThatWerePreparedBeforeTheStartComeOnMariaDbToo() throws Exception {
        beforeTheStart(SharedServers.mariadb());
    }

    private void beforeTheStart(DatabaseServer server) throws Exception {
        String db = table(server, "xa");
        prepare(server, db, "again", 1);
        server.execute("XA COMMIT 'again'");
        prepare(server, db, "early", 2, 3);
        prepare(server, db, "again", 4);
        server.execute("FLUSH BINARY LOGS", insert(db, 5), "FLUSH BINARY LOGS", insert(db, 6));
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(insert(db, 7), "XA COMMIT 'early'", "XA COMMIT 'again'");
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines()).containsExactlyElementsOf(lines(7, 2, 3, 4));
        }
    }

    @Test
    void oneThatIsPurgedMeanwhileFailsTheJobWithItsNameOrIsCounted() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "xa.t")) {
            purged(server, job, "has purged its binlog file", server.serverUuid() + ":");
        }
    }

    @Test
    void oneThatIsPurgedMeanwhileFailsTheJobOnMariaDbToo() throws Exception {
        try (MariaDbServer server = MariaDbServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "xa.t")) {
            purged(server, job, "Could not find first log file", "GTID 0-");
        }
    }

    private static void purged(DatabaseServer server, SourceJob job, String why, String gtid) throws Exception {
        server.execute("CREATE DATABASE xa", "CREATE TABLE xa.t (id INT PRIMARY KEY, v VARCHAR(100))");
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        prepare(server, "xa", "lost", 1);
        server.execute(insert("xa", 2));
        await().atMost(LONG).until(() -> job.count() == 1);
        job.stopWithSavepoint();
        String file = server.binlogPosition().file();
        server.execute("FLUSH BINARY LOGS", insert("xa", 3));
        await().atMost(LONG).until(() -> {
            server.execute("PURGE BINARY LOGS TO '" + server.binlogPosition().file() + "'");
            return server.query("SHOW BINARY LOGS").size() == 1;
        });
        // What is left to read is there: only the prepared rows are gone.
        job.start();
        await().atMost(LONG).until(() -> job.count() == 2);
        server.execute("XA COMMIT 'lost'", insert("xa", 4));
        assertThat(job.failure())
                .contains("XA transaction X'6c6f7374',X'',1, prepared at " + file + ":")
                .contains("GTID " + gtid.replace("GTID ", ""))
                .contains(why)
                .contains("source db, server db")
                .contains("xa.lost.handling.mode");
        job.with(MySqlSourceOptions.LOST_XA, LostXa.COUNT).start();
        await().atMost(LONG).until(() -> job.lines().contains("t +I[4, v]"));
        assertThat(job.lines()).containsExactlyElementsOf(lines(2, 3, 4));
    }

    @Test
    void withoutGtidsTheGroupIsFoundByItsPlace() throws Exception {
        try (MySqlServer server = MySqlServer.builder()
                        .option("gtid_mode", "OFF")
                        .option("enforce_gtid_consistency", "OFF")
                        .start();
                SourceJob job = new SourceJob(directory, server, "xa.t").slowBy(Duration.ofNanos(50_000))) {
            server.execute("CREATE DATABASE xa", "CREATE TABLE xa.t (id INT PRIMARY KEY, v VARCHAR(100))");
            prepare(server, "xa", "early", 1);
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, "xa", "a", 2, 3);
            server.execute(insert("xa", 4), "FLUSH BINARY LOGS", "XA COMMIT 'early'");
            prepare(server, "xa", "large", IntStream.range(1000, 5000).toArray());
            await().atMost(LONG).until(() -> job.count() == 2);
            job.stopWithSavepoint().failingOnceAfter(500, 3).start();
            server.execute("XA COMMIT 'large'", "XA COMMIT 'a'");
            await().atMost(LONG).until(() -> job.count() == 4004);
            assertThat(job.restoredRows()).isBetween(3, 4003);
            assertThat(job.lines()).doesNotHaveDuplicates().endsWith("t +I[2, v]", "t +I[3, v]");
            assertThat(job.lines().subList(0, 2)).containsExactlyElementsOf(lines(4, 1));
        }
    }

    @Test
    void aCompressedGroupIsReadAgainAndFound() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = table(server, "xa");
        prepare(server, db, "SET SESSION binlog_transaction_compression = ON", "early", 1, 2);
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, db, "SET SESSION binlog_transaction_compression = ON", "a", 3, 4);
            prepare(server, db, "SET SESSION binlog_transaction_compression = ON", "b", 5, 6);
            server.execute("XA COMMIT 'b'", "XA COMMIT 'early'", insert(db, 7));
            await().atMost(LONG).until(() -> job.count() == 5);
            job.stopWithSavepoint().start();
            server.execute("XA COMMIT 'a'", insert(db, 8));
            await().atMost(LONG).until(() -> job.count() == 8);
            assertThat(job.lines()).containsExactlyElementsOf(lines(5, 6, 1, 2, 7, 3, 4, 8));
        }
    }

    @Test
    void minimalImagesComeAsTheyAreAfterARestart() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = table(server, "xa");
        server.execute(insert(db, 1, 2));
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            try (Connection session = server.connect()) {
                run(
                        session,
                        "SET SESSION binlog_row_image = 'MINIMAL'",
                        "XA START 'm'",
                        "UPDATE " + db + ".t SET v = 'w' WHERE id = 1",
                        "DELETE FROM " + db + ".t WHERE id = 2",
                        "XA END 'm'",
                        "XA PREPARE 'm'");
            }
            server.execute(insert(db, 3));
            await().atMost(LONG).until(() -> job.count() == 1);
            job.stopWithSavepoint().start();
            server.execute("XA COMMIT 'm'");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.out().get(1).change().before().orElseThrow().isFull())
                    .isFalse();
            assertThat(job.out().get(1).change().after().orElseThrow().isFull()).isFalse();
        }
    }

    @Test
    void aReplicaThatTakesOverBetweenPrepareAndCommitHasTheRows() throws Exception {
        try (MySqlServer primary = MySqlServer.builder().start();
                MySqlServer replica = MySqlServer.builder().replicaOf(primary).start();
                SourceJob job =
                        new SourceJob(directory, Map.of("db", List.<DatabaseServer>of(primary, replica)), "xa.t")) {
            // So that the file and position of one mean nothing on the other.
            replica.execute("FLUSH BINARY LOGS", "FLUSH BINARY LOGS");
            primary.execute("CREATE DATABASE xa", "CREATE TABLE xa.t (id INT PRIMARY KEY, v VARCHAR(100))");
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(primary, "xa", "kept", 1, 2);
            prepare(primary, "xa", "read", 3, 4);
            primary.execute(insert("xa", 5));
            replica.awaitReplicated(LONG);
            await().atMost(LONG).until(() -> job.count() == 1);
            primary.kill9();
            replica.execute("STOP REPLICA", "XA COMMIT 'kept'", insert("xa", 6));
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.restores()).isZero();
            job.stopWithSavepoint().start();
            replica.execute("XA COMMIT 'read'", insert("xa", 7));
            await().atMost(LONG).until(() -> job.count() == 7);
            assertThat(job.lines()).containsExactlyElementsOf(lines(5, 1, 2, 6, 3, 4, 7));
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void aReplicaOfMariaDbThatTakesOverHasTheRowsToo() throws Exception {
        try (MariaDbServer primary = MariaDbServer.builder().start();
                MariaDbServer replica =
                        MariaDbServer.builder().replicaOf(primary).start();
                SourceJob job =
                        new SourceJob(directory, Map.of("db", List.<DatabaseServer>of(primary, replica)), "xa.t")) {
            replica.execute("FLUSH BINARY LOGS", "FLUSH BINARY LOGS");
            primary.execute("CREATE DATABASE xa", "CREATE TABLE xa.t (id INT PRIMARY KEY, v VARCHAR(100))");
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(primary, "xa", "read", 1, 2);
            primary.execute(insert("xa", 3));
            replica.awaitReplicated(LONG);
            await().atMost(LONG).until(() -> job.count() == 1);
            job.stopWithSavepoint();
            primary.kill9();
            replica.execute("STOP SLAVE", "FLUSH BINARY LOGS", "XA COMMIT 'read'", insert("xa", 4));
            job.start();
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines()).containsExactlyElementsOf(lines(3, 1, 2, 4));
        }
    }

    @Test
    void aStatementLoggedAsTextStopsTheJobOnlyWhereItsTransactionIsCommitted() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String db = table(server, "xa");
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, db, "SET SESSION binlog_format = 'STATEMENT'", "text", 1);
            server.execute("XA ROLLBACK 'text'", insert(db, 2));
            await().atMost(LONG).until(() -> job.count() == 1);
            prepare(server, db, "SET SESSION binlog_format = 'STATEMENT'", "text", 1);
            server.execute("XA COMMIT 'text'");
            assertThat(job.failure()).contains("INSERT INTO " + db + ".t").contains("X'74657874',X'',1");
        }
    }

    @Test
    void aServerThatCrashesWithPreparedTransactionsGivesTheirRowsWhenTheyAreCommitted() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "xa.t")) {
            server.execute("CREATE DATABASE xa", "CREATE TABLE xa.t (id INT PRIMARY KEY, v VARCHAR(100))");
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            prepare(server, "xa", "a", 1, 2);
            prepare(server, "xa", "b", 3);
            server.execute(insert("xa", 4));
            await().atMost(LONG).until(() -> job.count() == 1);
            server.kill9();
            server.start();
            job.stopWithSavepoint().start();
            server.execute("XA COMMIT 'b'", "XA COMMIT 'a'", insert("xa", 5));
            await().atMost(LONG).until(() -> job.count() == 5);
            assertThat(job.lines()).containsExactlyElementsOf(lines(4, 3, 1, 2, 5));
        }
    }

    private static String table(DatabaseServer server, String prefix) {
        String db = server.createDatabase(prefix);
        server.execute("CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(100))");
        return db;
    }

    private static void prepare(DatabaseServer server, String db, String xid, int... ids) throws SQLException {
        prepare(server, db, "SET SESSION sql_mode = DEFAULT", xid, ids);
    }

    private static void prepare(DatabaseServer server, String db, String setting, String xid, int... ids)
            throws SQLException {
        try (Connection session = server.connect()) {
            run(session, setting, "XA START '" + xid + "'");
            for (int id : ids) {
                run(session, insert(db, id));
            }
            run(session, "XA END '" + xid + "'", "XA PREPARE '" + xid + "'");
        }
    }

    private static void onePhase(DatabaseServer server, String db, int... ids) throws SQLException {
        try (Connection session = server.connect()) {
            run(session, "XA START 'once'");
            for (int id : ids) {
                run(session, insert(db, id));
            }
            run(session, "XA END 'once'", "XA COMMIT 'once' ONE PHASE");
        }
    }

    private static void run(Connection session, String... statements) throws SQLException {
        try (Statement statement = session.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static String insert(String db, int... ids) {
        return "INSERT INTO " + db + ".t VALUES "
                + String.join(
                        ", ",
                        IntStream.of(ids).mapToObj(id -> "(" + id + ", 'v')").toList());
    }

    private static List<String> lines(int... ids) {
        return IntStream.of(ids).mapToObj(id -> "t +I[" + id + ", v]").toList();
    }
}
