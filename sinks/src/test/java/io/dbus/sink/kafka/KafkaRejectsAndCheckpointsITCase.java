package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.deadletter.FilesDeadLetterPlugin;
import io.dbus.sink.format.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** That what was rejected is a dead letter by the checkpoint that covers it, whatever fails before and after. */
@RequiresServers(ServerKind.KAFKA)
class KafkaRejectsAndCheckpointsITCase {
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
    void eachRejectedEventIsOneDeadLetterByItsIdThoughTheJobFailsBeforeItsCheckpoint() throws Exception {
        String topic = kafka.uniqueTopic("rejecting");
        List<Event> events = new ArrayList<>();
        LongStream.range(0, 10).forEach(n -> events.add(Rejecting.text((int) n, "good")));
        events.add(Rejecting.text(101, "x".repeat(2_000)));
        events.add(Rejecting.undecodable(102));
        events.add(Rejecting.partialKeyChange(103));
        events.add(Rejecting.text(104, "a table with a long name").withTable(new TableId("shop", "t".repeat(250))));
        events.add(RowChange.delete(
                Rejecting.TEXTS, Rejecting.text(105, "x".repeat(2_000)).image(), Rows.origin(105), Rows.key(105)));
        events.add(Rejecting.clash(106));
        LongStream.range(10, 20).forEach(n -> events.add(Rejecting.text((int) n, "good")));
        PluginContext letters = Rejecting.letters(topic + ".letters", Map.of());
        PluginContext sink = Rejecting.sink(
                "rejecting",
                topic + ".${table}",
                letters,
                Map.of(
                        "topic.creation.properties.max.message.bytes", "1000",
                        "delete.tombstone.handling.mode", "rewrite-with-tombstone"));

        // The last event is seen when all others are in the sink, and no checkpoint was taken.
        Rejecting.run(flink, sink, events, FailOnceAt.lastOf(events));

        assertThat(FailOnceAt.hasFailed()).isTrue();
        List<JsonNode> stored = Rejecting.read(letters);
        Map<String, Long> byId = stored.stream()
                .collect(Collectors.groupingBy(letter -> letter.get("id").asText(), Collectors.counting()));
        assertThat(byId).hasSize(6).allSatisfy((id, times) -> assertThat(times).isEqualTo(2));
        assertThat(stored.stream().map(Rejecting::summary).distinct())
                .containsExactlyInAnyOrder(
                        "shop-db/shop['101'] insert record-too-large",
                        "shop-db/shop['102'] insert undecodable-value",
                        "shop-db/shop['103'] update partial-key-change",
                        "shop-db/shop['104'] insert illegal-name",
                        "shop-db/shop['105'] delete record-too-large",
                        "shop-db/shop['106'] insert no-form");
        assertThat(stored).allSatisfy(letter -> {
            assertThat(letter.get("pipeline").asText()).isEqualTo("shop");
            assertThat(letter.get("component").asText()).isEqualTo("rejecting");
            assertThat(letter.at("/origin/file").asText()).isEqualTo("mysql-bin.000003");
            assertThat(letter.at("/event/bytes").isTextual()).isTrue();
        });
        // All others arrive once; of the delete, whose row does not fit, not even the tombstone, which would.
        List<ConsumerRecord<byte[], byte[]>> written = kafka.readCommitted(topic + ".texts");
        assertThat(written.stream().map(record -> new String(record.key(), UTF_8)))
                .containsExactlyElementsOf(LongStream.range(0, 20)
                        .mapToObj(n -> "{\"id\":" + n + "}")
                        .toList());
    }

    @Test
    void aRejectIsStoredWhenItsCheckpointIsCompleteThoughItsProducerIsInNoHurry() throws Exception {
        String topic = kafka.uniqueTopic("barrier");
        PluginContext letters = Rejecting.letters(
                topic + ".letters",
                Map.of(
                        "properties.linger.ms", "600000",
                        "properties.delivery.timeout.ms", "1200000"));
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(1_000);
        env.setParallelism(1);
        Spoiler spoiler = Spoiler.ofNumber(5);
        Changes.job(env, Rejecting.sink("barrier", topic, letters, Map.of()), Long.MAX_VALUE, 1_000, spoiler);

        ManualJob job = ManualJob.start(flink, env);
        try {
            await().until(() -> Spoiler.SEEN.get() > 50);
            assertThat(kafka.readUncommitted(topic + ".letters")).isEmpty();
            job.checkpoint();
            assertThat(Rejecting.read(letters))
                    .extracting(Rejecting::summary)
                    .containsExactly("shop-db/shop/t[5] insert undecodable-value");
        } finally {
            job.cancel();
        }
    }

    @Test
    void aRejectWhoseCheckpointIsCompleteIsInItsFileThoughTheProcessDiesAtOnce(@TempDir Path folder) throws Exception {
        String topic = kafka.uniqueTopic("dying");
        Path letters = folder.resolve("letters");
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/java.util=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        DyingJob.class.getName(),
                        kafka.bootstrapServers(),
                        topic,
                        letters.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(output)).isEqualTo(DyingJob.EXIT_CODE);
        } finally {
            process.destroyForcibly();
        }

        List<String> stored = new ArrayList<>();
        new FilesDeadLetterPlugin().read(DyingJob.letters(letters.toString()), stored::add);
        assertThat(stored).singleElement().asString().contains("undecodable-value", "\"ordinal\":5,");
        try (Stream<Path> files = Files.list(letters)) {
            assertThat(files).singleElement().asString().endsWith(".jsonl.inprogress");
        }
    }

    /** Fails at one event, once in this JVM. */
    private record FailOnceAt(long ordinal) implements MapFunction<Event, Event> {
        private static final long serialVersionUID = 1L;
        private static final AtomicBoolean FAILED = new AtomicBoolean();

        static FailOnceAt lastOf(List<Event> events) {
            FAILED.set(false);
            return new FailOnceAt(events.get(events.size() - 1).origin().ordinal());
        }

        static boolean hasFailed() {
            return FAILED.get();
        }

        @Override
        public Event map(Event event) {
            if (event.origin().ordinal() == ordinal && FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("The failure that the test wants");
            }
            return event;
        }
    }
}
