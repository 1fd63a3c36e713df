package io.dbus.job.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.job.cli.Console;
import io.dbus.job.cli.ExitCode;
import io.dbus.job.cli.Reasons;
import io.dbus.job.cli.Subcommand;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus topics}: a look at what is committed in a Kafka. */
@Command(name = "topics", description = "List the topics of a Kafka, or print the newest committed records of one.")
public final class TopicsCommand implements Subcommand, Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Console console;

    @Parameters(index = "0", paramLabel = "BOOTSTRAP", description = "Where Kafka is, such as 127.0.0.1:9092.")
    private String bootstrapServers;

    @Parameters(index = "1", arity = "0..1", paramLabel = "TOPIC", description = "The topic to print.")
    private Optional<String> topic = Optional.empty();

    @Option(
            names = "--last",
            defaultValue = "5",
            paramLabel = "N",
            description = "How many records of each partition to print; ${DEFAULT-VALUE} unless given.")
    private int last;

    @Spec
    private CommandSpec spec;

    /** For the service loader. */
    public TopicsCommand() {}

    @Override
    public Object command(Console to) {
        console = requireNonNull(to, "to");
        return this;
    }

    @Override
    public Integer call() {
        if (last < 1) {
            throw new ParameterException(spec.commandLine(), "--last must be 1 or more, not " + last);
        }
        try {
            return look();
        } catch (KafkaException e) {
            console.err()
                    .println("dbus: Kafka at " + bootstrapServers + " cannot be read: " + Reasons.of(e)
                            + "; check the address, host:port, and that the brokers run");
            return ExitCode.FAILED;
        }
    }

    private int look() {
        Map<String, Object> properties = Map.of(
                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                bootstrapServers,
                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                "read_committed",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG,
                false,
                ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) PATIENCE.toMillis());
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            Map<String, List<PartitionInfo>> topics = new TreeMap<>(consumer.listTopics());
            if (topic.isEmpty()) {
                topics.forEach((name, partitions) -> console.out()
                        .println(name + "  " + partitions.size()
                                + (partitions.size() == 1 ? " partition" : " partitions")));
                return ExitCode.DONE;
            }
            List<PartitionInfo> partitions = topics.get(topic.get());
            if (partitions == null) {
                console.err()
                        .println("dbus: Kafka at " + bootstrapServers + " has no topic " + topic.get() + "; it has "
                                + topics.keySet());
                return ExitCode.FAILED;
            }
            print(consumer, partitions);
            return ExitCode.DONE;
        }
    }

    private void print(KafkaConsumer<byte[], byte[]> consumer, List<PartitionInfo> infos) {
        List<TopicPartition> partitions = new ArrayList<>();
        infos.forEach(info -> partitions.add(new TopicPartition(info.topic(), info.partition())));
        Map<TopicPartition, Long> begin = consumer.beginningOffsets(partitions);
        Map<TopicPartition, Long> end = consumer.endOffsets(partitions);
        for (TopicPartition partition : partitions) {
            // Transaction markers take offsets, too, so there may be fewer records than offsets between two points.
            long from = Math.max(begin.get(partition), end.get(partition) - 2L * last);
            consumer.assign(List.of(partition));
            consumer.seek(partition, from);
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            while (consumer.position(partition) < end.get(partition) && System.nanoTime() < deadline) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
            for (ConsumerRecord<byte[], byte[]> each :
                    records.subList(Math.max(0, records.size() - last), records.size())) {
                console.out()
                        .println(partition.partition() + ":" + each.offset() + "  " + text(each.key()) + "  "
                                + text(each.value()));
            }
        }
    }

    private static String text(byte[] bytes) {
        return bytes == null ? "null" : new String(bytes, UTF_8);
    }
}
