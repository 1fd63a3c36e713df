package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.SharedServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;

/** A table of the shared MySQL into a topic of the shared Kafka, each change once, and an index of the shared Elasticsearch. */
final class TwoSinksFlow {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final KafkaCluster kafka = SharedServers.kafka();
    private final String topic;
    private final SearchFlow flow;
    private long seen;
    private long seenVersion;

    /** A flow of a name that no other test uses. */
    TwoSinksFlow(String name) {
        this.topic = kafka.uniqueTopic(name);
        this.flow = new SearchFlow(name, SharedServers.mysql(), SharedServers.elasticsearch());
    }

    /** Submits the pipeline at parallelism 2; returns the job's id when all of its tasks run. */
    String submit(FlinkCluster flink, Path folder) throws Exception {
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
        String job = flink.submit(
                JobSubmission.of(FleetFlow.jobJar()).arguments(file.toString()).parallelism(2));
        flink.awaitAllTasksRunning(job, PATIENCE);
        return job;
    }

    /** Commits at least so many changes. */
    void write(long changes) {
        flow.write("FULL", changes);
    }

    /** What is done while changes are committed, two thousand a second or as many as can be. */
    interface Fault {
        void happen() throws Exception;
    }

    /** Lets it happen under load; returns when the last change is committed. */
    void underLoad(Fault fault) throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            try {
                do {
                    write(500);
                } while (!over.await(250, TimeUnit.MILLISECONDS));
            } catch (InterruptedException e) {
                throw new CompletionException(e);
            }
        });
        try {
            fault.happen();
        } finally {
            over.countDown();
            writing.join();
        }
    }

    /** Waits until both sinks have got more since this, or all, was last awaited. */
    void awaitProgress() {
        Awaitility.await("progress in both sinks")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> committed().size() > seen + 1_000 && flow.highestVersion() > seenVersion + 3);
        seen = committed().size();
        seenVersion = flow.highestVersion();
    }

    /** Waits until all changes are in both sinks, then compares them key by key. */
    void assertDelivered() throws IOException {
        long owed = flow.writer().history().size();
        Awaitility.await("changes in Kafka")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> committed().size() >= owed);
        History.ofDebeziumJson(kafka.readCommitted(topic))
                .assertSameAs(flow.writer().history());
        flow.assertSearchable();
        assertThat(versions(flow.documents())).isEqualTo(lastSequences(committed()));
        seen = owed;
        seenVersion = flow.highestVersion();
    }

    /** The records without tombstones. */
    private List<ConsumerRecord<byte[], byte[]>> committed() {
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
