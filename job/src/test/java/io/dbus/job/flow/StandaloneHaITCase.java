package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.ZooKeeperServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of {@code flink-conf/standalone-ha}, as it is but for its places and ports. */
@RequiresServers(ServerKind.FLINK)
class StandaloneHaITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void aStandbyTakesTheJobOverFromItsLastCheckpointWhenTheLeaderIsKilled() throws Exception {
        String file = Files.writeString(folder.resolve("led.yaml"), """
                name: led
                sources:
                  numbers:
                    type: mock
                    tables: {shop.orders: "id BIGINT, amount INT, PRIMARY KEY (id)"}
                    rows-per-second: 200
                sinks:
                  seen: {type: mock, inputs: [numbers]}
                pipeline:
                  flink: {execution.checkpointing.interval: 1s}
                """).toString();
        try (ZooKeeperServer zooKeeper = ZooKeeperServer.builder().start();
                FlinkInstallation flink = FlinkConf.installation("standalone-ha", folder)
                        .option("high-availability.zookeeper.quorum", zooKeeper.connect())
                        .option(
                                "high-availability.storageDir",
                                folder.resolve("ha").toUri().toString())
                        .option("high-availability.jobmanager.port", "0")
                        .layOut()) {
            flink.startJobManager();
            flink.startTaskManager();
            String job = FlinkConf.submitted(
                    flink.flink("run", "-d", FleetFlow.jobJar().toString(), file));
            FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
            flink.startJobManager();
            Awaitility.await("a checkpoint, by way of the standby")
                    .atMost(PATIENCE)
                    .until(() -> FlinkConf.completedCheckpoints(flink, job) > 0);

            flink.kill9JobManager(0);

            Awaitility.await("the job on the new leader")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> flink.rest("/jobs/" + job + "/checkpoints")
                                    .at("/counts/restored")
                                    .asLong()
                            == 1);
            FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
            assertThat(flink.flink("list").output()).contains(job + " : led (RUNNING)");
        }
    }
}
