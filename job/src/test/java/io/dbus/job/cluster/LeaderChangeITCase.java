package io.dbus.job.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.ZooKeeperServer;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands while the leader is killed under them, of which they learn from ZooKeeper. */
@RequiresServers({ServerKind.FLINK, ServerKind.ZOOKEEPER})
class LeaderChangeITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PIPELINE = """
            name: NAME
            sources:
              numbers:
                type: mock
                tables: {shop.orders: 'id BIGINT, amount INT NOT NULL, PRIMARY KEY (id)'}
                rows-per-second: 200
            operators:
              some: {type: filter, inputs: [numbers], where: "true"}
            sinks:
              kept: {type: mock, inputs: [some], slow-down: 0s}
            pipeline:
              flink: {execution.checkpointing.interval: 1s}
            """;

    private static ZooKeeperServer zooKeeper;
    private static FlinkCluster flink;

    @TempDir
    Path folder;

    private CommandLine dbus;

    @BeforeAll
    static void start() {
        zooKeeper = ZooKeeperServer.builder().start();
        flink = FlinkCluster.builder()
                .zooKeeper(zooKeeper)
                .jobManagers(2)
                .taskManagers(1)
                .slots(2)
                .start();
    }

    @AfterAll
    static void stop() {
        if (flink != null) {
            flink.close();
        }
        if (zooKeeper != null) {
            zooKeeper.close();
        }
    }

    @BeforeEach
    void configure() throws Exception {
        Path configuration = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(configuration.resolve("config.yaml"), """
                high-availability.type: zookeeper
                high-availability.zookeeper.quorum: %s
                high-availability.cluster-id: %s
                """.formatted(
                        zooKeeper.connect(), option("high-availability.cluster-id")));
        dbus = CommandLine.of(folder, Map.of("FLINK_CONF_DIR", configuration.toString()));
    }

    @Test
    void applyOutlivesTheLeaderThatItsNewJobWasSubmittedTo() throws Exception {
        String text = PIPELINE.replace("NAME", "outlives");
        String job = dbus.run("submit", dbus.file(text)).succeeded().job();
        flink.awaitCheckpoints(job, 1, PATIENCE);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // Its first checkpoint, which apply asks for and waits for, waits behind its first event; none comes by itself.
        String next = dbus.file(text.replace("slow-down: 0s", "slow-down: 30s")
                .replace("execution.checkpointing.interval: 1s", "execution.checkpointing.interval: 1h"));
        CompletableFuture<CommandLine.Result> applying =
                CompletableFuture.supplyAsync(() -> dbus.run(out, "apply", next));
        Awaitility.await("the new job runs")
                .atMost(PATIENCE)
                .until(() -> out.toString(UTF_8).contains("starting job ")
                        && flink.jobs()
                                        .getOrDefault(
                                                CommandLine.lastJob(out.toString(UTF_8))
                                                        .orElse(""),
                                                JobState.CREATED)
                                == JobState.RUNNING);

        int old = flink.leader();
        flink.kill9JobManager(old);
        CommandLine.Result applied = applying.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        flink.startJobManager(old);

        assertThat(applied.succeeded().out()).contains("outlives works as job " + applied.job());
        assertThat(flink.jobState(applied.job())).isEqualTo(JobState.RUNNING);
        assertThat(dbus.run("stop", "outlives", "--no-savepoint").succeeded().out())
                .contains("from latest goes on from");
    }

    @Test
    void stopSaysThatTheLeaderDiedOverItsSavepointAndDoesItTheNextTime() throws Exception {
        String text = PIPELINE.replace("NAME", "stopped").replace("slow-down: 0s", "slow-down: 20s");
        String job = dbus.run("submit", dbus.file(text)).succeeded().job();
        flink.awaitAllTasksRunning(job, PATIENCE);
        CompletableFuture<CommandLine.Result> stopping =
                CompletableFuture.supplyAsync(() -> dbus.run("stop", "stopped"));
        Awaitility.await("a savepoint is being made").atMost(PATIENCE).until(() -> flink.rest(
                        "/jobs/" + job + "/checkpoints")
                .path("history")
                .toString()
                .contains("\"is_savepoint\":true"));

        int old = flink.leader();
        flink.kill9JobManager(old);
        CommandLine.Result stopped = stopping.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        flink.startJobManager(old);

        assertThat(stopped.failedWith(1).err())
                .contains("the leader of the cluster has changed while the job " + job + " made its savepoint");
        flink.awaitAllTasksRunning(job, PATIENCE);
        assertThat(dbus.run("stop", "stopped").succeeded().out()).contains("/savepoints/stopped/savepoint-");
    }

    private static String option(String key) {
        for (JsonNode entry : flink.rest("/jobmanager/config")) {
            if (entry.path("key").asText().equals(key)) {
                return entry.path("value").asText();
            }
        }
        throw new AssertionError("no option " + key);
    }
}
