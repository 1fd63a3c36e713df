package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.KAFKA)
class TopicsITCase {
    private static final int TOPICS = 60;
    private static final int PARTITIONS = 8;

    private final KafkaCluster kafka = SharedServers.kafka();

    /**
     * A producer whose first batch is refused by a broker that does not serve the partition yet, and whose second is taken, can
     * never send the first: it stays out of order until it expires.
     */
    @Test
    void aNewTopicServesAllItsPartitionsAsSoonAsAnyOfTwoWritersHasIt() throws Exception {
        String prefix = kafka.uniqueTopic("served");
        CyclicBarrier together = new CyclicBarrier(2);
        Callable<List<String>> writer = () -> {
            Properties producer = new Properties();
            producer.put("bootstrap.servers", kafka.bootstrapServers());
            List<String> refused = new ArrayList<>();
            try (LazyAdmin lazy = new LazyAdmin(producer);
                    Admin once = Admin.create(Map.of(
                            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                            kafka.bootstrapServers(),
                            AdminClientConfig.RETRIES_CONFIG,
                            0))) {
                Topics topics =
                        new Topics(lazy, new TopicCreation(true, PARTITIONS, 0, new TreeMap<>()), "Sink topics");
                for (int i = 0; i < TOPICS; i++) {
                    String name = prefix + "-" + i;
                    together.await();
                    topics.named(name);
                    try {
                        once.listOffsets(ends(name)).all().get();
                    } catch (ExecutionException e) {
                        refused.add(name + ": " + e.getCause());
                    }
                }
            }
            return refused;
        };
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            for (Future<List<String>> refused : threads.invokeAll(List.of(writer, writer))) {
                assertThat(refused.get()).isEmpty();
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Map<TopicPartition, OffsetSpec> ends(String topic) {
        Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
        }
        return ends;
    }
}
