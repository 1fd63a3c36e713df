package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectedEventException;
import io.dbus.sink.deadletter.FilesDeadLetterPlugin;
import io.dbus.sink.deadletter.KafkaDeadLetterPlugin;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
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

/** What becomes of events that the sink cannot write, with a topic of dead letters. */
@RequiresServers(ServerKind.KAFKA)
class KafkaRejectsITCase {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TableSchema TEXTS = TableSchema.of(
            new TableId("shop", "texts"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.TEXT)),
            List.of("id", "text"),
            List.of("id"));

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
        LongStream.range(0, 10).forEach(n -> events.add(text((int) n, "good")));
        events.add(text(101, "x".repeat(2_000)));
        events.add(undecodable(102));
        events.add(partialKeyChange(103));
        events.add(text(104, "a table with a long name").withTable(new TableId("shop", "t".repeat(250))));
        events.add(RowChange.delete(TEXTS, text(105, "x".repeat(2_000)).image(), Rows.origin(105), Rows.key(105)));
        events.add(clash(106));
        LongStream.range(10, 20).forEach(n -> events.add(text((int) n, "good")));
        PluginContext letters = letters(topic + ".letters", Map.of());
        PluginContext sink = sink(
                "rejecting",
                topic + ".${table}",
                letters,
                Map.of(
                        "topic.creation.properties.max.message.bytes", "1000",
                        "delete.tombstone.handling.mode", "rewrite-with-tombstone"));

        // The last event is seen when all others are in the sink, and no checkpoint was taken.
        run(sink, events, FailOnceAt.lastOf(events));

        assertThat(FailOnceAt.hasFailed()).isTrue();
        List<JsonNode> stored = read(letters);
        Map<String, Long> byId = stored.stream()
                .collect(Collectors.groupingBy(letter -> letter.get("id").asText(), Collectors.counting()));
        assertThat(byId).hasSize(6).allSatisfy((id, times) -> assertThat(times).isEqualTo(2));
        assertThat(stored.stream().map(KafkaRejectsITCase::summary).distinct())
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
    void aDeadLetterIsARecordWithItsIdAsKeyAndReasonAndComponentAsHeaders() throws Exception {
        String topic = kafka.uniqueTopic("form");
        PluginContext letters = letters(topic + ".letters", Map.of("topic.creation.partitions", "3"));

        run(sink("form", topic, letters, Map.of()), List.of(undecodable(1)), event -> event);

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
                letters(topic + ".letters", Map.of("topic.creation.properties.max.message.bytes", "4000"));
        PluginContext sink = sink("digest", topic, letters, Map.of("properties.max.request.size", "1000"));

        run(sink, List.of(text(1, "x".repeat(1_000)), text(2, "x".repeat(4_000))), event -> event);

        Map<String, JsonNode> byKey = new HashMap<>();
        read(letters).forEach(letter -> byKey.put(letter.get("key").asText(), letter.get("event")));
        assertThat(byKey.get("shop-db/shop['1']").has("bytes")).isTrue();
        assertThat(byKey.get("shop-db/shop['2']").has("bytes")).isFalse();
        assertThat(byKey.get("shop-db/shop['2']").get("size").asInt()).isGreaterThan(4_000);
        assertThat(byKey.get("shop-db/shop['2']").get("sha256").asText()).hasSize(64);
    }

    @Test
    void aRejectIsStoredWhenItsCheckpointIsCompleteThoughItsProducerIsInNoHurry() throws Exception {
        String topic = kafka.uniqueTopic("barrier");
        PluginContext letters = letters(
                topic + ".letters",
                Map.of(
                        "properties.linger.ms", "600000",
                        "properties.delivery.timeout.ms", "1200000"));
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(1_000);
        env.setParallelism(1);
        Spoiler spoiler = Spoiler.ofNumber(5);
        Changes.job(env, sink("barrier", topic, letters, Map.of()), Long.MAX_VALUE, 1_000, spoiler);

        ManualJob job = ManualJob.start(flink, env);
        try {
            await().until(() -> Spoiler.SEEN.get() > 50);
            assertThat(kafka.readUncommitted(topic + ".letters")).isEmpty();
            job.checkpoint();
            assertThat(read(letters))
                    .extracting(KafkaRejectsITCase::summary)
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

    @Test
    void rejectsOfAllInstancesTogetherThatAreMoreThanTheLimitFailTheJobForGood() {
        String topic = kafka.uniqueTopic("limit");
        PluginContext letters = letters(topic + ".letters", Map.of("max-per-minute", "6"));
        StreamExecutionEnvironment env = Changes.environment(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1000",
                "restart-strategy.fixed-delay.delay", "1 ms"));
        env.enableCheckpointing(200);
        // Two lanes, and in neither more than the limit.
        Changes.job(env, sink("limit", topic, letters, Map.of()), 10_000, 1_000, Spoiler.ofNumber(0, 1, 2, 3, 4, 5, 6));

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

        assertThatThrownBy(() -> run(sink, List.of(undecodable(1)), event -> event))
                .hasStackTraceContaining("Component failing: column n cannot be read")
                .hasStackTraceContaining("INSERT of table shop.t")
                .hasStackTraceContaining("give the pipeline a 'dead-letters' section");
    }

    @Test
    void whatABrokerRefusesAfterItWasSentFailsTheJobWithDeadLettersToo() {
        String topic = kafka.uniqueTopic("sent");
        kafka.createTopic(topic, 1, Map.of("max.message.bytes", "1000"));
        PluginContext letters = letters(topic + ".letters", Map.of());
        // Compressed, so that only the broker knows; numbers do not compress to a tenth.
        String noise = LongStream.range(0, 2_000)
                .mapToObj(n -> Long.toHexString(n * 0x9E37_79B9_7F4A_7C15L))
                .collect(Collectors.joining());

        assertThatThrownBy(() -> run(
                        sink("sent", topic, letters, Map.of("properties.compression.type", "gzip")),
                        List.of(text(1, noise)),
                        event -> event))
                .hasStackTraceContaining("a broker refused a record as too large")
                .hasStackTraceContaining("known to be too large before it is sent");
    }

    @Test
    void aTopicOfDeadLettersThatMayNotBeMadeFailsTheJobAndIsNamed() {
        String topic = kafka.uniqueTopic("nowhere");
        PluginContext letters = letters(topic + ".letters", Map.of("topic.creation.enabled", "false"));

        assertThat(new KafkaDeadLetterPlugin().preflight(letters))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("topic");
                    assertThat(problem.what()).contains("is not there");
                });
        assertThatThrownBy(
                        () -> run(sink("nowhere", topic, letters, Map.of()), List.of(undecodable(1)), event -> event))
                .hasStackTraceContaining("topic " + topic + ".letters is not there");
    }

    @Test
    void nothingIsReadWhereNothingWasRejected() throws Exception {
        assertThat(read(letters(kafka.uniqueTopic("none"), Map.of()))).isEmpty();
    }

    private static List<Throwable> causes(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            causes.add(cause);
        }
        return causes;
    }

    private static String summary(JsonNode letter) {
        return letter.get("key").asText() + " " + letter.get("operation").asText() + " "
                + letter.get("reason").asText();
    }

    private static RowChange text(int id, String text) {
        RowImage image = Rows.image(TEXTS.layout(), row -> {
            row.int64(id);
            row.text(text);
        });
        return RowChange.insert(TEXTS, image, Rows.origin(id), Rows.key(id));
    }

    /** A table that has a column of the name of a field that the format adds. */
    private static RowChange clash(int id) {
        RowChange change = text(id, "x");
        return change.withSchema(TEXTS.renamed(name -> name.equals("text") ? "__deleted" : name));
    }

    private static RowChange undecodable(int id) {
        return RowChange.insert(Changes.SCHEMA, Changes.spoilt(id), Rows.origin(id), Rows.key(id));
    }

    private static RowChange partialKeyChange(int id) {
        RowImage before = text(id, "x").image();
        RowBuilder after = new RowBuilder(TEXTS.layout());
        after.int64(id + 1_000);
        return RowChange.partialKeyChange(
                TEXTS, before, after.absent().build(), Rows.origin(id), Rows.key(id), Rows.key(id + 1_000));
    }

    private static PluginContext letters(String topic, Map<String, String> options) {
        Map<String, String> all =
                new HashMap<>(Map.of("properties.bootstrap.servers", kafka.bootstrapServers(), "topic", topic));
        all.putAll(options);
        return new PluginContext("shop", "dead-letters", Configuration.fromMap(all), List.of());
    }

    private static PluginContext sink(String name, String topic, PluginContext letters, Map<String, String> options) {
        return Changes.context(name, kafka.bootstrapServers(), topic, options)
                .withRejects(new KafkaDeadLetterPlugin().rejects(letters));
    }

    /** Runs a job of these events to its end, in one lane and without a checkpoint before the end. */
    private static void run(PluginContext sink, List<Event> events, MapFunction<Event, Event> between)
            throws Exception {
        StreamExecutionEnvironment env = Changes.environment(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1",
                "restart-strategy.fixed-delay.delay", "1 ms"));
        env.enableCheckpointing(1_000);
        env.setParallelism(1);
        env.fromData(events, EventTypeInfo.INSTANCE)
                .map(between)
                .returns(EventTypeInfo.INSTANCE)
                .uid("between")
                .sinkTo(new KafkaSinkPlugin().sink(sink))
                .uid(sink.component());
        ManualJob.start(flink, env).result().toJobExecutionResult(KafkaRejectsITCase.class.getClassLoader());
    }

    private static List<JsonNode> read(PluginContext letters) throws IOException, InterruptedException {
        List<JsonNode> read = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        new KafkaDeadLetterPlugin().read(letters, texts::add);
        for (String text : texts) {
            read.add(JSON.readTree(text));
        }
        return read;
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

    /** Makes the last column of some numbered changes unreadable, and counts what it has seen. */
    private record Spoiler(List<Long> numbers) implements MapFunction<Event, Event> {
        private static final long serialVersionUID = 1L;
        private static final AtomicLong SEEN = new AtomicLong();

        static Spoiler ofNumber(long... numbers) {
            SEEN.set(0);
            return new Spoiler(new ArrayList<>(LongStream.of(numbers).boxed().toList()));
        }

        @Override
        public Event map(Event event) {
            SEEN.incrementAndGet();
            RowChange row = (RowChange) event;
            return numbers.contains(row.origin().ordinal())
                    ? RowChange.insert(row.schema(), Changes.spoilt(row.origin().ordinal()), row.origin(), row.key())
                    : row;
        }
    }
}
