package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Flink's adaptive scheduler makes the job as wide as there are slots, while it runs. */
@RequiresServers
class RescalingITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** What the enumerator says of each server that it gives away. */
    private static final Pattern GIVEN =
            Pattern.compile("Server (\\S+) of source fleet goes to reader (\\d+) at (\\S+)");

    @TempDir
    Path folder;

    @Test
    void twelveServersAreSharedOutEvenlyAnewAfterEachChangeAndNothingIsLostOrComesTwice() throws Exception {
        ManyServersFlow flow = new ManyServersFlow(
                "rescaling",
                SharedServers.kafka(),
                List.of(SharedServers.mysql(1), SharedServers.mysql(2), SharedServers.mysql(3)),
                12);
        try (FlinkCluster flink = FlinkCluster.builder()
                .taskManagers(1)
                .slots(2)
                .option("jobmanager.scheduler", "adaptive")
                .option("jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "1s")
                .option("jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "1s")
                .option("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "1s")
                .start()) {
            JobSubmission submission = JobSubmission.of(FleetFlow.jobJar())
                    .arguments(flow.pipelineFile(folder).toString())
                    .parallelism(6);
            String job = flink.submit(submission);
            awaitWidth(flink, job, 2);
            flow.write(500);
            flow.assertDelivered();
            assertShared(flink, flow.entries(), 2, 1);

            whileWriting(flow, () -> {
                flink.addTaskManager();
                awaitWidth(flink, job, 4);
            });
            assertShared(flink, flow.entries(), 4, 2);
            whileWriting(flow, () -> {
                flink.addTaskManager();
                awaitWidth(flink, job, 6);
            });
            assertShared(flink, flow.entries(), 6, 3);
            flow.assertDelivered();

            whileWriting(flow, () -> {
                flink.stopTaskManager(1);
                awaitWidth(flink, job, 4);
            });
            flow.assertDelivered();
            assertShared(flink, flow.entries(), 4, 2);

            String savepoint = flink.stopWithSavepoint(job);
            long before = flow.records("e2");
            flow.remove(List.of("e2", "e3", "e5"));
            flow.add(13);
            flow.write(500);
            String edited = flink.submit(JobSubmission.of(FleetFlow.jobJar())
                    .arguments(flow.pipelineFile(folder).toString())
                    .parallelism(6)
                    .fromSavepoint(savepoint));
            awaitWidth(flink, edited, 4);
            flow.write(500);
            flow.assertDelivered();
            flow.assertStayed("e2", before);
            assertShared(flink, flow.entries(), 4, 2);

            whileWriting(flow, () -> {
                flink.kill9TaskManager(2);
                awaitWidth(flink, edited, 2);
            });
            flow.assertDelivered();
            assertShared(flink, flow.entries(), 2, 1);
            flink.cancel(edited);
        }
    }

    private static void whileWriting(ManyServersFlow flow, Runnable change) {
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> flow.write(1_500));
        change.run();
        writing.join();
    }

    /** Waits until the job runs on so many slots, and a checkpoint of it has completed. */
    private static void awaitWidth(FlinkCluster flink, String job, int slots) {
        Awaitility.await("a job of " + slots + " lanes")
                .atMost(PATIENCE)
                .until(() -> vertices(flink, job).stream()
                                .mapToInt(vertex -> vertex.path("parallelism").asInt())
                                .max()
                                .orElse(0)
                        == slots);
        flink.awaitAllTasksRunning(job, PATIENCE);
        flink.awaitNextCheckpoint(job, PATIENCE);
    }

    private static List<JsonNode> vertices(FlinkCluster flink, String job) {
        return StreamSupport.stream(flink.rest("/jobs/" + job).path("vertices").spliterator(), false)
                .toList();
    }

    /** Readers, and so TaskManagers of as many readers, have no two servers more than others. */
    private static void assertShared(FlinkCluster flink, Collection<String> entries, int readers, int taskManagers)
            throws Exception {
        Map<String, Integer> readerOf = new TreeMap<>();
        Map<String, String> placeOf = new TreeMap<>();
        for (String line : Files.readAllLines(flink.jobManagerLog())) {
            Matcher given = GIVEN.matcher(line);
            if (given.find()) {
                readerOf.put(given.group(1), Integer.valueOf(given.group(2)));
                placeOf.put(given.group(1), given.group(3));
            }
        }
        readerOf.keySet().retainAll(entries);
        placeOf.keySet().retainAll(entries);
        assertThat(readerOf.keySet()).containsExactlyInAnyOrderElementsOf(entries);
        assertEven(readerOf.values(), readers);
        assertEven(placeOf.values(), taskManagers);
    }

    private static void assertEven(Collection<?> holders, int count) {
        int fewest = holders.size() / count;
        assertThat(holders.stream().distinct()).as("who has servers").hasSize(count);
        assertThat(holders.stream().distinct()).allSatisfy(holder -> assertThat(Collections.frequency(holders, holder))
                .as("servers of %s among %s", holder, holders)
                .isBetween(fewest, fewest + (holders.size() % count > 0 ? 1 : 0)));
    }
}
