package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Application mode: the job's jar in {@code usrlib/}, a JobManager that makes the job itself and ends with it. */
@RequiresServers(ServerKind.FLINK)
class ApplicationClusterITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void theJobOfThePipelineFileRunsAndTheClusterEndsWithItAndGoesOnFromASavepoint() throws Exception {
        String file = pipeline("amount INT");
        String savepoint;
        try (FlinkInstallation flink = installation().layOut()) {
            String job = started(flink, file);
            assertThat(flink.rest("/jobs/" + job).path("name").asText()).isEqualTo("application");

            savepoint = FlinkConf.savepoint(flink.flink("stop", job));
            assertThat(flink.awaitEndOfJobManager(PATIENCE)).isZero();
        }
        try (FlinkInstallation flink = installation()
                .option("execution.state-recovery.path", savepoint)
                .layOut()) {
            String job = started(flink, file);

            assertThat(flink.rest("/jobs/" + job + "/checkpoints")
                            .at("/latest/restored/external_path")
                            .asText())
                    .isEqualTo(savepoint);
        }
    }

    private static String started(FlinkInstallation flink, String file) {
        // What standalone-job.sh of some versions puts behind the job's own arguments.
        flink.startApplication(
                "--job-classname", "io.dbus.job.DbusJob", file, "-D", "jobmanager.memory.heap.size=123456789b");
        flink.startTaskManager();
        String job = Awaitility.await("the job")
                .atMost(PATIENCE)
                .until(() -> flink.rest("/jobs").at("/jobs/0/id").asText(), id -> !id.isEmpty());
        FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
        return job;
    }

    @Test
    void aWrongFileEndsTheClusterWithEachMistakeInItsLog() throws Exception {
        String file = pipeline("amount INTT");
        try (FlinkInstallation flink = installation().layOut()) {
            flink.startApplication("--job-classname", "io.dbus.job.DbusJob", file);

            assertThat(flink.awaitEndOfJobManager(PATIENCE)).isNotZero();
            assertThat(logs(flink)).contains("application.yaml:5", "INTT");
        }
    }

    private FlinkInstallation.Builder installation() {
        return FlinkConf.installation("session", folder).userLibrary(FleetFlow.jobJar());
    }

    private String pipeline(String column) throws IOException {
        return Files.writeString(folder.resolve("application.yaml"), """
                name: application
                sources:
                  numbers:
                    type: mock
                    tables: {shop.orders: "id BIGINT, %s, PRIMARY KEY (id)"}
                    rows-per-second: 200
                sinks:
                  seen: {type: mock, inputs: [numbers], verify: order}
                """.formatted(column))
                .toString();
    }

    private static String logs(FlinkInstallation flink) {
        return flink.logFiles().stream()
                .filter(Files::exists)
                .map(FlinkConf::read)
                .collect(Collectors.joining());
    }
}
