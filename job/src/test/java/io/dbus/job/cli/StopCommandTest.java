package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.plugin.TestSinkPlugin;
import java.io.ByteArrayOutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StopCommandTest {
    private static final String PIPELINE = """
            name: stops
            sources:
              numbers: {type: test-source, hostname: h, count: -1}
            sinks:
              kept: {type: test-sink, inputs: [numbers], into: INTO}
            pipeline:
              parallelism: 1
              flink.execution.checkpointing.interval: 100 ms
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void without_a_savepoint_the_job_is_cancelled_and_its_last_checkpoint_is_told() throws Exception {
        try (LocalFlink flink = started("cancelled")) {
            assertThat(dbus(flink, "stop", "stops", "--no-savepoint"))
                    .as(err.toString(UTF_8))
                    .isZero();

            assertThat(flink.status()).isEqualTo(JobStatus.CANCELED);
            assertThat(out.toString(UTF_8))
                    .startsWith("cancelled; dbus submit --from latest goes on from file:" + folder + "/checkpoints/"
                            + flink.job() + "/chk-");
        }
    }

    @Test
    void it_ends_with_a_savepoint_in_the_pipeline_s_folder() throws Exception {
        try (LocalFlink flink = started("stopped")) {
            assertThat(dbus(flink, "stop", "stops", "--savepoints", folder.toUri() + "kept/"))
                    .as(err.toString(UTF_8))
                    .isZero();

            assertThat(flink.status()).isEqualTo(JobStatus.FINISHED);
            assertThat(out.toString(UTF_8))
                    .contains("stopped; dbus submit --from latest goes on from file:" + folder
                            + "/kept/stops/savepoint-");
        }
    }

    private LocalFlink started(String into) throws Exception {
        LocalFlink flink =
                LocalFlink.start(Pipelines.read(PIPELINE.replace("INTO", into)), LocalFlink.Options.in(folder));
        Awaitility.await("a checkpoint").atMost(Duration.ofMinutes(1)).until(() -> !TestSinkPlugin.committed(into)
                .isEmpty());
        return flink;
    }

    private int dbus(LocalFlink flink, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--jobmanager", flink.webUi().toString()));
        return Dbus.run(out, err, Map.of(), all.toArray(new String[0]));
    }
}
