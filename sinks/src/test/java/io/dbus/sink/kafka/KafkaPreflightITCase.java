package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.plugin.Problem;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.KAFKA)
class KafkaPreflightITCase {
    private static KafkaCluster kafka;

    @BeforeAll
    static void startKafka() {
        kafka = SharedServers.kafka();
    }

    @Test
    void aClusterThatWillDoIsNoProblem() {
        assertThat(problems("${db}.${table}", Map.of())).isEmpty();
        assertThat(problems("not-there-yet", Map.of())).isEmpty();
        String topic = kafka.uniqueTopic("there");
        kafka.createTopic(topic, 1);
        assertThat(problems(topic, Map.of("topic.creation.enabled", "false"))).isEmpty();
    }

    @Test
    void aTransactionTimeoutThatTheBrokersDoNotAllowIsAProblem() {
        assertThat(problems("x", Map.of("properties.transaction.timeout.ms", "3600000")))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("properties.transaction.timeout.ms");
                    assertThat(problem.what()).contains("3600000").contains("transaction.max.timeout.ms");
                });
        assertThat(problems(
                        "x",
                        Map.of(
                                "properties.transaction.timeout.ms", "3600000",
                                "sink.delivery-guarantee", "at-least-once")))
                .isEmpty();
    }

    @Test
    void aTopicThatIsNotThereAndMayNotBeCreatedIsAProblem() {
        assertThat(problems("no-such-topic", Map.of("topic.creation.enabled", "false")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("no-such-topic is not there"));
    }

    @Test
    void aCompactedTopicOfSchemaChangesIsAProblem() {
        String topic = kafka.uniqueTopic("compacted");
        kafka.createTopic(topic, 1, Map.of("cleanup.policy", "compact"));
        assertThat(problems("${db}.${table}", Map.of("include.schema.changes", "true", "schema.changes.topic", topic)))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("schema.changes.topic");
                    assertThat(problem.what()).contains("is compacted");
                });
        assertThat(problems(topic, Map.of())).isEmpty();
    }

    @Test
    void moreReplicasThanBrokersAreAProblem() {
        assertThat(problems("x", Map.of("topic.creation.replication-factor", "3")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.cure()).contains("1 or less"));
    }

    @Test
    void brokersThatDoNotAnswerAreAProblemThatNamesThem() throws Exception {
        // Bound but never accepted: the port is nobody else's and answers nothing.
        try (ServerSocket silent = new ServerSocket(0)) {
            String address = "localhost:" + silent.getLocalPort();
            assertThat(new KafkaSinkPlugin().preflight(Changes.context("topics", address, "x", Map.of())))
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.option()).isEqualTo("properties.bootstrap.servers");
                        assertThat(problem.what()).contains(address);
                    });
        }
    }

    private static List<Problem> problems(String topic, Map<String, String> options) {
        return new KafkaSinkPlugin().preflight(Changes.context("topics", kafka.bootstrapServers(), topic, options));
    }
}
