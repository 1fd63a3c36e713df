package io.dbus.job.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ServerFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Sees by the rows of {@code shop.probe} how far each server's changes have come: committed in Kafka, and stored in Elasticsearch. For one thread at a
 * time.
 */
final class Probes implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LOOK_AT_THE_JOB_EVERY = Duration.ofSeconds(45);
    private static final Duration POLL = Duration.ofMillis(100);

    private final SoakServers servers;
    private final SoakJob job;
    private final KafkaConsumer<byte[], byte[]> consumer;
    private final Set<TopicPartition> assigned = new HashSet<>();
    private final Map<String, Long> inKafka = new HashMap<>();

    Probes(SoakServers servers, SoakJob job) {
        this.servers = requireNonNull(servers, "servers");
        this.job = requireNonNull(job, "job");
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        servers.kafka().bootstrapServers(),
                        ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                        "read_committed",
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                        "earliest",
                        ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                        false,
                        ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        5_000,
                        ConsumerConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                        500),
                new ByteArrayDeserializer(),
                new ByteArrayDeserializer());
    }

    /**
     * Waits until the probe of that number, or a later one, of each entry is in both sinks.
     *
     * @throws IllegalStateException when it is not in that time, or the job has ended
     */
    void await(Collection<String> entries, long number, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        // Asking a cluster that has no leader takes its time: not at once, and not each time.
        long nextLook = System.nanoTime() + LOOK_AT_THE_JOB_EVERY.toNanos();
        String last = "";
        while (true) {
            try {
                List<String> missing = missing(entries, number);
                if (missing.isEmpty()) {
                    return;
                }
                last = "probe " + number + " is missing in " + missing;
                if (System.nanoTime() > nextLook) {
                    job.requireAlive();
                    nextLook = System.nanoTime() + LOOK_AT_THE_JOB_EVERY.toNanos();
                }
            } catch (KafkaException | ServerFailedException e) {
                // A server that is away by a fault.
                last = e.getMessage();
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException(
                        "After " + patience.toSeconds() + " s not all is through to Kafka and Elasticsearch: " + last);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private List<String> missing(Collection<String> entries, long number) {
        assign(entries);
        if (!assigned.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                if (record.value() != null) {
                    inKafka.merge(record.topic(), number(record.value()), Math::max);
                }
            }
        }
        List<String> missing = new ArrayList<>();
        for (String entry : entries) {
            if (inKafka.getOrDefault(topic(entry), -1L) < number) {
                missing.add("topic " + topic(entry));
            }
        }
        if (missing.isEmpty()) {
            for (String entry : entries) {
                if (inElasticsearch(entry) < number) {
                    missing.add("index " + index(entry));
                }
            }
        }
        return missing;
    }

    private void assign(Collection<String> entries) {
        boolean more = false;
        for (String entry : entries) {
            if (assigned.stream().noneMatch(partition -> partition.topic().equals(topic(entry)))) {
                List<PartitionInfo> partitions = consumer.partitionsFor(topic(entry));
                for (PartitionInfo partition : partitions == null ? List.<PartitionInfo>of() : partitions) {
                    assigned.add(new TopicPartition(partition.topic(), partition.partition()));
                    more = true;
                }
            }
        }
        if (more) {
            consumer.assign(assigned);
        }
    }

    private static long number(byte[] record) {
        try {
            return JSON.readTree(record).at("/after/n").asLong(-1);
        } catch (IOException e) {
            throw new UncheckedIOException("A record of a probe is not JSON: " + new String(record, UTF_8), e);
        }
    }

    private long inElasticsearch(String entry) {
        JsonNode found = servers.elasticsearch()
                .call("POST", "/_mget", "{\"docs\": [{\"_index\": \"" + index(entry) + "\", \"_id\": \"1\"}]}");
        return found.at("/docs/0/_source/n").asLong(-1);
    }

    private static String topic(String entry) {
        return entry + ".shop." + SoakTables.PROBE;
    }

    private static String index(String entry) {
        return entry + "-shop-" + SoakTables.PROBE;
    }

    @Override
    public void close() {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
    }
}
