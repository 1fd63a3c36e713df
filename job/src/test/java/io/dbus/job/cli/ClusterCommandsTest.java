package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.cluster.OneRun;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.plugin.TestSinkPlugin;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands for clusters that need no jar, on a Flink inside this process. */
class ClusterCommandsTest {
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

    private static final Configuration ADAPTIVE =
            new Configuration().set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);

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

    @Test
    void a_job_without_an_exchange_takes_the_lanes_that_there_are_with_a_word_on_what_they_are_worth()
            throws Exception {
        try (LocalFlink flink = started(PIPELINE, "rescaled", ADAPTIVE)) {
            assertThat(dbus(flink, "rescale", "stops", "2"))
                    .as(err.toString(UTF_8))
                    .isZero();

            assertThat(out.toString(UTF_8))
                    .contains(
                            "rescaling stops from 1 to 2 by the adaptive scheduler",
                            "without an exchange",
                            "dbus apply --force -p 2",
                            "stops runs on 1 lane, and takes the others of the 2 by itself when there are slots: the cluster"
                                    + " has 0 of 1 slots free");
            assertThat(flink.status()).isEqualTo(JobStatus.RUNNING);
            assertThat(dbus(flink, "status", "stops")).isZero();
            assertThat(out.toString(UTF_8)).contains("1 of its 2 lanes for want of slots");
        }
    }

    @Test
    void a_file_that_wants_no_exchange_is_not_told_to_be_applied_for_one() throws Exception {
        String file = PIPELINE + "  exchange: none\n";
        try (LocalFlink flink = started(file, "without", ADAPTIVE)) {
            assertThat(dbus(flink, "rescale", "stops", "2"))
                    .as(err.toString(UTF_8))
                    .isZero();

            assertThat(out.toString(UTF_8))
                    .contains("stops runs on 1 lane")
                    .doesNotContain("without an exchange")
                    .doesNotContain("--force");
        }
    }

    @Test
    void a_job_that_has_ended_shows_where_to_go_on_by_the_cluster_s_clock() throws Exception {
        try (LocalFlink flink = started("left")) {
            assertThat(dbus(flink, "stop", "stops", "--savepoints", folder.toUri() + "kept"))
                    .as(err.toString(UTF_8))
                    .isZero();
            String savepoint = "file:" + folder + "/kept/stops/savepoint-";

            assertThat(dbus(flink, "status", "stops")).isEqualTo(1);
            assertThat(out.toString(UTF_8))
                    .containsPattern("go on by +\\./dbus submit FILE --from " + savepoint)
                    .doesNotContain("at most -1", "none yet");
            out.reset();
            assertThat(dbus(flink, "list", "--all")).isZero();
            assertThat(out.toString(UTF_8)).containsPattern("stops +finished .* " + flink.job() + " +" + savepoint);
        }
    }

    @Test
    void a_name_that_nothing_runs_under_is_a_failure_and_no_wrong_usage_and_gets_no_lesson() throws Exception {
        try (LocalFlink flink = started("named")) {
            for (List<String> command : List.of(
                    List.of("stop", "nobody"), List.of("status", "nobody"), List.of("rescale", "nobody", "2"))) {
                err.reset();
                assertThat(dbus(flink, command.toArray(new String[0])))
                        .as(command.toString())
                        .isEqualTo(1);
                assertThat(err.toString(UTF_8))
                        .contains("no pipeline 'nobody' runs")
                        .doesNotContain("--verbose")
                        .doesNotContain("--help");
            }
            err.reset();
            assertThat(dbus(flink, "rescale", "stops", "721")).isEqualTo(2);
            assertThat(err.toString(UTF_8)).contains("on 1 to 720").doesNotContain("--help");
            assertThat(dbus(flink, "rescale", "stops", "many")).isEqualTo(2);
            assertThat(err.toString(UTF_8)).contains("dbus rescale --help says what it takes");
        }
    }

    @Test
    void a_job_that_does_not_tell_its_whole_file_is_not_started_again_on_other_lanes_without_it() throws Exception {
        String file =
                PIPELINE.replace("INTO", "secretive").replace("hostname: h", "hostname: h, password: in-the-clear");
        try (LocalFlink flink = LocalFlink.start(Pipelines.read(file), LocalFlink.Options.in(folder))) {
            awaitCommitted("secretive");

            assertThat(dbus(flink, "rescale", "stops", "2", "--no-way-back")).isEqualTo(1);

            assertThat(err.toString(UTF_8))
                    .contains("the job cannot be started again: ", "name the file with --previous")
                    .doesNotContain("--no-way-back");
            assertThat(flink.status()).isEqualTo(JobStatus.RUNNING);
        }
    }

    @Test
    void what_would_send_a_job_to_the_flink_of_a_run_is_refused_before_anything_is_stopped() throws Exception {
        Configuration run = new OneRun(folder.toString()).mark(new Configuration());
        try (LocalFlink flink = started(PIPELINE, "of-a-run", run)) {
            String changed = PIPELINE.replace("INTO", "changed");
            Path file = Files.writeString(folder.resolve("changed.yaml"), changed);
            Path other = Files.writeString(folder.resolve("other.yaml"), changed.replace("name: stops", "name: other"));
            for (List<String> command : List.of(
                    List.of("apply", file.toString()),
                    List.of("submit", file.toString()),
                    List.of("submit", other.toString()),
                    List.of("rescale", "stops", "2"))) {
                err.reset();
                assertThat(dbus(flink, command.toArray(new String[0])))
                        .as(command.toString())
                        .isEqualTo(1);
                assertThat(err.toString(UTF_8))
                        .contains("is inside a process of dbus", "nothing was changed", "dbus run FILE --from last");
            }
            assertThat(out.toString(UTF_8)).isEmpty();
            assertThat(flink.status()).isEqualTo(JobStatus.RUNNING);
            assertThat(dbus(flink, "status", "stops")).isZero();
            assertThat(dbus(flink, "list")).isZero();
            assertThat(out.toString(UTF_8)).containsPattern("stops +running");
        }
    }

    @Test
    void a_savepoint_of_a_run_that_from_last_would_not_find_is_told_to_be_one() throws Exception {
        Configuration run = new OneRun(folder.resolve("state").toString()).mark(new Configuration());
        try (LocalFlink flink = started(PIPELINE, "astray", run)) {
            assertThat(dbus(flink, "stop", "stops", "--savepoints", folder + "/elsewhere"))
                    .as(err.toString(UTF_8))
                    .isZero();

            assertThat(out.toString(UTF_8))
                    .contains(
                            "stopped; dbus run --from file:" + folder + "/elsewhere/stops/savepoint-",
                            "--from last does not: it looks into " + folder + "/state alone");
        }
    }

    private LocalFlink started(String into) throws Exception {
        return started(PIPELINE, into, new Configuration());
    }

    private LocalFlink started(String file, String into, Configuration options) throws Exception {
        LocalFlink flink = LocalFlink.start(
                Pipelines.read(file.replace("INTO", into)), new LocalFlink.Options(folder, 0, "", false, options));
        awaitCommitted(into);
        return flink;
    }

    private static void awaitCommitted(String into) {
        Awaitility.await("a checkpoint").atMost(Duration.ofMinutes(1)).until(() -> !TestSinkPlugin.committed(into)
                .isEmpty());
    }

    private int dbus(LocalFlink flink, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--jobmanager", flink.webUi().toString()));
        return Dbus.run(out, err, Map.of(), all.toArray(new String[0]));
    }
}
