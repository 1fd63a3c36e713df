package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each job loads its own classes, some 25 MB of metaspace; whatever holds on to one of them keeps all, and after a few jobs ends the process.
 *
 * <p>Those of one ended job may stay, the last whose records were compared: Java 17 remembers its method handle (JDK-8078641,
 * "MethodHandle.asTypeCache can retain classes from unloading", mended in 18).
 */
@RequiresServers
class JobClassesITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String LOADER = "org.apache.flink.util.ChildFirstClassLoader";
    private static final Pattern INSTANCES = Pattern.compile(" (\\d+) +\\d+ +" + Pattern.quote(LOADER) + "\\s");
    private static final int STAY = 1;

    @TempDir
    Path folder;

    @Test
    void noProcessKeepsTheClassesOfJobsThatHaveEnded() throws Exception {
        SearchFlow flow = new SearchFlow("job-classes", SharedServers.mysql(), SharedServers.elasticsearch());
        flow.write("FULL", 50);
        Path file = pipelineFile(flow, "");
        // Longer than the broker's transaction.max.timeout.ms: its writer fails in its start.
        Path failing = pipelineFile(flow, "properties.transaction.timeout.ms: 172800000");
        try (FlinkCluster flink = FlinkCluster.builder().start()) {
            String stopped = submit(flink, file);
            flink.awaitCheckpoints(stopped, 1, PATIENCE);
            assertThat(loaders(flink.taskManagerPid(0)))
                    .as("class loaders while a job runs")
                    .isPositive();
            flink.stopWithSavepoint(stopped);
            String canceled = submit(flink, file);
            flink.awaitCheckpoints(canceled, 1, PATIENCE);
            flink.cancel(canceled);
            // Twice each way of an end, the good one and the bad one, so that it shows beside the one that may stay.
            for (int i = 0; i <= STAY; i++) {
                flink.awaitState(submit(flink, failing), JobState.FAILED, PATIENCE);
            }

            assertKept(flink.taskManagerPid(0), "TaskManager");
            assertKept(flink.jobManagerPid(), "JobManager");
        }
    }

    private static String submit(FlinkCluster flink, Path file) {
        return flink.submit(JobSubmission.of(FleetFlow.jobJar()).arguments("--no-preflight", file.toString()));
    }

    private Path pipelineFile(SearchFlow flow, String kafkaOption) throws Exception {
        Path file = flow.pipelineFile(folder, """
                operators:
                  kept: {type: filter, inputs: [db], where: "op != 'delete' || before.id >= 0"}
                """, "kept", "");
        String sinks = """
                sinks:
                  topics:
                    type: kafka
                    inputs: [kept]
                    properties.bootstrap.servers: "%s"
                    topic: "job-classes-${db}"
                    format: debezium-json
                    %s
                """.formatted(SharedServers.kafka().bootstrapServers(), kafkaOption);
        return Files.writeString(
                Files.createTempFile(folder, "pipeline", ".yaml"),
                Files.readString(file)
                        .replace("sinks:\n", sinks)
                        .replace("checkpointing.interval: 1s", "checkpointing.interval: 300ms")
                        .replaceAll("restart-strategy.type: fixed-delay.*}", "restart-strategy.type: none}"));
    }

    private static void assertKept(long pid, String process) {
        Awaitility.await("class loaders of ended jobs in the " + process)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(loaders(pid))
                        .as("class loaders of ended jobs in the %s", process)
                        .isLessThanOrEqualTo(STAY));
    }

    /** How many are alive in that process, after a full collection, which a histogram begins with. */
    private static int loaders(long pid) throws IOException, InterruptedException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                        Long.toString(pid),
                        "GC.class_histogram")
                .redirectErrorStream(true)
                .start();
        String histogram = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(jcmd.waitFor()).as(histogram).isZero();
        Matcher instances = INSTANCES.matcher(histogram);
        return instances.find() ? Integer.parseInt(instances.group(1)) : 0;
    }
}
