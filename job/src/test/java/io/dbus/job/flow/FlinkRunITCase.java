package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.CommandResult;
import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What users type: {@code flink run} of the job's jar, on a session cluster made of {@code flink-conf/}. */
@RequiresServers(ServerKind.FLINK)
class FlinkRunITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    static Path shared;

    private static FlinkInstallation flink;

    @TempDir
    Path folder;

    @BeforeAll
    static void startASessionClusterOfTheFilesAsTheyAre() {
        flink = FlinkConf.installation("session", shared).layOut();
        flink.startJobManager();
        flink.startTaskManager();
    }

    @AfterAll
    static void close() {
        flink.close();
    }

    @AfterEach
    void cancelWhatRuns() {
        running().keySet().forEach(job -> assertThat(flink.flink("cancel", job).exitCode())
                .isZero());
    }

    @Test
    void aJobIsSubmittedListedStoppedWithASavepointAndStartedFromIt() throws Exception {
        String file = pipeline("to-and-fro", "rows-per-second: 500", "");

        String job =
                FlinkConf.submitted(flink.flink("run", "-d", FleetFlow.jobJar().toString(), file));
        FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
        assertThat(flink.flink("list").output()).contains(job + " : to-and-fro (RUNNING)");
        Awaitility.await("a checkpoint").atMost(PATIENCE).until(() -> FlinkConf.completedCheckpoints(flink, job) > 0);

        String savepoint = FlinkConf.savepoint(flink.flink("stop", job));
        assertThat(savepoint).startsWith("file:" + shared.resolve("savepoints"));

        String restored = FlinkConf.submitted(flink.flink(
                "run", "-d", "-s", savepoint, "-p", "3", FleetFlow.jobJar().toString(), file));
        FlinkConf.awaitAllTasksRunning(flink, restored, PATIENCE);
        assertThat(flink.rest("/jobs/" + restored + "/checkpoints")
                        .at("/latest/restored/external_path")
                        .asText())
                .isEqualTo(savepoint);
        assertThat(flink.rest("/jobs/" + restored).at("/vertices/0/parallelism").asInt())
                .isEqualTo(3);
    }

    @Test
    void anAttachedRunEndsWithTheJob() throws Exception {
        CommandResult run = flink.flink(
                "run", FleetFlow.jobJar().toString(), pipeline("finite", "number-of-rows: 1000", "verify: order"));

        assertThat(state(FlinkConf.submitted(run))).isEqualTo("FINISHED");
    }

    @Test
    void moreLanesThanSlotsRunWithTheSlotsThatThereAre() throws Exception {
        String job = FlinkConf.submitted(flink.flink(
                "run", "-d", "-p", "6", FleetFlow.jobJar().toString(), pipeline("wide", "rows-per-second: 100", "")));

        FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);
        assertThat(flink.rest("/jobs/" + job).at("/vertices/0/parallelism").asInt())
                .as("of 6, on a TaskManager of 4 slots")
                .isEqualTo(4);
    }

    @Test
    void aWrongFileIsRefusedWithEachMistakeAndItsLineAndNoJobIsMade() throws Exception {
        String file = pipeline("wrong", "rows-per-secnd: 1", "");
        int before = flink.rest("/jobs").path("jobs").size();

        CommandResult run = flink.flink("run", "-d", FleetFlow.jobJar().toString(), file);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("wrong.yaml:6", "rows-per-secnd", "rows-per-second");
        assertThat(flink.rest("/jobs").path("jobs")).hasSize(before);
    }

    @Test
    void aSecretComesFromTheEnvironmentOfTheOneWhoSubmitsAndIsInNoMessageAndNoLog() throws Exception {
        Path file = Files.writeString(folder.resolve("secret.yaml"), """
                name: secret
                sources:
                  shops:
                    type: mysql
                    servers: {a: "127.0.0.1:1"}
                    username: dbus
                    password: ${env:SHOP_DB_PASSWORD}
                    tables: ["shop.*"]
                    scan.startup.mode: earliest-offset
                sinks:
                  seen: {type: mock, inputs: [shops]}
                """);

        CommandResult without = flink.flink("run", "-d", FleetFlow.jobJar().toString(), file.toString());
        CommandResult with = flink.flink(
                Map.of("SHOP_DB_PASSWORD", "open sesame 4711"),
                "run",
                "-d",
                FleetFlow.jobJar().toString(),
                file.toString());

        assertThat(without.exitCode()).isEqualTo(1);
        assertThat(without.output()).contains("SHOP_DB_PASSWORD");
        assertThat(with.exitCode()).isEqualTo(1);
        assertThat(with.output()).contains("127.0.0.1:1").doesNotContain("sesame");
        for (Path log : flink.logFiles()) {
            assertThat(Files.exists(log) ? Files.readString(log) : "")
                    .as(log.toString())
                    .doesNotContain("sesame");
        }
    }

    @Test
    void thePrometheusReporterShowsTheFiguresOfDbusWithLabelsThatOutliveARestart() throws Exception {
        String job = FlinkConf.submitted(flink.flink(
                "run", "-d", FleetFlow.jobJar().toString(), pipeline("watched-job", "rows-per-second: 500", "")));
        FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);

        String counted = "flink_taskmanager_job_task_operator_dbus_seen_table_operation_events";
        String events = Awaitility.await("the figures of the sink")
                .atMost(PATIENCE)
                .until(
                        () -> scraped()
                                .filter(line -> line.startsWith(counted + "{"))
                                .filter(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))) > 0)
                                .findFirst()
                                .orElse(""),
                        line -> !line.isEmpty());

        assertThat(events)
                .contains("job_name=\"watched-job\"", "table=\"shop.orders\"")
                .doesNotContain("task_attempt_id", "task_attempt_num");
        assertThat(scraped()).anyMatch(line -> line.startsWith("flink_jobmanager_job_lastCheckpointDuration{"));
        assertThat(scraped()).anyMatch(line -> line.matches("flink_jobmanager_job_runningState\\{.* 1\\.0"));
    }

    @Test
    void theLogSaysOfWhichJobALineIs() throws Exception {
        String job = FlinkConf.submitted(flink.flink(
                "run", "-d", FleetFlow.jobJar().toString(), pipeline("logged", "rows-per-second: 100", "")));
        FlinkConf.awaitAllTasksRunning(flink, job, PATIENCE);

        List<Path> logs = flink.logFiles().stream()
                .filter(file -> file.getFileName().toString().matches(".*(jobmanager|taskmanager).*-log4j\\.log"))
                .toList();
        assertThat(logs).hasSize(2).allSatisfy(log -> assertThat(Files.readString(log))
                .contains("[job " + job + "] "));
    }

    private String pipeline(String name, String sourceOption, String sinkOption) throws IOException {
        return Files.writeString(folder.resolve(name + ".yaml"), """
                name: %s
                sources:
                  numbers:
                    type: mock
                    tables: {shop.orders: "id BIGINT, amount INT, PRIMARY KEY (id)"}
                    %s
                sinks:
                  seen:
                    type: mock
                    inputs: [numbers]
                    %s
                """.formatted(name, sourceOption, sinkOption))
                .toString();
    }

    private static Map<String, String> running() {
        return FlinkConf.elements(flink.rest("/jobs").path("jobs"))
                .filter(job -> !List.of("FINISHED", "CANCELED", "FAILED")
                        .contains(job.path("status").asText()))
                .collect(Collectors.toMap(job -> job.path("id").asText(), job -> job.path("status")
                        .asText()));
    }

    private static String state(String job) {
        return flink.rest("/jobs/" + job).path("state").asText();
    }

    /** All lines that the processes of the cluster show to Prometheus. */
    private static Stream<String> scraped() {
        return FlinkConf.prometheusPorts(flink).stream().flatMap(FlinkConf::scrape);
    }
}
