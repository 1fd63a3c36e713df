package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.CommandResult;
import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.S3Server;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checkpoints and savepoints on an S3 server, by the lines of {@code flink-conf/} that are off there and Flink's plugin. */
@RequiresServers({ServerKind.FLINK, ServerKind.S3})
class StateInS3ITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void aSavepointAndAfterItsRestoreACheckpointLoseAndRepeatNothing() throws Exception {
        FleetFlow flow = new FleetFlow(
                "fleet-s3",
                SharedServers.mysql(1),
                SharedServers.mysql(2),
                SharedServers.mariadb(),
                SharedServers.kafka());
        String file = withKeyedState(flow.pipelineFile(folder, Map.of()));
        String jar = FleetFlow.jobJar().toString();
        try (S3Server s3 = S3Server.start();
                FlinkInstallation flink = installation(s3)) {
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

            String restored = FlinkConf.submitted(flink.flink("run", "-d", "-s", savepoint, "-p", "3", jar, file));
            FlinkConf.awaitAllTasksRunning(flink, restored, PATIENCE);
            flow.assertDelivered();
            Awaitility.await("a checkpoint that shares RocksDB's files with the one before")
                    .atMost(PATIENCE)
                    .until(() -> s3.keys("flink/checkpoints/" + restored + "/shared/")
                                            .size()
                                    > 0
                            && FlinkConf.completedCheckpoints(flink, restored) > 1);

            flink.kill9TaskManager(0);
            flink.startTaskManager();
            flow.write(6_000);
            flow.assertDelivered();
            assertThat(flink.rest("/jobs/" + restored + "/checkpoints")
                            .at("/latest/restored/external_path")
                            .asText())
                    .startsWith(bucket + "checkpoints/" + restored + "/chk-");
        }
    }

    private FlinkInstallation installation(S3Server s3) {
        String bucket = "s3://" + s3.bucket() + "/flink/";
        return FlinkConf.installation("session", folder)
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
