package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two MariaDB servers that have one {@code server_id} and the same transactions with the same GTIDs, in other files, as the nodes of a Galera
 * cluster may.
 */
@RequiresServers
class OneServerIdITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private MariaDbServer a;
    private MariaDbServer b;

    @BeforeEach
    void start() {
        a = node();
        b = node();
        b.execute("FLUSH BINARY LOGS");
        both("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY)");
    }

    @AfterEach
    void close() {
        a.close();
        b.close();
    }

    @Test
    void eachTakesOverFromTheOther() throws Exception {
        try (SourceJob job = job()) {
            readTwo(job);
            a.kill9();
            insert(b, 3);
            await().atMost(LONG).until(() -> job.count() == 3);
            a.start();
            insert(a, 3);
            b.kill9();
            insert(a, 4);
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]", "t +I[3]", "t +I[4]");
            List<SourceJob.Out> out = job.out();
            for (int taken : List.of(2, 3)) {
                assertThat(out.get(taken).sequence() - out.get(taken - 1).sequence())
                        .as("replicas may commit in another order, so the sequence moves on by a minute")
                        .isGreaterThanOrEqualTo(60_000_000_000L);
            }
            assertThat(job.restores()).isZero();
        }
    }

    @Test
    void theStateOfOneIsReadOnAtTheOther() throws Exception {
        try (SourceJob job = job()) {
            readTwo(job);
            job.stopWithSavepoint();
            both(insert(3));
            a.stop();
            job.start();
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]", "t +I[3]");
        }
    }

    @Test
    void oneThatWasResetIsLeftForTheOtherThatHasAll() throws Exception {
        try (SourceJob job = job()) {
            readTwo(job);
            job.stopWithSavepoint();
            insert(b, 3);
            reset(a);
            insert(a, 11, 12, 13, 14, 15, 16);
            job.start();
            await().atMost(LONG).until(() -> job.count() == 3);
            insert(b, 4);
            await().atMost(LONG).until(() -> job.count() == 4);
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]", "t +I[3]", "t +I[4]");
        }
    }

    @Test
    void oneThatWasResetFailsTheJobWhereTheOtherIsAway() throws Exception {
        try (SourceJob job = job()) {
            readTwo(job);
            job.stopWithSavepoint();
            b.stop();
            reset(a);
            insert(a, 11, 12, 13, 14, 15, 16);
            job.start();
            assertThat(job.failure()).contains("was reset").contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]");
        }
    }

    @Test
    void oneThatWasResetDoesNotTakeOverBeforeItHasTheGtidsAgain() throws Exception {
        try (SourceJob job = job()) {
            readTwo(job);
            reset(b);
            insert(b, 21);
            a.kill9();
            assertThat(job.failure()).contains(":" + b.port()).contains("which is not in the master's binlog");
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]");
        }
    }

    private static MariaDbServer node() {
        return MariaDbServer.builder().option("server_id", "4711").start();
    }

    private SourceJob job() {
        return new SourceJob(directory, Map.of("db", List.<DatabaseServer>of(a, b)), "flip.t");
    }

    private void readTwo(SourceJob job) throws Exception {
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        both(insert(1), insert(2));
        await().atMost(LONG).until(() -> job.count() == 2);
    }

    private void both(String... statements) {
        a.execute(statements);
        b.execute(statements);
    }

    private static void insert(DatabaseServer server, int... ids) {
        for (int id : ids) {
            server.execute(insert(id));
        }
    }

    private static String insert(int id) {
        return "INSERT INTO flip.t VALUES (" + id + ")";
    }

    /** MariaDB refuses while its binlog is read, as it is for a moment after its reader is gone. */
    private static void reset(DatabaseServer server) {
        await().atMost(LONG).ignoreExceptions().until(() -> {
            server.execute("RESET MASTER");
            return true;
        });
    }
}
