package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines on a cluster that has no slot for them, set up as {@code flink-conf/} has it. */
@RequiresServers(ServerKind.FLINK)
class WaitingForSlotsITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PIPELINE = """
            name: waits
            sources:
              numbers:
                type: mock
                tables: {shop.orders: 'id BIGINT, amount INT NOT NULL, PRIMARY KEY (id)'}
                rows-per-second: 200
            sinks:
              kept: {type: mock, inputs: [numbers]}
            pipeline:
              flink: {execution.checkpointing.interval: 1s}
            """;

    @TempDir
    Path folder;

    @Test
    void aJobWithoutASlotWaitsAndSaysSoAndWhatItHadDoneBeforeIsFoundInTheFolderOfCheckpoints() throws Exception {
        try (FlinkCluster flink = FlinkCluster.builder()
                .taskManagers(0)
                .slots(1)
                .option("jobmanager.scheduler", "adaptive")
                .option("jobmanager.adaptive-scheduler.submission.resource-wait-timeout", "30 d")
                .option("jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "1 s")
                .start()) {
            CommandLine dbus = new CommandLine(folder, flink.restUri().toString(), Map.of());
            String file = dbus.file(PIPELINE);

            CommandLine.Result submitted = dbus.run("submit", file).succeeded();
            String first = submitted.job();
            assertThat(submitted.out())
                    .contains("it waits for slots: it takes 1, and the cluster has no TaskManager; it runs once there");
            assertThat(dbus.run("status", "waits").failedWith(1).out())
                    .containsPattern("waits for +slots: it takes 1, and the cluster has no TaskManager")
                    .doesNotContain("at most -1")
                    .contains("tells of its components once it runs");

            flink.addTaskManager();
            flink.awaitCheckpoints(first, 2, PATIENCE);
            assertThat(dbus.run("status", "waits").succeeded().out()).doesNotContain("waits for");

            // Now Flink counts no checkpoints for it any more.
            flink.kill9TaskManager(0);
            Awaitility.await("the loss is noticed").atMost(PATIENCE).untilAsserted(() -> assertThat(
                            dbus.run("status", "waits").out())
                    .containsPattern("waits for +slots")
                    .containsPattern("checkpoint +.* ago, file:.*/" + first + "/chk-\\d+"));
            String changed = dbus.file(PIPELINE.replace("rows-per-second: 200", "rows-per-second: 100"));
            for (CommandLine.Result refused : List.of(dbus.run("rescale", "waits", "2"), dbus.run("apply", changed))) {
                assertThat(refused.failedWith(1).err())
                        .contains("the job " + first + " of waits waits to be started")
                        .contains("the cluster has no TaskManager: nothing was changed");
            }
            assertThat(dbus.run("stop", "waits", "--timeout", "1s")
                            .failedWith(1)
                            .err())
                    .contains("takes no savepoint, since not all of its tasks run")
                    .doesNotContain(".;");
            CommandLine.Result cancelled =
                    dbus.run("stop", "waits", "--no-savepoint").succeeded();
            assertThat(flink.checkpoints(first).total()).isZero();
            assertThat(cancelled.out()).containsPattern("from latest goes on from file:.*/" + first + "/chk-\\d+");
            assertThat(dbus.run("list", "-a").succeeded().out())
                    .containsPattern("waits +canceled .*" + first + " +file:.*/" + first + "/chk-\\d+");

            CommandLine.Result again =
                    dbus.run("submit", file, "--from", "latest").succeeded();
            assertThat(again.out())
                    .containsPattern("the latest state is a checkpoint made .* ago: file:.*/" + first + "/chk-\\d+");
            flink.addTaskManager();
            flink.awaitCheckpoints(again.job(), 1, PATIENCE);
            assertThat(flink.rest("/jobs/" + again.job() + "/checkpoints")
                            .at("/latest/restored/external_path")
                            .asText())
                    .contains("/" + first + "/chk-");
        }
    }
}
