package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.junit.jupiter.api.Test;

class EventSinkTest {
    @Test
    void exactlyOnceWithoutCheckpointsIsRefused() {
        assertThatThrownBy(() -> graph(Map.of(), Map.of()))
                .hasMessageContaining("Sink topics is exactly-once")
                .hasMessageContaining("execution.checkpointing.interval");
        assertThat(graph(Map.of("sink.delivery-guarantee", "at-least-once"), Map.of()))
                .isNotNull();
    }

    @Test
    void exactlyOnceWithCheckpointsThatAreNotIsRefused() {
        Map<String, String> mode = Map.of(
                CheckpointingOptions.CHECKPOINTING_INTERVAL.key(), "10 s",
                CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE.key(), "AT_LEAST_ONCE");
        assertThatThrownBy(() -> graph(Map.of(), mode))
                .hasMessageContaining("Sink topics is exactly-once")
                .hasMessageContaining("execution.checkpointing.mode");
        assertThat(graph(Map.of("sink.delivery-guarantee", "at-least-once"), mode))
                .isNotNull();
    }

    @Test
    void transactionsThatEndBeforeTheirCheckpointAreRefused() {
        Map<String, String> minute = Map.of("properties.transaction.timeout.ms", "60000");
        assertThat(graph(minute, Map.of(CheckpointingOptions.CHECKPOINTING_INTERVAL.key(), "10 s")))
                .isNotNull();
        assertThatThrownBy(() -> graph(minute, Map.of(CheckpointingOptions.CHECKPOINTING_INTERVAL.key(), "31 s")))
                .hasMessageContaining("60000 ms")
                .hasMessageContaining("31000 ms");
        assertThatThrownBy(() -> graph(
                        minute,
                        Map.of(
                                CheckpointingOptions.CHECKPOINTING_INTERVAL.key(), "1 s",
                                CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS.key(), "1 min")))
                .hasMessageContaining("60000 ms");
    }

    @Test
    void theLineageNamesTheTopics() {
        assertThat(lineage("shop.${db}")).isEqualTo("\\Qshop.\\E.*");
        assertThat(lineage("orders")).isEqualTo("orders");
    }

    @Test
    void theLineageShowsNoPassword() {
        Map<String, String> options = Map.of("properties.sasl.jaas.config", "user secret-1");
        EventSink sink =
                (EventSink) new KafkaSinkPlugin().sink(Changes.context("topics", "localhost:9092", "orders", options));

        KafkaDatasetFacet facet = (KafkaDatasetFacet)
                sink.getLineageVertex().datasets().get(0).facets().get(DefaultKafkaDatasetFacet.KAFKA_FACET_NAME);

        assertThat(facet.getProperties().toString()).contains("localhost:9092").doesNotContain("secret-1");
    }

    private static String lineage(String topic) {
        return ((EventSink) new KafkaSinkPlugin().sink(Changes.context("topics", "localhost:9092", topic, Map.of())))
                .getLineageVertex()
                .datasets()
                .get(0)
                .name();
    }

    private static StreamGraph graph(Map<String, String> options, Map<String, String> configuration) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
        Changes.job(env, Changes.context("topics", "localhost:9092", "x", options), 10, 10, event -> event);
        return env.getStreamGraph();
    }
}
