package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads back what a {@link TopicProducer} wrote. */
public final class TopicReader {
    private static final Duration POLL = Duration.ofSeconds(1);
    private static final long IDLE_NANOS = Duration.ofSeconds(30).toNanos();

    private TopicReader() {}

    /**
     * Hands over the values of all records that are in the topic now, as text; none when there is no such topic.
     *
     * @throws IOException when it cannot be read
     */
    public static void read(TopicProducer.Settings settings, Consumer<String> values) throws IOException {
        try (KafkaConsumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                consumer(settings.producer()), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<PartitionInfo> partitions = consumer.listTopics().getOrDefault(settings.topic(), List.of());
            List<TopicPartition> all = partitions.stream()
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(all);
            consumer.seekToBeginning(all);
            read(consumer, consumer.endOffsets(all), values);
        } catch (KafkaException e) {
            throw new IOException(
                    settings.owner() + ": topic " + settings.topic() + " cannot be read: " + e.getMessage()
                            + " See whether the brokers are up and reachable from here, and the ACLs (READ on the topic).",
                    e);
        }
    }

    private static void read(
            KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> ends, Consumer<String> values)
            throws IOException {
        Map<TopicPartition, Long> left = new HashMap<>(ends);
        long progress = System.nanoTime();
        left.keySet().removeIf(partition -> consumer.position(partition) >= ends.get(partition));
        while (!left.isEmpty()) {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                progress = System.nanoTime();
                Long end = ends.get(new TopicPartition(record.topic(), record.partition()));
                if (record.offset() < end && record.value() != null) {
                    values.accept(new String(record.value(), UTF_8));
                }
            }
            left.keySet().removeIf(partition -> consumer.position(partition) >= ends.get(partition));
            if (System.nanoTime() - progress > IDLE_NANOS) {
                throw new IOException("Kafka gave no record of " + left.keySet()
                        + " in 30 s, though there are more: see" + " whether all brokers are up");
            }
        }
    }

    /** Those of the producer's properties that a consumer knows: brokers and security. */
    private static Properties consumer(Properties producer) {
        Properties properties = new Properties();
        producer.forEach((key, value) -> {
            if (ConsumerConfig.configNames().contains((String) key)) {
                properties.put(key, value);
            }
        });
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        return properties;
    }
}
