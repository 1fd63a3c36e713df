package io.dbus.job.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands for pipelines on a cluster, on one with Flink's default scheduler. */
@RequiresServers
class ClusterCommandsITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PIPELINE = """
            name: NAME
            sources:
              numbers:
                type: mock
                tables: {shop.orders: 'id BIGINT, amount INT NOT NULL, PRIMARY KEY (id)'}
                servers: [eu1, eu2]
                rows-per-second: 200
                commit-time: now
            operators:
              some: {type: filter, inputs: [numbers], where: "true"}
            sinks:
              kept: {type: mock, inputs: [some]}
            pipeline:
              flink: {execution.checkpointing.interval: 1s, restart-strategy.type: fixed-delay, restart-strategy.fixed-delay.attempts: 20, restart-strategy.fixed-delay.delay: 1s}
            """;

    private static FlinkCluster flink;

    @TempDir
    Path folder;

    private CommandLine dbus;

    @BeforeAll
    static void start() {
        flink = FlinkCluster.builder().taskManagers(1).slots(6).start();
    }

    @AfterAll
    static void stop() {
        if (flink != null) {
            flink.close();
        }
    }

    @BeforeEach
    void connect() {
        dbus = new CommandLine(folder, flink.restUri().toString(), Map.of());
    }

    @Test
    void aPipelineIsSubmittedSeenStoppedAndGoesOnFromWhereItWasStopped() throws Exception {
        String file = file("goes-on");
        CommandLine.Result submitted = dbus("submit", file).succeeded();
        flink.awaitAllTasksRunning(submitted.job(), PATIENCE);

        assertThat(dbus("list").succeeded().out()).containsPattern("goes-on +running .* +\\d/\\d +" + submitted.job());
        dbus("submit", file).failedWith(1);
        assertThat(dbus("submit", file).err())
                .contains("the pipeline goes-on runs", submitted.job(), "dbus apply", "dbus stop");
        assertThat(dbus("stop", "goes-no").failedWith(1).err()).contains("did you mean 'goes-on'?");

        String stopped = dbus("stop", "goes-on").succeeded().out();
        assertThat(stopped).contains("/savepoints/goes-on/savepoint-");
        assertThat(flink.jobState(submitted.job())).isEqualTo(JobState.FINISHED);
        CommandLine.Result ended = dbus("status", "goes-on").failedWith(1);
        assertThat(ended.out()).contains("finished", "/savepoints/goes-on/savepoint-");

        CommandLine.Result again =
                dbus("submit", file, "--from", "latest", "-p", "2").succeeded();
        String savepoint = stopped.substring(stopped.indexOf("file:")).strip();
        assertThat(again.out())
                .containsPattern("the latest state is a savepoint made .* ago: " + Pattern.quote(savepoint))
                .contains("on 2 lanes", "from " + savepoint);
        flink.awaitAllTasksRunning(again.job(), PATIENCE);
        assertThat(flink.rest("/jobs/" + again.job() + "/checkpoints")
                        .at("/latest/restored/external_path")
                        .asText())
                .isEqualTo(savepoint);
        dbus("stop", again.job()).succeeded();
    }

    @Test
    void statusShowsEachServerSinkAndReason() throws Exception {
        String file = file("status");
        Files.writeString(
                Path.of(file),
                Files.readString(Path.of(file)).replace("where: \"true\"", "where: \"after.amount > 0\""));
        String job = dbus("submit", file).succeeded().job();
        flink.awaitCheckpoints(job, 3, PATIENCE);
        Awaitility.await("figures on the page")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(
                        () -> assertThat(dbus("status", "status").succeeded().out())
                                .containsPattern("status +running for .*, \\d of \\d tasks run")
                                .containsPattern("checkpoint +number \\d+, .* ago, took")
                                .containsPattern("failures +none")
                                .containsPattern("  numbers +\\d+ +[1-9][\\d,]*")
                                .containsPattern("    eu1 +[1-9][\\d,]* .* mock\\.\\d+:\\d+, heard ")
                                .containsPattern("    eu2 +[1-9][\\d,]* .* mock\\.\\d+:\\d+, heard ")
                                .containsPattern("  some +\\d+ +[1-9][\\d,]* +\\d+  dropped [\\d,]+ condition")
                                .containsPattern("  kept +\\d+ +[1-9][\\d,]*"));
        dbus("stop", "status").succeeded();
    }

    @Test
    void statusShowsTheServersThatCannotBeReached() throws Exception {
        String file = Files.writeString(folder.resolve("away.yaml"), """
                name: away
                sources:
                  shops:
                    type: mysql
                    servers: {north: "127.0.0.1:1", south: "127.0.0.1:1"}
                    username: dbus
                    tables: ["shop.*"]
                sinks: {counted: {type: mock, inputs: [shops]}}
                """).toString();
        String job = dbus("submit", file, "--no-preflight").succeeded().job();
        flink.awaitAllTasksRunning(job, PATIENCE);

        assertThat(dbus("status", "away").out())
                .containsPattern("    north +- +- +not reached yet; the JobManager's log")
                .containsPattern("    south +- +- +not reached yet; the JobManager's log");
        dbus("stop", "away", "--no-savepoint").succeeded();
    }

    @Test
    void applyPutsAFileInThePlaceOfTheOldOneAndGoesBackWhenTheNewOneFailsAndNothingIsLostOrTwice() throws Exception {
        KafkaCluster kafka = SharedServers.kafka();
        String topic = kafka.uniqueTopic("apply");
        int rows = 20_000;
        String text = PIPELINE.replace("NAME", "applied")
                .replace("    servers: [eu1, eu2]\n", "")
                .replace(
                        "rows-per-second: 200",
                        "rows-per-second: 200\n    number-of-rows: " + rows
                                + "\n    operations: {insert: 1, update: 3}")
                .replace("kept: {type: mock, inputs: [some]}", """
                        topics:
                            type: kafka
                            inputs: [some]
                            properties.bootstrap.servers: "%s"
                            topic: "%s"
                            format: dbus-json
                        """.formatted(kafka.bootstrapServers(), topic)
                        .strip());
        String first = dbus("submit", dbus.file(text)).succeeded().job();
        flink.awaitCheckpoints(first, 1, PATIENCE);

        assertThat(dbus("apply", dbus.file(text)).succeeded().out()).contains("nothing to do");
        assertThat(flink.jobState(first)).isEqualTo(JobState.RUNNING);

        String other = text.replace("where: \"true\"", "where: \"after.id >= 0\"");
        CommandLine.Result applied = dbus("apply", dbus.file(other), "-p", "2").succeeded();
        assertThat(applied.out()).contains("applied works as job");
        assertThat(flink.jobState(applied.job())).isEqualTo(JobState.RUNNING);
        assertThat(flink.checkpoints(applied.job()).completed()).isPositive();

        String failing = other.replace("sinks:\n", "sinks:\n  bad: {type: mock, inputs: [some], fail-after: 1}\n");
        CommandLine.Result back = dbus("apply", dbus.file(failing)).failedWith(1);
        assertThat(back.err())
                .contains("the new one does not work: Sink bad fails after 1 events")
                .containsOnlyOnce("Sink bad fails")
                .contains("went back: the old file runs again as job " + back.job());
        assertThat(back.out()).doesNotContain("Sink bad fails");
        assertThat(flink.jobState(back.job())).isEqualTo(JobState.RUNNING);
        assertThat(dbus("list").out().lines().filter(line -> line.startsWith("applied ")))
                .hasSize(1);

        String fast = other.replace("    rows-per-second: 200\n", "");
        String last = dbus("apply", dbus.file(fast)).succeeded().job();
        flink.awaitState(last, JobState.FINISHED, PATIENCE);
        List<String> values = kafka.readCommitted(topic).stream()
                .map(record -> new String(record.value(), UTF_8))
                .toList();
        assertThat(values).hasSize(rows).doesNotHaveDuplicates();
    }

    @Test
    void whatCouldNotBeRestoredIsRefusedBeforeAnythingIsStopped() throws Exception {
        String text = PIPELINE.replace("NAME", "misfit");
        String job = dbus("submit", dbus.file(text)).succeeded().job();
        flink.awaitAllTasksRunning(job, PATIENCE);

        CommandLine.Result refused = dbus(
                        "apply", dbus.file(text.replace("servers: [eu1, eu2]", "servers: [eu1, eu2]\n    splits: 32")))
                .failedWith(1);
        assertThat(refused.err())
                .contains(
                        "sources.numbers.splits was '16' and is '32'", "nothing was changed", "runs on as job " + job);
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);

        dbus("stop", "misfit").succeeded();
        assertThat(dbus(
                                "submit",
                                dbus.file(text.replace("servers: [eu1, eu2]", "servers: [eu1, eu2]\n    splits: 32")),
                                "--from",
                                "latest")
                        .failedWith(1)
                        .err())
                .contains("sources.numbers.splits was '16' and is '32'");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aJobGoesOnOnOtherLanesFromTheCheckpointThatItLeftAlsoWithEventsInFlight(boolean unaligned) throws Exception {
        KafkaCluster kafka = SharedServers.kafka();
        String topic = kafka.uniqueTopic("left");
        int rows = 20_000;
        String fast = PIPELINE.replace("NAME", "left-" + (unaligned ? "unaligned" : "aligned"))
                .replace("    servers: [eu1, eu2]\n    rows-per-second: 200\n", "    number-of-rows: " + rows + "\n")
                .replace("sinks:\n", """
                        sinks:
                          topics:
                            type: kafka
                            inputs: [some]
                            properties.bootstrap.servers: "%s"
                            topic: "%s"
                            format: dbus-json
                        """.formatted(kafka.bootstrapServers(), topic))
                .replace(
                        "flink: {",
                        "exchange: keyed\n  flink: {execution.checkpointing.unaligned.enabled: " + unaligned
                                + ", execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION, ");
        String slow = fast.replace("kept: {type: mock, ", "kept: {type: mock, slow-down: 1 ms, ");
        String job = dbus("submit", dbus.file(slow), "-p", "2").succeeded().job();
        Awaitility.await("a checkpoint, with events in flight if it is to have them")
                .atMost(PATIENCE)
                .until(() -> {
                    JsonNode latest =
                            flink.rest("/jobs/" + job + "/checkpoints").at("/latest/completed");
                    return unaligned ? latest.path("persisted_data").asLong() > 0 : latest.isObject();
                });
        flink.cancel(job);
        flink.awaitState(job, JobState.CANCELED, PATIENCE);
        JsonNode left = flink.rest("/jobs/" + job + "/checkpoints").at("/latest/completed");
        String path = left.path("external_path").asText();

        String more = fast.replace(
                        "operators:\n", "operators:\n  all: {type: filter, inputs: [numbers], where: \"true\"}\n")
                .replace("some: {type: filter, inputs: [numbers]", "some: {type: filter, inputs: [all]");
        if (unaligned) {
            assertThat(dbus("submit", dbus.file(more), "--from", path)
                            .failedWith(1)
                            .err())
                    .contains(
                            "operators.all, operators.some: the state is an unaligned checkpoint, with events in flight");
            assertThatThrownBy(() -> flink.submit(JobSubmission.of(JobJars.job())
                            .arguments(dbus.file(more))
                            .fromSavepoint(path)
                            .allowNonRestoredState()))
                    .as("what Flink says of it")
                    .hasMessageContaining("Cannot recover from unaligned checkpoint when topology changes");
        }
        String restored = dbus("submit", dbus.file(unaligned ? fast : more), "-p", "3", "--from", path)
                .succeeded()
                .job();
        flink.awaitState(restored, JobState.FINISHED, PATIENCE);
        assertThat(kafka.readCommitted(topic).stream().map(record -> new String(record.value(), UTF_8)))
                .hasSize(rows)
                .doesNotHaveDuplicates();
    }

    @Test
    void aFileWhoseSecretsStandInItHasNoWayBackAndIsRefusedUnlessToldOtherwise() throws Exception {
        String text = PIPELINE.replace("NAME", "secretive")
                + "dead-letters: {type: kafka, topic: x, properties.bootstrap.servers: 'localhost:1', properties.ssl.key.password: literal}\n";
        String job =
                dbus("submit", dbus.file(text), "--no-preflight").succeeded().job();
        flink.awaitAllTasksRunning(job, PATIENCE);
        String next = dbus.file(text.replace("rows-per-second: 200", "rows-per-second: 300"));

        assertThat(dbus("apply", next, "--no-preflight").failedWith(1).err())
                .contains("there would be no way back", "--previous", "--no-way-back");
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
        assertThat(dbus("apply", next, "--no-preflight", "--previous", dbus.file(text))
                        .succeeded()
                        .out())
                .contains("secretive works as job");
        dbus("stop", "secretive").succeeded();
    }

    @Test
    void aSchedulerThatCannotRescaleStopsAndStartsTheJobOnOtherLanes() throws Exception {
        String job = dbus("submit", file("rescaled"), "-p", "1").succeeded().job();
        flink.awaitAllTasksRunning(job, PATIENCE);

        CommandLine.Result rescaled = dbus("rescale", "rescaled", "2").succeeded();
        assertThat(rescaled.out())
                .contains("the scheduler of this cluster cannot rescale a running job", "rescaled works as job");
        assertThat(flink.rest("/jobs/" + rescaled.job())
                        .at("/vertices/0/parallelism")
                        .asInt())
                .isEqualTo(2);
        assertThat(dbus("rescale", "rescaled", "2").succeeded().out()).contains("nothing to do");
        dbus("rescale", "rescaled", "721").failedWith(2);
        // It holds 2 of the 6 slots; what is free of the others may be others'.
        for (CommandLine.Result refused : List.of(
                dbus("rescale", "rescaled", "7").failedWith(1),
                dbus("apply", file("rescaled"), "-p", "7").failedWith(1))) {
            assertThat(refused.err())
                    .contains(
                            "lanes of rescaled, those that it runs on counted in, and not for 7",
                            "nothing was changed");
        }
        assertThat(flink.jobState(rescaled.job())).isEqualTo(JobState.RUNNING);
        // A file that does not say how many lanes keeps those that there are.
        String faster = dbus.file(Files.readString(Path.of(file("rescaled"))).replace("200", "250"));
        String applied = dbus("apply", faster).succeeded().job();
        assertThat(flink.rest("/jobs/" + applied).at("/vertices/0/parallelism").asInt())
                .isEqualTo(2);
        dbus("stop", "rescaled").succeeded();
    }

    @Test
    void aJobThatFailedForGoodTellsWhyAndGoesOnFromItsLastCheckpoint() throws Exception {
        String text = PIPELINE.replace("NAME", "failed")
                .replace("restart-strategy.type: fixed-delay", "restart-strategy.type: none");
        String stopped = dbus("submit", dbus.file(text)).succeeded().job();
        flink.awaitCheckpoints(stopped, 1, PATIENCE);
        dbus("stop", "failed").succeeded();
        String failing = dbus.file(text.replace("kept: {type: mock,", "kept: {type: mock, fail-after: 500,"));
        String job = dbus("submit", failing, "--from", "latest").succeeded().job();
        flink.awaitState(job, JobState.FAILED, PATIENCE);

        CommandLine.Result status = dbus("status", "failed").failedWith(1);
        assertThat(status.out())
                .containsPattern("failed +failed .* ago")
                .containsPattern("reason +Sink kept fails after 500 events")
                .containsPattern("go on by +\\./dbus submit FILE --from file:.*/" + job + "/chk-\\d+")
                .doesNotContain("at most -1", "none yet");
        CommandLine.Result again =
                dbus("submit", dbus.file(text), "--from", "latest").succeeded();
        assertThat(again.out())
                .containsPattern("the latest state is a checkpoint made .* ago: file:.*/" + job + "/chk-");
        flink.awaitAllTasksRunning(again.job(), PATIENCE);
        dbus("stop", "failed").succeeded();
    }

    @Test
    void aStateThatIsNotThereKeepsTheJobFromStartingAndSaysSo() throws Exception {
        String file = file("nowhere");

        assertThat(dbus("submit", file, "--from", "latest").failedWith(1).err())
                .contains("knows no savepoint and no kept checkpoint of nowhere", "there is none in file:");
        assertThat(dbus("submit", file, "--from", "/no/such/savepoint")
                        .failedWith(1)
                        .err())
                .contains(
                        "could not start the job",
                        "Cannot find checkpoint or savepoint file/directory '/no/such/savepoint'");
        assertThat(dbus("status", "nowhere").failedWith(1).out())
                .contains("failed", "Cannot find checkpoint or savepoint");
    }

    private CommandLine.Result dbus(String... args) {
        return dbus.run(args);
    }

    private String file(String name) throws Exception {
        return dbus.file(PIPELINE.replace("NAME", name));
    }
}
