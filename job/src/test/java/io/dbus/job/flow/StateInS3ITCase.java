package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.CommandResult;
import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.S3Server;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.embedded.ZooKeeperServer;
import io.dbus.job.cli.Dbus;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Checkpoints, savepoints and what a leader leaves to the next one on an S3 server, by the lines of {@code flink-conf/standalone-ha} that are off
 * there and Flink's plugin.
 */
@RequiresServers({ServerKind.FLINK, ServerKind.S3})
class StateInS3ITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void aSavepointAndAfterItsRestoreANewLeaderLoseAndRepeatNothing() throws Exception {
        FleetFlow flow = new FleetFlow(
                "fleet-s3",
                SharedServers.mysql(1),
                SharedServers.mysql(2),
                SharedServers.mariadb(),
                SharedServers.kafka());
        String file = withKeyedState(flow.pipelineFile(folder, Map.of()));
        String jar = FleetFlow.jobJar().toString();
        try (S3Server s3 = S3Server.start();
                ZooKeeperServer zooKeeper = ZooKeeperServer.builder().start();
                FlinkInstallation flink = installation(s3, zooKeeper)) {
            String bucket = "s3://" + s3.bucket() + "/flink/";
            flink.startJobManager();
            flink.startTaskManager();

            String job = FlinkConf.submitted(flink.flink("run", "-d", "-p", "2", jar, file));
            FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
            flow.write(6_000);
            Awaitility.await("the first records").atMost(PATIENCE).until(() -> flow.committed() > 1_000);
            CommandResult stopped = flink.flink("stop", job);
            String savepoint = FlinkConf.savepoint(stopped);
            assertThat(savepoint).startsWith(bucket + "savepoints/");
            assertThat(s3.keys("flink/savepoints/")).anyMatch(key -> key.endsWith("/_metadata"));
            flow.write(6_000);

            String restored = submittedFromLatest(flink, file);
            FlinkConf.awaitAllTasksRunning(flink, restored, PATIENCE);
            assertThat(restoredFrom(flink, restored)).isEqualTo(savepoint);
            flow.assertDelivered();
            Awaitility.await("a checkpoint that shares RocksDB's files with the one before")
                    .atMost(PATIENCE)
                    .until(() -> s3.keys("flink/checkpoints/" + restored + "/shared/")
                                            .size()
                                    > 0
                            && FlinkConf.completedCheckpoints(flink, restored) > 1);

            assertThat(s3.keys("flink/ha/")).isNotEmpty();
            flink.startJobManager();
            flink.kill9JobManager(0);
            flow.write(6_000);
            flow.assertDelivered();
            assertThat(restoredFrom(flink, restored)).startsWith(bucket + "checkpoints/" + restored + "/chk-");
        }
    }

    private static String restoredFrom(FlinkInstallation flink, String job) {
        return flink.rest("/jobs/" + job + "/checkpoints")
                .at("/latest/restored/external_path")
                .asText();
    }

    /** By {@code dbus submit --from latest}, on three lanes: the cluster says where its jobs' savepoints are. */
    private static String submittedFromLatest(FlinkInstallation flink, String file) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        String[] arguments = {
            "submit",
            file,
            "--from",
            "latest",
            "-p",
            "3",
            "--jobmanager",
            flink.restUri().toString()
        };
        assertThat(Dbus.run(out, out, Map.of(), arguments))
                .as(out.toString(UTF_8))
                .isZero();
        assertThat(out.toString(UTF_8)).contains("the latest state is a savepoint");
        Matcher job = Pattern.compile("as job ([0-9a-f]{32})").matcher(out.toString(UTF_8));
        assertThat(job.find()).isTrue();
        return job.group(1);
    }

    private FlinkInstallation installation(S3Server s3, ZooKeeperServer zooKeeper) {
        String bucket = "s3://" + s3.bucket() + "/flink/";
        return FlinkConf.installation("standalone-ha", folder)
                .option("high-availability.zookeeper.quorum", zooKeeper.connect())
                .option("high-availability.storageDir", bucket + "ha")
                .option("high-availability.jobmanager.port", "0")
                .plugin("flink-s3-fs-hadoop")
                .option("execution.checkpointing.dir", bucket + "checkpoints")
                .option("execution.checkpointing.savepoint-dir", bucket + "savepoints")
                .option("s3.endpoint", s3.endpoint().toString())
                .option("s3.path.style.access", "true")
                .environment(s3.credentials())
                .layOut();
    }

    /** With the last sequence of each key in RocksDB, all of it in files: small states would lie in the checkpoint's metadata. */
    private static String withKeyedState(Path file) throws Exception {
        String text = Files.readString(file)
                .replace("sinks:\n", "  once:\n    type: dedupe\n    inputs: [lanes]\nsinks:\n")
                .replace("    inputs: [lanes]\n    properties", "    inputs: [once]\n    properties")
                .replace("flink: {", "flink: {execution.checkpointing.data-inline-threshold: 0b, ");
        assertThat(text).contains("inputs: [once]", "threshold");
        return Files.writeString(file, text).toString();
    }
}
