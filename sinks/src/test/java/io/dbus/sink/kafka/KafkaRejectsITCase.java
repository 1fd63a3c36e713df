package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectedEventException;
import io.dbus.sink.deadletter.KafkaDeadLetterPlugin;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What becomes of events that the sink cannot write, with a topic of dead letters. */
@RequiresServers(ServerKind.KAFKA)
class KafkaRejectsITCase {
    private static final ObjectMapper JSON = new ObjectMapper();

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(new Configuration())
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static KafkaCluster kafka;
    private static MiniCluster flink;

    @BeforeAll
    static void startServers(@InjectMiniCluster MiniCluster cluster) {
        kafka = SharedServers.kafka();
        flink = cluster;
    }

    @Test
    void aDeadLetterIsARecordWithItsIdAsKeyAndReasonAndComponentAsHeaders() throws Exception {
        String topic = kafka.uniqueTopic("form");
        PluginContext letters = Rejecting.letters(topic + ".letters", Map.of("topic.creation.partitions", "3"));

        Rejecting.run(
                flink,
                Rejecting.sink("form", topic, letters, Map.of()),
                List.of(Rejecting.undecodable(1)),
                event -> event);

        assertThat(kafka.readCommitted(topic + ".letters")).singleElement().satisfies(record -> {
            assertThat(JSON.readTree(record.value()).get("id").asText()).isEqualTo(new String(record.key(), UTF_8));
            assertThat(new String(record.headers().lastHeader("reason").value(), UTF_8))
                    .isEqualTo("undecodable-value");
            assertThat(new String(record.headers().lastHeader("component").value(), UTF_8))
                    .isEqualTo("form");
        });
        assertThat(kafka.admin()
                        .describeTopics(List.of(topic + ".letters"))
                        .allTopicNames()
                        .get()
                        .get(topic + ".letters")
                        .partitions())
                .hasSize(3);
    }

    @Test
    void aLetterThatItsTopicDoesNotTakeIsKeptWithTheDigestOfItsEvent() throws Exception {
        String topic = kafka.uniqueTopic("digest");
        PluginContext letters =
                Rejecting.letters(topic + ".letters", Map.of("topic.creation.properties.max.message.bytes", "4000"));
        PluginContext sink = Rejecting.sink("digest", topic, letters, Map.of("properties.max.request.size", "1000"));

        Rejecting.run(
                flink,
                sink,
                List.of(Rejecting.text(1, "x".repeat(1_000)), Rejecting.text(2, "x".repeat(4_000))),
                event -> event);

        Map<String, JsonNode> byKey = new HashMap<>();
        Rejecting.read(letters).forEach(letter -> byKey.put(letter.get("key").asText(), letter.get("event")));
        assertThat(byKey.get("shop-db/shop['1']").has("bytes")).isTrue();
        assertThat(byKey.get("shop-db/shop['2']").has("bytes")).isFalse();
        assertThat(byKey.get("shop-db/shop['2']").get("size").asInt()).isGreaterThan(4_000);
        assertThat(byKey.get("shop-db/shop['2']").get("sha256").asText()).hasSize(64);
    }

    @Test
    void rejectsOfAllInstancesTogetherThatAreMoreThanTheLimitFailTheJobForGood() {
        String topic = kafka.uniqueTopic("limit");
        PluginContext letters = Rejecting.letters(topic + ".letters", Map.of("max-per-minute", "6"));
        StreamExecutionEnvironment env = Changes.environment(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000",
                "restart-strategy.fixed-delay.delay", "1 ms"));
        env.enableCheckpointing(200);
        // Two lanes, and in neither more than the limit.
        Changes.job(
                env,
                Rejecting.sink("limit", topic, letters, Map.of()),
                10_000,
                1_000,
                Spoiler.ofNumber(0, 1, 2, 3, 4, 5, 6));

        assertThatThrownBy(env::execute)
                .satisfies(failure -> assertThat(causes(failure)).anySatisfy(cause -> assertThat(cause)
                        .isInstanceOf(RejectedEventException.class)
                        .hasMessageContaining("Component limit: column n cannot be read")
                        .hasMessageContaining("the last of 7 events rejected within a minute")
                        .hasMessageContaining("max-per-minute of dead-letters allows 6")));
    }

    @Test
    void withoutDeadLettersTheFirstRejectFailsTheJobAndSaysThatThereAreDeadLetters() {
        String topic = kafka.uniqueTopic("failing");
        PluginContext sink = Changes.context("failing", kafka.bootstrapServers(), topic, Map.of());

        assertThatThrownBy(() -> Rejecting.run(flink, sink, List.of(Rejecting.undecodable(1)), event -> event))
                .hasStackTraceContaining("Component failing: column n cannot be read")
                .hasStackTraceContaining("INSERT of table shop.t")
                .hasStackTraceContaining("give the pipeline a 'dead-letters' section");
    }

    @Test
    void whatABrokerRefusesAfterItWasSentFailsTheJobWithDeadLettersToo() {
        String topic = kafka.uniqueTopic("sent");
        kafka.createTopic(topic, 1, Map.of("max.message.bytes", "1000"));
        PluginContext letters = Rejecting.letters(topic + ".letters", Map.of());
        // Compressed, so that only the broker knows; numbers do not compress to a tenth.
        String noise = LongStream.range(0, 2_000)
                .mapToObj(n -> Long.toHexString(n * 0x9E37_79B9_7F4A_7C15L))
                .collect(Collectors.joining());

        assertThatThrownBy(() -> Rejecting.run(
                        flink,
                        Rejecting.sink("sent", topic, letters, Map.of("properties.compression.type", "gzip")),
                        List.of(Rejecting.text(1, noise)),
                        event -> event))
                .hasStackTraceContaining("a broker refused a record as too large")
                .hasStackTraceContaining("known to be too large before it is sent");
    }

    @Test
    void aTopicOfDeadLettersThatMayNotBeMadeFailsTheJobAndIsNamed() {
        String topic = kafka.uniqueTopic("nowhere");
        PluginContext letters = Rejecting.letters(topic + ".letters", Map.of("topic.creation.enabled", "false"));

        assertThat(new KafkaDeadLetterPlugin().preflight(letters))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("topic");
                    assertThat(problem.what()).contains("is not there");
                });
        assertThatThrownBy(() -> Rejecting.run(
                        flink,
                        Rejecting.sink("nowhere", topic, letters, Map.of()),
                        List.of(Rejecting.undecodable(1)),
                        event -> event))
                .hasStackTraceContaining("topic " + topic + ".letters is not there");
    }

    @Test
    void nothingIsReadWhereNothingWasRejected() throws Exception {
        assertThat(Rejecting.read(Rejecting.letters(kafka.uniqueTopic("none"), Map.of())))
                .isEmpty();
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }
}
