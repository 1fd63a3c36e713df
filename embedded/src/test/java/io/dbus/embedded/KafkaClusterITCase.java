package io.dbus.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.KAFKA)
class KafkaClusterITCase {

    @Test
    void aCommittedTransactionIsReadAndAnAbortedOneIsNot() {
        KafkaCluster kafka = SharedServers.kafka();
        String topic = kafka.uniqueTopic("orders");
        kafka.createTopic(topic, 2);
        try (KafkaProducer<String, String> producer = producer(kafka, "tx-" + topic)) {
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, 1, "k1", "committed"));
            producer.send(new ProducerRecord<>(topic, 0, "k0", "committed"));
            producer.commitTransaction();
            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, 0, "k0", "aborted"));
            producer.flush();
            producer.abortTransaction();

            assertThat(texts(kafka.readCommitted(topic))).containsExactly("0 k0=committed", "1 k1=committed");
            assertThat(texts(kafka.readUncommitted(topic)))
                    .containsExactly("0 k0=committed", "0 k0=aborted", "1 k1=committed");

            producer.beginTransaction();
            producer.send(new ProducerRecord<>(topic, 0, "k0", "open"));
            producer.flush();
            assertThat(texts(kafka.readCommitted(topic))).containsExactly("0 k0=committed", "1 k1=committed");
            producer.abortTransaction();
        }
    }

    @Test
    void aTopicThatWasNotCreatedIsNotThere() throws Exception {
        KafkaCluster kafka = SharedServers.kafka();
        String topic = kafka.uniqueTopic("never");
        assertThatThrownBy(() -> kafka.readCommitted(topic)).hasMessageContaining(topic);
        assertThat(kafka.admin().listTopics().names().get()).doesNotContain(topic);
    }

    @Test
    void twoClustersStandSideBySideAndDataSurvivesAKillAndARestartWithOtherOptions() throws Exception {
        KafkaCluster shared = SharedServers.kafka();
        try (KafkaCluster kafka =
                KafkaCluster.builder().option("message.max.bytes", "2000").start()) {
            kafka.createTopic("t", 1);
            assertThat(shared.admin().listTopics().names().get()).doesNotContain("t");
            send(kafka, "t", "small");
            assertThatThrownBy(() -> send(kafka, "t", "x".repeat(5_000))).hasMessageContaining("larger");

            String address = kafka.bootstrapServers();
            kafka.kill9(0);
            assertThat(kafka.isRunning(0)).isFalse();
            kafka.restartWith(Map.of("message.max.bytes", "20000"));
            assertThat(kafka.bootstrapServers()).isEqualTo(address);
            assertThat(texts(kafka.readCommitted("t"))).containsExactly("0 k=small");
            send(kafka, "t", "x".repeat(5_000));
            assertThat(kafka.readCommitted("t")).hasSize(2);
            assertThat(kafka.logFiles()).hasSize(1).allMatch(Files::exists);
        }
    }

    @Test
    void threeNodesCommitATransactionWhileOneOfThemIsDead() {
        try (KafkaCluster kafka = KafkaCluster.builder().nodes(3).start()) {
            kafka.createTopic("t", 3, Map.of("retention.ms", "-1"));
            try (KafkaProducer<String, String> producer = producer(kafka, "tx")) {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("t", 0, "k", "before"));
                producer.commitTransaction();
                kafka.kill9(1);
                producer.beginTransaction();
                for (int partition = 0; partition < 3; partition++) {
                    producer.send(new ProducerRecord<>("t", partition, "k", "without node 1"));
                }
                producer.commitTransaction();
            }
            kafka.start(1);
            assertThat(texts(kafka.readCommitted("t")))
                    .containsExactly("0 k=before", "0 k=without node 1", "1 k=without node 1", "2 k=without node 1");
        }
    }

    @Test
    void aNodeThatCannotStartShowsItsLog() {
        assertThatThrownBy(() -> KafkaCluster.builder()
                        .option("log.retention.bytes", "many")
                        .start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll("log.retention.bytes", "its log is ", "kafka-");
    }

    private static KafkaProducer<String, String> producer(KafkaCluster kafka, String transactionalId) {
        KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(
                        ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        kafka.bootstrapServers(),
                        ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                        transactionalId),
                new StringSerializer(),
                new StringSerializer());
        producer.initTransactions();
        return producer;
    }

    private static void send(KafkaCluster kafka, String topic, String value) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers()),
                new StringSerializer(),
                new StringSerializer())) {
            producer.send(new ProducerRecord<>(topic, "k", value)).get();
        }
    }

    private static List<String> texts(List<ConsumerRecord<byte[], byte[]>> records) {
        return records.stream()
                .map(record -> record.partition() + " " + new String(record.key(), UTF_8) + "="
                        + new String(record.value(), UTF_8))
                .toList();
    }
}
