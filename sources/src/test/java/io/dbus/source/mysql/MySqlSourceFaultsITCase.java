package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class MySqlSourceFaultsITCase {
    private static final Duration LONG = Duration.ofSeconds(120);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void aServerThatIsKilledUnderLoadLosesAndRepeatsNothing() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "flip.t")) {
            table(server);
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            AtomicInteger committed = new AtomicInteger();
            load(server, committed, 200);
            await().atMost(LONG).until(() -> job.count() > 100);
            AtomicBoolean stop = new AtomicBoolean();
            CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> {
                while (!stop.get()) {
                    try {
                        load(server, committed, 1);
                    } catch (RuntimeException dead) {
                        return;
                    }
                }
            });
            await().atMost(LONG).until(() -> committed.get() > 400);
            server.kill9();
            stop.set(true);
            writer.join();
            server.start();
            load(server, committed, 50);
            server.execute("INSERT INTO flip.t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            long there = Long.parseLong(server.queryString("SELECT COUNT(*) FROM flip.t"));
            assertThat(job.lines()).doesNotHaveDuplicates().hasSize((int) there);
            assertThat(job.restores()).isZero();
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    @Test
    void aReplicaTakesOverAndNothingIsLostOrRepeated() throws Exception {
        try (MySqlServer primary = MySqlServer.builder().start();
                MySqlServer replica = MySqlServer.builder().replicaOf(primary).start();
                SourceJob job =
                        new SourceJob(directory, Map.of("db", List.<DatabaseServer>of(primary, replica)), "flip.t")) {
            table(primary);
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            load(primary, new AtomicInteger(), 100);
            replica.awaitReplicated(LONG);
            await().atMost(LONG).until(() -> job.count() == 100);
            primary.kill9();
            replica.execute("STOP REPLICA", "INSERT INTO flip.t VALUES (1000, 'on the replica')");
            await().atMost(LONG).until(() -> job.count() == 101);
            assertThat(job.lines()).doesNotHaveDuplicates().endsWith("t +I[1000, on the replica]");
            List<SourceJob.Out> out = job.out();
            assertThat(out.get(100).sequence() - out.get(99).sequence()).isGreaterThanOrEqualTo(60_000_000_000L);
            assertThat(job.restores()).isZero();
        }
    }

    @Test
    void rowsOfAReplicaThatTakesOverWaitForACheckpointThatKnowsIt(@InjectMiniCluster MiniCluster flink)
            throws Exception {
        try (MySqlServer primary = MySqlServer.builder().start();
                MySqlServer replica = MySqlServer.builder().replicaOf(primary).start();
                SourceJob job = new SourceJob(
                                directory, Map.of("db", List.<DatabaseServer>of(primary, replica)), "flip.t")
                        .checkpointEvery(Duration.ofDays(1))) {
            table(primary);
            job.start();
            checkpointsUntil(flink, job, () -> job.checkpoints() > 0);
            load(primary, new AtomicInteger(), 100);
            checkpointsUntil(flink, job, () -> job.count() == 100);
            replica.awaitReplicated(LONG);
            primary.kill9();
            replica.execute("STOP REPLICA", "INSERT INTO flip.t VALUES (1000, 'on the replica')");
            await().atMost(LONG).until(() -> isRead(replica));
            long before = job.checkpoints();
            checkpointsUntil(flink, job, () -> job.count() == 101);
            assertThat(job.out().get(100).checkpointsBefore()).isGreaterThan(before);
            assertThat(job.out().get(100).sequence() - job.out().get(99).sequence())
                    .isGreaterThanOrEqualTo(60_000_000_000L);
            job.stopWithSavepoint().start();
            replica.execute("INSERT INTO flip.t VALUES (1001, 'known')");
            checkpointsUntil(flink, job, () -> job.count() == 102);
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    private static void checkpointsUntil(MiniCluster flink, SourceJob job, Callable<Boolean> done) {
        // None can be taken before all tasks run.
        await().atMost(LONG).ignoreExceptions().until(() -> {
            flink.triggerCheckpoint(job.id()).get(60, TimeUnit.SECONDS);
            return done.call();
        });
    }

    /** Whether a server has sent all of its binlog to somebody. */
    private static boolean isRead(DatabaseServer server) {
        return server.query("SHOW PROCESSLIST").stream()
                .anyMatch(session -> String.valueOf(session.get("State")).contains("has sent all binlog"));
    }

    @Test
    void aSilentAndAStalledServerHoldUpNeitherABusyOneNorCheckpoints() throws Exception {
        try (MySqlServer busy = MySqlServer.builder().start();
                MySqlServer silent = MySqlServer.builder().start();
                MySqlServer stalled = MySqlServer.builder().start()) {
            Map<String, List<DatabaseServer>> servers = new LinkedHashMap<>();
            servers.put("busy", List.of(busy));
            servers.put("silent", List.of(silent));
            servers.put("stalled", List.of(stalled));
            try (SourceJob job = new SourceJob(directory, servers, "flip.t")) {
                servers.values().forEach(hosts -> table(hosts.get(0)));
                job.start();
                await().atMost(LONG).until(() -> job.checkpoints() > 1);
                stalled.execute("INSERT INTO flip.t VALUES (1, 'before')");
                await().atMost(LONG).until(() -> job.count() == 1);
                stalled.pause();
                long checkpoints = job.checkpoints();
                load(busy, new AtomicInteger(), 300);
                await().atMost(LONG).until(() -> job.count() == 301 && job.checkpoints() > checkpoints + 5);
                silent.execute("INSERT INTO flip.t VALUES (2, 'a word')");
                await().atMost(LONG).until(() -> job.lines().contains("t +I[2, a word]"));
                stalled.resume();
                stalled.execute("INSERT INTO flip.t VALUES (3, 'after')");
                await().atMost(LONG).until(() -> job.lines().contains("t +I[3, after]"));
                assertThat(job.count()).isEqualTo(303);
                assertThat(job.restores()).isZero();
            }
        }
    }

    @Test
    void aSlowPipelineDelaysNoCheckpointOfTheFetchers() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "flip.t")
                        .with(MySqlSourceOptions.QUEUE_SIZE, org.apache.flink.configuration.MemorySize.parse("64kb"))
                        .slowBy(Duration.ofMillis(1))) {
            table(server);
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO flip.t VALUES "
                    + String.join(
                            ",",
                            IntStream.range(0, 5000)
                                    .mapToObj(i -> "(" + i + ", REPEAT('x', 500))")
                                    .toList()));
            await().atMost(LONG).until(() -> job.count() > 100);
            long checkpoints = job.checkpoints();
            await().atMost(LONG).until(() -> job.checkpoints() > checkpoints + 3);
            assertThat(job.count()).isLessThan(5000);
            await().atMost(LONG).until(() -> job.count() == 5000);
        }
    }

    @Test
    void aPurgedPositionFailsTheJobWithTheGap() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                SourceJob job = new SourceJob(directory, server, "flip.t")) {
            table(server);
            job.start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO flip.t VALUES (1, 'a')");
            await().atMost(LONG).until(() -> job.count() == 1);
            job.stopWithSavepoint();
            server.execute(
                    "INSERT INTO flip.t VALUES (2, 'b')", "FLUSH BINARY LOGS", "INSERT INTO flip.t VALUES (3, 'c')");
            server.execute("PURGE BINARY LOGS TO '" + server.binlogPosition().file() + "'");
            job.start();
            assertThat(job.failure()).contains("Server db of source db").containsIgnoringCase("purged");
        }
    }

    @Test
    void withoutGtidsAFileAndPositionServe() throws Exception {
        try (MySqlServer server = MySqlServer.builder()
                        .option("gtid_mode", "OFF")
                        .option("enforce_gtid_consistency", "OFF")
                        .start();
                SourceJob job = new SourceJob(directory, server, "flip.t").slowBy(Duration.ofNanos(50_000))) {
            table(server);
            job.failingOnceAfter(500).start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.executeInTransaction(IntStream.range(0, 4000)
                    .mapToObj(i -> "INSERT INTO flip.t VALUES (" + i + ", '" + i + "')")
                    .toArray(String[]::new));
            await().atMost(LONG).until(() -> job.count() == 4000);
            assertThat(job.restoredRows()).isBetween(1, 3999);
            server.execute("FLUSH BINARY LOGS");
            server.kill9();
            server.start();
            server.execute("INSERT INTO flip.t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            assertThat(job.lines()).doesNotHaveDuplicates().hasSize(4001);
        }
    }

    private static void table(DatabaseServer server) {
        server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY, v VARCHAR(3000))");
    }

    /** Commits so many rows, one by one. */
    private static void load(DatabaseServer server, AtomicInteger committed, int rows) {
        for (int i = 0; i < rows; i++) {
            server.execute("INSERT INTO flip.t VALUES (" + committed.incrementAndGet() + ", 'v')");
        }
    }
}
