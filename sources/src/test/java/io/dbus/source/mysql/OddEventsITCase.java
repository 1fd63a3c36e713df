package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.reader.StatementHandling;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What sessions may do to a binlog of MySQL that is read. */
@RequiresServers
class OddEventsITCase {
    private static final Duration LONG = Duration.ofSeconds(90);

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
    void createTables() {
        db = server.createDatabase("odd");
        server.execute(
                "CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v LONGTEXT)",
                "CREATE TABLE " + db + ".u (id INT PRIMARY KEY, t INT, v VARCHAR(20),"
                        + " FOREIGN KEY (t) REFERENCES t (id) ON DELETE CASCADE ON UPDATE CASCADE)",
                "CREATE TABLE " + db + ".log (id INT AUTO_INCREMENT PRIMARY KEY, what VARCHAR(20))",
                "CREATE TABLE " + db + ".other (id INT PRIMARY KEY, doc JSON)");
    }

    @Test
    void rowsFollowAPartialUpdateOfAnotherTableAndARestartInTheMiddleOfThem() throws Exception {
        server.execute(
                "INSERT INTO " + db + ".other SELECT n, JSON_OBJECT('k', 1, 'filler', REPEAT('f', 200)) FROM"
                        + " (WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 300) SELECT n FROM r) x");
        try (SourceJob job = started(new SourceJob(directory, server, db + ".t")
                .slowBy(Duration.ofMillis(2))
                .failingOnceAfter(100))) {
            server.execute("INSERT INTO " + db + ".t VALUES (1, 'first')");
            await().atMost(LONG).until(() -> job.checkpoints() > 2);
            server.execute(
                    "SET SESSION binlog_row_value_options = 'PARTIAL_JSON'",
                    "BEGIN",
                    "UPDATE " + db + ".other SET doc = JSON_SET(doc, '$.k', id)",
                    "INSERT INTO " + db + ".t SELECT id + 1000, 'x' FROM " + db + ".other",
                    "UPDATE " + db + ".other SET doc = JSON_SET(doc, '$.k', 0)",
                    "INSERT INTO " + db + ".t VALUES (-1, 'last')",
                    "COMMIT");
            await().atMost(LONG).until(() -> job.count() == 302);
            assertThat(job.lines()).doesNotHaveDuplicates().endsWith("t +I[1300, x]", "t +I[-1, last]");
            assertThat(job.restores()).isPositive();
            assertThat(job.out().get(1).ordinal()).isEqualTo(299);
            assertThat(job.out().get(301).ordinal()).isEqualTo(899);
        }
    }

    @Test
    void partialUpdatesOfASelectedTableComeWhole() throws Exception {
        try (SourceJob job = started(new SourceJob(directory, server, db + ".other"))) {
            server.execute(
                    "SET SESSION binlog_row_value_options = 'PARTIAL_JSON', binlog_transaction_compression = ON",
                    "INSERT INTO " + db + ".other VALUES (1, JSON_OBJECT('k', 1, 'f', REPEAT('f', 100)))",
                    "UPDATE " + db + ".other SET doc = JSON_SET(doc, '$.k', CAST(2.50 AS DECIMAL(5,2)))",
                    "UPDATE " + db + ".other SET id = 2, doc = JSON_REMOVE(doc, '$.k')");
            await().atMost(LONG).until(() -> job.count() == 4);
            String f = "f".repeat(100);
            assertThat(job.lines())
                    .containsExactly(
                            "other +I[1, {\"f\": \"" + f + "\", \"k\": 1}]",
                            "other U[1, {\"f\": \"" + f + "\", \"k\": 1} -> 1, {\"f\": \"" + f + "\", \"k\": 2.50}]",
                            "other -D[1, {\"f\": \"" + f + "\", \"k\": 2.50}]",
                            "other +I[2, {\"f\": \"" + f + "\"}]");
        }
    }

    @Test
    void severalTablesOfOneStatementComeInItsOrder() throws Exception {
        server.execute("CREATE TRIGGER " + db + ".audit AFTER UPDATE ON " + db + ".t FOR EACH ROW INSERT INTO " + db
                + ".log (what) VALUES (CONCAT('t', NEW.id))");
        try (SourceJob job = started(new SourceJob(directory, server, db + ".*"))) {
            server.execute(
                    "INSERT INTO " + db + ".t VALUES (1, 'a'), (2, 'b')",
                    "INSERT INTO " + db + ".u VALUES (10, 1, 'u'), (20, 2, 'u')",
                    "UPDATE " + db + ".t, " + db + ".u SET t.v = 'x', u.v = 'y' WHERE t.id = u.t",
                    "UPDATE " + db + ".t SET id = 3 WHERE id = 1",
                    "USE " + db,
                    "DELETE t, u FROM " + db + ".t JOIN " + db + ".u ON t.id = u.t WHERE u.id = 20",
                    "DELETE FROM " + db + ".t");
            await().atMost(LONG)
                    .until(() ->
                            job.lines().contains("t -D[3, x]") && job.lines().contains("u -D[10, 3, y]"));
            assertThat(job.lines())
                    .contains("t U[1, a -> 1, x]", "t U[2, b -> 2, x]", "u U[10, 1, u -> 10, 1, y]")
                    .contains("log +I[1, t1]", "log +I[2, t2]", "log +I[3, t3]")
                    .contains("t -D[1, x]", "t +I[3, x]", "u U[10, 1, y -> 10, 3, y]", "u -D[20, 2, y]")
                    // The server logs the delete of u that the cascade made once more for the statement itself (seen on
                    // 9.7.4).
                    .hasSize(19);
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void statementsOfRowsComeWhereTheyAreWanted() throws Exception {
        try (SourceJob job =
                started(new SourceJob(directory, server, db + ".t").with(MySqlSourceOptions.INCLUDE_QUERY, true))) {
            String insert = "INSERT INTO " + db + ".t VALUES (1, 'a') /* ü */";
            String update = "UPDATE " + db + ".t SET v = 'b'";
            server.execute(
                    "SET SESSION binlog_rows_query_log_events = ON",
                    insert,
                    "SET SESSION binlog_transaction_compression = ON",
                    update,
                    "SET SESSION binlog_rows_query_log_events = OFF",
                    "DELETE FROM " + db + ".t");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.out())
                    .extracting(out -> out.event().origin().query())
                    .containsExactly(insert, update, "");
        }
    }

    @Test
    void changesLoggedAsTextArePassedWhereTheUserSaysSo() throws Exception {
        try (SourceJob job = started(new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.STATEMENT_HANDLING, StatementHandling.COUNT))) {
            server.execute("CREATE PROCEDURE " + db + ".p() INSERT INTO " + db + ".t VALUES (30, 'called')");
            server.execute(
                    "CREATE FUNCTION " + db + ".f() RETURNS INT DETERMINISTIC BEGIN INSERT INTO " + db
                            + ".t VALUES (40, 'f'); RETURN 1; END",
                    "INSERT INTO " + db + ".t VALUES (1, 'row')",
                    "SET SESSION binlog_format = 'STATEMENT'",
                    "INSERT INTO " + db + ".t VALUES (2, 'text')",
                    "INSERT INTO " + db + ".t SELECT id + 100, @@server_id FROM " + db + ".other",
                    "SET @u = 'user'",
                    "INSERT INTO " + db + ".t VALUES (3, @u), (4, RAND())",
                    "INSERT INTO " + db + ".log (what) VALUES ('auto')",
                    "CALL " + db + ".p()",
                    "SELECT " + db + ".f()",
                    "SET SESSION binlog_format = 'MIXED'",
                    "INSERT INTO " + db + ".t VALUES (5, 'mixed text')",
                    "INSERT INTO " + db + ".t VALUES (6, UUID())",
                    "SET SESSION binlog_format = 'ROW'",
                    "INSERT INTO " + db + ".t VALUES (7, 'row')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[7, row]"));
            assertThat(job.lines())
                    .hasSize(3)
                    .startsWith("t +I[1, row]")
                    .element(1)
                    .asString()
                    .startsWith("t +I[6, ");
        }
    }

    @Test
    void compressedXaTransactionsComeOnceTheyAreCommitted() throws Exception {
        try (SourceJob job = started(new SourceJob(directory, server, db + ".t"))) {
            server.execute(
                    "SET SESSION binlog_transaction_compression = ON",
                    "XA START 'z'",
                    "INSERT INTO " + db + ".t VALUES (1, REPEAT('z', 1000)), (2, 'b')",
                    "XA END 'z'",
                    "XA PREPARE 'z'");
            server.execute("INSERT INTO " + db + ".t VALUES (3, 'between')");
            await().atMost(LONG).until(() -> job.count() == 1);
            server.execute("XA COMMIT 'z'");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.lines())
                    .containsExactly("t +I[3, between]", "t +I[1, " + "z".repeat(1000) + "]", "t +I[2, b]");
        }
    }

    @Test
    void createTableAsSelectComesAsRows() throws Exception {
        server.execute("INSERT INTO " + db + ".t VALUES (1, 'a'), (2, 'b')");
        try (SourceJob job = started(new SourceJob(directory, server, db + ".*"))) {
            server.execute(
                    "CREATE TABLE " + db + ".copy (PRIMARY KEY (id)) SELECT * FROM " + db + ".t",
                    "SET SESSION binlog_transaction_compression = ON",
                    "CREATE TABLE " + db + ".packed (PRIMARY KEY (id)) SELECT * FROM " + db + ".t",
                    "INSERT INTO " + db + ".packed SELECT id + 10, v FROM " + db + ".copy");
            await().atMost(LONG).until(() -> job.lines().contains("packed +I[12, b]"));
            assertThat(job.lines())
                    .containsExactly(
                            "copy +I[1, a]",
                            "copy +I[2, b]",
                            "packed +I[1, a]",
                            "packed +I[2, b]",
                            "packed +I[11, a]",
                            "packed +I[12, b]");
        }
    }

    @Test
    void eventsOfManyPacketsAndManyEventsOfOneStatementComeWhole() throws Exception {
        try (SourceJob job = started(new SourceJob(directory, server, db + ".t"))) {
            server.execute(
                    "SET SESSION binlog_transaction_compression = OFF",
                    "INSERT INTO " + db + ".t VALUES (1, REPEAT('x', 40 * 1024 * 1024))",
                    "INSERT INTO " + db
                            + ".t SELECT n, REPEAT('y', 3000) FROM (WITH RECURSIVE r (n) AS (SELECT 2 UNION ALL"
                            + " SELECT n + 1 FROM r WHERE n < 400) SELECT n FROM r) x",
                    "SET SESSION binlog_transaction_compression = ON",
                    "UPDATE " + db + ".t SET v = CONCAT(v, 'z') WHERE id < 3");
            await().atMost(LONG).until(() -> job.count() == 402);
            assertThat(job.lines().get(0)).hasSize("t +I[1, ]".length() + 40 * 1024 * 1024);
            assertThat(job.lines().get(400))
                    .endsWith("xz]")
                    .hasSize(2 * 40 * 1024 * 1024 + "t U[1,  -> 1, z]".length());
            assertThat(job.lines().subList(1, 400)).doesNotHaveDuplicates();
        }
    }

    private SourceJob started(SourceJob job) throws Exception {
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        return job;
    }
}
