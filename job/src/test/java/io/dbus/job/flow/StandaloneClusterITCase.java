package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StandaloneClusterITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void aKilledTaskManagerAndARestoreAtAnotherParallelismLoseAndRepeatNothing() throws Exception {
        FleetFlow flow = new FleetFlow(
                "fleet-standalone",
                SharedServers.mysql(1),
                SharedServers.mysql(2),
                SharedServers.mariadb(),
                SharedServers.kafka());
        Path file = flow.pipelineFile(folder, Map.of());
        JobSubmission submission = JobSubmission.of(FleetFlow.jobJar()).arguments(file.toString());
        try (FlinkCluster flink = FlinkCluster.builder()
                .taskManagers(2)
                .slots(2)
                .option("heartbeat.timeout", "10000")
                .option("heartbeat.interval", "2000")
                .start()) {
            String job = flink.submit(submission.parallelism(2));
            flink.awaitAllTasksRunning(job, PATIENCE);
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> flow.write(50_000));
            Awaitility.await("the first records").atMost(PATIENCE).until(() -> flow.committed() > 1_000);

            flink.kill9TaskManager(0);
            flink.addTaskManager();
            writing.join();
            flow.assertDelivered();
            assertThat(flink.exceptions(job))
                    .as("what the job was restarted by")
                    .isNotEmpty();

            String savepoint = flink.stopWithSavepoint(job);
            flow.write(6_000);
            String restored = flink.submit(submission.parallelism(3).fromSavepoint(savepoint));
            flink.awaitAllTasksRunning(restored, PATIENCE);
            flow.write(6_000);
            flow.assertDelivered();
        }
    }
}
