package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class TwoSinksOnAClusterITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void aTaskManagerKilledUnderLoadLosesAndRepeatsNothingInEitherSink() throws Exception {
        KafkaCluster kafka = SharedServers.kafka();
        String topic = kafka.uniqueTopic("two-sinks");
        SearchFlow flow = new SearchFlow("two-sinks", SharedServers.mysql(), SharedServers.elasticsearch());
        Path file = flow.pipelineFile(folder, "", "db", "");
        String sinks = """
                sinks:
                  topics:
                    type: kafka
                    inputs: [db]
                    properties.bootstrap.servers: "%s"
                    topic: "%s"
                    format: debezium-json
                    source.include.provenance: true
                    topic.creation.partitions: 4
                """.formatted(kafka.bootstrapServers(), topic);
        Files.writeString(file, Files.readString(file).replace("sinks:\n", sinks));
        try (FlinkCluster flink = FlinkCluster.builder()
                .taskManagers(2)
                .slots(2)
                .option("heartbeat.timeout", "10000")
                .option("heartbeat.interval", "2000")
                .start()) {
            String job = flink.submit(JobSubmission.of(FleetFlow.jobJar())
                    .arguments(file.toString())
                    .parallelism(2));
            flink.awaitAllTasksRunning(job, PATIENCE);
            CompletableFuture<Void> writing = SearchFlow.meanwhile(() -> flow.write("FULL", 30_000));
            Awaitility.await("both sinks under load")
                    .atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> kafka.readCommitted(topic).size() > 1_000 && flow.highestVersion() > 3);

            flink.kill9TaskManager(0);
            flink.addTaskManager();
            writing.join();
            flow.write("FULL", 3_000);

            long owed = flow.writer().history().size();
            Awaitility.await("changes in Kafka")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> changes(kafka, topic).size() >= owed);
            History.ofDebeziumJson(kafka.readCommitted(topic))
                    .assertSameAs(flow.writer().history());
            flow.assertSearchable();
            assertThat(versions(flow.documents())).isEqualTo(lastSequences(changes(kafka, topic)));
            assertThat(flink.exceptions(job))
                    .as("what the job was restarted by")
                    .isNotEmpty();
        }
    }

    /** The records without tombstones. */
    private static List<ConsumerRecord<byte[], byte[]>> changes(KafkaCluster kafka, String topic) {
        return kafka.readCommitted(topic).stream()
                .filter(record -> record.value() != null)
                .toList();
    }

    private static Map<Long, Long> versions(Map<Long, ElasticsearchDocument> documents) {
        Map<Long, Long> versions = new TreeMap<>();
        documents.forEach((key, document) -> versions.put(key, document.version()));
        return versions;
    }

    /** The sequence of the last change of each row that is there, by the records in the order of their partitions. */
    private static Map<Long, Long> lastSequences(List<ConsumerRecord<byte[], byte[]>> changes) throws IOException {
        Map<Long, Long> sequences = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> change : changes) {
            JsonNode value = JSON.readTree(change.value());
            long key = JSON.readTree(change.key()).path("id").longValue();
            if (value.path("op").asText().equals("d")) {
                sequences.remove(key);
            } else {
                sequences.put(key, value.at("/source/dbus/sequence").longValue());
            }
        }
        return sequences;
    }
}
