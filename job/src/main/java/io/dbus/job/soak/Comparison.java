package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.KafkaCluster;
import io.dbus.job.demo.ShopState;
import io.dbus.job.demo.ShopTable;
import io.dbus.job.demo.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Whether Kafka and Elasticsearch hold what was done in MySQL: in each topic every change of every key exactly once and in order, and no transaction left open;
 * as their last states the rows that SELECT shows; in each index these rows as documents, with the sequence of the row's last change as version.
 */
final class Comparison {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final SoakServers servers;

    Comparison(SoakServers servers) {
        this.servers = requireNonNull(servers, "servers");
    }

    /** What a topic and an index, to which no job writes any more, show in comparison with what they owe. */
    List<Verdict.Line> of(Owed owed) {
        HistoryCheck check = new HistoryCheck(owed.history());
        String open = readCommitted(servers.kafka(), owed.topic(), record -> change(record, owed.table())
                .ifPresent(check::accept));
        return List.of(
                new Verdict.Line(
                        "topic " + owed.topic(),
                        String.format(
                                Locale.ROOT,
                                "%,9d rows by %,11d changes",
                                check.rows().size(),
                                check.records()),
                        check.records(),
                        firstOf(check.difference(), Verdict.firstDifference("Kafka", owed.rows(), check.rows()), open)),
                index(owed, check.sequences(), servers.elasticsearch().documents(owed.index())));
    }

    /** What an index shows, whose documents have the sequences of the last changes as versions. */
    static Verdict.Line index(Owed owed, Map<String, Long> sequences, List<ElasticsearchDocument> documents) {
        Map<String, String> found = new TreeMap<>();
        String versions = "";
        for (ElasticsearchDocument document : documents) {
            found.put(document.id(), ShopState.ofDocument(document.source(), owed.table()));
            Long sequence = sequences.get(document.id());
            if (versions.isEmpty() && (sequence == null || sequence != document.version())) {
                versions = "document " + document.id() + " has version " + document.version()
                        + ", the last record of its key has sequence " + sequence;
            }
        }
        return new Verdict.Line(
                "index " + owed.index(),
                String.format(Locale.ROOT, "%,9d documents", documents.size()),
                documents.size(),
                firstOf(Verdict.firstDifference("Elasticsearch", owed.rows(), found), versions));
    }

    private static String firstOf(String... differences) {
        for (String each : differences) {
            if (!each.isEmpty()) {
                return each;
            }
        }
        return "";
    }

    /** The change that a record in {@code debezium-json} tells; none for a tombstone. */
    static Optional<HistoryCheck.Change> change(ConsumerRecord<byte[], byte[]> record, ShopTable table) {
        if (record.value() == null) {
            return Optional.empty();
        }
        try {
            JsonNode value = JSON.readTree(record.value());
            char operation = value.path("op").asText(" ").charAt(0);
            JsonNode image = value.path(operation == KeyHistory.DELETE ? "before" : "after");
            ShopState.Row row = ShopState.Row.ofDebeziumJson(image, table);
            return Optional.of(new HistoryCheck.Change(
                    row.key(),
                    operation,
                    image.path("v").asLong(),
                    value.at("/source/dbus/sequence").asLong(),
                    row.text(),
                    record.partition() + ":" + record.offset(),
                    record.partition()));
        } catch (IOException e) {
            throw new UncheckedIOException("Record " + record.partition() + ":" + record.offset() + " is not JSON", e);
        }
    }

    /** Shows all committed records of a topic, and returns what is wrong with its end: an open transaction, or nothing. */
    private static String readCommitted(KafkaCluster kafka, String topic, Consumer<ConsumerRecord<byte[], byte[]>> to) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(kafka, "read_committed")) {
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(partition -> new TopicPartition(topic, partition.partition()))
                    .toList();
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException(
                            "Topic " + topic + " was not read to " + ends + " in " + PATIENCE.toSeconds() + " s");
                }
                consumer.poll(Duration.ofMillis(200)).forEach(to);
            }
            return openTransactions(kafka, ends);
        }
    }

    private static String openTransactions(KafkaCluster kafka, Map<TopicPartition, Long> committed) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(kafka, "read_uncommitted")) {
            Map<TopicPartition, Long> ends = new HashMap<>(consumer.endOffsets(committed.keySet()));
            ends.entrySet().removeIf(end -> end.getValue().equals(committed.get(end.getKey())));
            return ends.isEmpty()
                    ? ""
                    : "a transaction was left open: " + ends + " are the ends of partitions that are committed up to "
                            + committed;
        }
    }

    private static KafkaConsumer<byte[], byte[]> consumer(KafkaCluster kafka, String isolation) {
        return new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        isolation,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        5_000),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }
}
