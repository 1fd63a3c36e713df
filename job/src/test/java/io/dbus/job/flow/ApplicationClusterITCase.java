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
    void theJobOfThePipelineFileRunsAndTheClusterEndsWithIt() throws Exception {
        String file = pipeline("amount INT");
        try (FlinkInstallation flink = installation()) {
            flink.startApplication("--job-classname", "io.dbus.job.DbusJob", file);
            flink.startTaskManager();

            Awaitility.await("the job, done").atMost(PATIENCE).until(() -> logs(flink)
                    .contains(FINISHED));
            assertThat(flink.awaitEndOfJobManager(PATIENCE)).isZero();
            assertThat(logs(flink)).contains("Job application ").doesNotContain("FAILED");
        }
    }

    @Test
    void aWrongFileEndsTheClusterWithEachMistakeInItsLog() throws Exception {
        String file = pipeline("amount INTT");
        try (FlinkInstallation flink = installation()) {
            flink.startApplication("--job-classname", "io.dbus.job.DbusJob", file);

            assertThat(flink.awaitEndOfJobManager(PATIENCE)).isNotZero();
            assertThat(logs(flink)).contains("application.yaml:5", "INTT");
        }
    }

    private static final String FINISHED = "switched from state RUNNING to FINISHED";

    private FlinkInstallation installation() {
        return FlinkConf.installation("session", folder)
                .userLibrary(FleetFlow.jobJar())
                .layOut();
    }

    private String pipeline(String column) throws IOException {
        return Files.writeString(folder.resolve("application.yaml"), """
                name: application
                sources:
                  numbers:
                    type: mock
                    tables: {shop.orders: "id BIGINT, %s, PRIMARY KEY (id)"}
                    number-of-rows: 1000
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
