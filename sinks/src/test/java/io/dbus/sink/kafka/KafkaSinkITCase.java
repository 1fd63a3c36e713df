package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.Rows;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.HistogramStatistics;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

@RequiresServers(ServerKind.KAFKA)
class KafkaSinkITCase {

    private static final TableSchema BIG = TableSchema.of(
            new TableId("shop", "big"),
            RowBuilder.layout(LogicalType.of(LogicalType.Kind.INT), LogicalType.of(LogicalType.Kind.TEXT)),
            List.of("id", "text"),
            List.of("id"));

    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(METRICS.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static KafkaCluster kafka;

    @BeforeAll
    static void startKafka() {
        kafka = SharedServers.kafka();
    }

    @Test
    void eachChangeArrivesOnceAndInTheOrderOfItsRowThroughAFailure() throws Exception {
        String topic = kafka.uniqueTopic("once");
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(200);
        Changes.job(
                env, context("once", topic, Map.of("topic.creation.partitions", "8")), 6_000, 2_000, FailOnce.armed());

        env.execute();

        assertThat(FailOnce.hasFailed()).isTrue();
        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        assertThat(records.stream().map(Changes::number).sorted())
                .containsExactlyElementsOf(LongStream.range(0, 6_000).boxed().toList());
        assertInOrder(records);
        assertThat(records.stream().map(ConsumerRecord::partition).distinct().count())
                .isGreaterThan(4);
        assertThat(kafka.readUncommitted(topic).size()).isGreaterThan(6_000);
    }

    /** Each would keep the job's classes in a TaskManager that lives longer than the job. */
    @Test
    void noThreadOfAKafkaClientOutlivesTheJob() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(200);
        Changes.job(env, context("threads", kafka.uniqueTopic("threads"), Map.of()), 2_000, 1_000, FailOnce.armed());

        env.execute();

        assertNoKafkaThreadBut(before);
    }

    /** Flink's writer has looked for transactions that were left open by then. */
    @Test
    void noThreadOfAKafkaClientOutlivesAWriterThatCannotStart() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        StreamExecutionEnvironment env = Changes.environment(Map.of("restart-strategy.type", "none"));
        env.enableCheckpointing(200);
        // Longer than the broker's transaction.max.timeout.ms.
        PluginContext context = context(
                "unstarted",
                kafka.uniqueTopic("unstarted"),
                Map.of(
                        "properties.transaction.timeout.ms",
                        Long.toString(Duration.ofDays(2).toMillis())));
        Changes.job(env, context, 2_000, 1_000, FailOnce.armed());

        assertThatThrownBy(env::execute).hasStackTraceContaining("transaction.max.timeout.ms");

        assertNoKafkaThreadBut(before);
    }

    private static void assertNoKafkaThreadBut(Set<Thread> before) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
                        .filteredOn(thread -> !before.contains(thread))
                        .extracting(Thread::getName)
                        .noneMatch(name -> name.startsWith("kafka-")));
    }

    @Test
    void atLeastOnceEachChangeArrivesThroughAFailureAndAtOnce() throws Exception {
        String topic = kafka.uniqueTopic("least");
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(200);
        Changes.job(
                env,
                context("least", topic, Map.of("sink.delivery-guarantee", "at-least-once")),
                4_000,
                2_000,
                FailOnce.armed());

        env.execute();

        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        Set<Long> numbers = new HashSet<>();
        records.forEach(record -> numbers.add(Changes.number(record)));
        assertThat(numbers).hasSize(4_000);
        assertThat(records.size()).isGreaterThan(4_000);
    }

    @Test
    void whatIsWrittenIsMeasured() throws Exception {
        String topic = kafka.uniqueTopic("measured");
        StreamExecutionEnvironment env = Changes.environment(Map.of());
        env.enableCheckpointing(200);
        env.setParallelism(1);
        Changes.job(env, context("measured", topic, Map.of()), 100, 1_000, event -> event);

        JobID job = env.execute().getJobID();

        long bytes = kafka.readCommitted(topic).stream()
                .mapToLong(record -> record.key().length + record.value().length)
                .sum();
        assertThat(counter(job, "dbus.measured.bytesOut")).isGreaterThan(bytes);
        assertThat(counter(job, "dbus.measured.topic." + topic + ".records")).isEqualTo(100);
        HistogramStatistics latency =
                ((Histogram) METRICS.findMetric(job, "dbus.measured.latencyMs").orElseThrow()).getStatistics();
        assertThat(latency.size()).isEqualTo(100);
        long age = System.currentTimeMillis() - Rows.TRANSACTION.commitMicros() / 1000;
        assertThat(latency.getQuantile(0.5)).isBetween(age - 600_000.0, (double) age);
    }

    private static long counter(JobID job, String name) {
        return ((Counter) METRICS.findMetric(job, name).orElseThrow()).getCount();
    }

    @Test
    void aTruncateIsCountedOrWrittenAsTheUserSays() throws Exception {
        String topic = kafka.uniqueTopic("truncates");
        RowChange row = Changes.numbered(Changes.SCHEMA, 1);
        JobID skipping = write(context("skips", topic, Map.of("format", "debezium-json")), row, Rows.truncate());
        assertThat(counter(skipping, "dbus.skips.reason.truncate.dropped")).isEqualTo(1);
        assertThat(kafka.readCommitted(topic)).hasSize(1);

        write(
                context("writes", topic, Map.of("format", "debezium-json", "skipped.operations", "none")),
                Rows.truncate(),
                row);
        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        assertThat(records).hasSize(3);
        assertThat(records)
                .filteredOn(record -> record.key() == null)
                .hasSize(1)
                .allSatisfy(
                        record -> assertThat(new String(record.value(), UTF_8)).contains("\"op\":\"t\""));

        assertThatThrownBy(() -> write(
                        context("rejects", topic, Map.of("format", "plain-json", "skipped.operations", "none")),
                        Rows.truncate()))
                .rootCause()
                .hasMessageContaining("TRUNCATE");
    }

    @Test
    void twoTablesThatMeetInOneTopicAreRefusedThoughEachHasAWriterOfItsOwn() throws Exception {
        String topic = kafka.uniqueTopic("met");
        StreamExecutionEnvironment env = Changes.environment(Map.of("restart-strategy.type", "none"));
        env.enableCheckpointing(200);
        Changes.job(env, context("met", topic + ".${table}", Map.of()), 500, 1_000, new TableOfSubtask());

        assertThatThrownBy(env::execute)
                .rootCause()
                .isInstanceOf(TopicFailure.class)
                .hasMessageContaining("The topic " + topic + ".a_b is that of")
                .hasMessageContaining("table} = 'a b'")
                .hasMessageContaining("table} = 'a_b'");
    }

    /** Gives each of two lanes a table of its own. */
    private static final class TableOfSubtask extends RichMapFunction<Event, Event> {
        private static final long serialVersionUID = 1L;

        @Override
        public Event map(Event event) {
            boolean first = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask() == 0;
            return ((RowChange) event).withTable(new TableId("shop", first ? "a b" : "a_b"));
        }
    }

    @Test
    void topicsAreMadeAsAskedFor() throws Exception {
        String topic = kafka.uniqueTopic("made");
        Map<String, String> options = Map.of(
                "topic.creation.partitions", "3",
                "topic.creation.replication-factor", "1",
                "topic.creation.properties.cleanup.policy", "compact");
        write(context("made", topic + ".${db}.${table}", options), Changes.numbered(Changes.SCHEMA, 1));

        String name = topic + ".shop.t";
        assertThat(kafka.admin()
                        .describeTopics(List.of(name))
                        .allTopicNames()
                        .get()
                        .get(name)
                        .partitions())
                .hasSize(3);
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, name);
        assertThat(kafka.admin()
                        .describeConfigs(List.of(resource))
                        .all()
                        .get()
                        .get(resource)
                        .get("cleanup.policy")
                        .value())
                .isEqualTo("compact");
        assertThat(kafka.readCommitted(name)).hasSize(1);
    }

    @Test
    void aTopicThatMayNotBeMadeFailsAndIsNamed() {
        String topic = kafka.uniqueTopic("none");
        assertThatThrownBy(() -> write(
                        context("none", topic, Map.of("topic.creation.enabled", "false")),
                        Changes.numbered(Changes.SCHEMA, 1)))
                .hasStackTraceContaining("Sink none: topic " + topic + " is not there")
                .hasStackTraceContaining("topic.creation.enabled");
    }

    @Test
    void aRecordThatIsTooLargeFailsBeforeItIsSentAndIsNamed() {
        String topic = kafka.uniqueTopic("large");
        kafka.createTopic(topic, 1, Map.of("max.message.bytes", "2000"));
        assertThatThrownBy(() -> write(context("large", topic, Map.of()), large(1_000), large(1_900)))
                .hasStackTraceContaining("the record with key {\"id\":1900}")
                .hasStackTraceContaining("INSERT of table shop.big")
                .hasStackTraceContaining("mysql-bin.000003:484")
                .hasStackTraceContaining("max.message.bytes of the topic allows 2000");
        assertThatThrownBy(() ->
                        write(context("large", topic, Map.of("properties.max.request.size", "1500")), large(1_450)))
                .hasStackTraceContaining("properties.max.request.size allows 1500");
    }

    @Test
    void aRecordThatABrokerRefusesAsTooLargeIsNamedAsNearAsCanBe() {
        String topic = kafka.uniqueTopic("refused");
        kafka.createTopic(topic, 1, Map.of("max.message.bytes", "2000"));
        Map<String, String> compressed = Map.of("properties.compression.type", "gzip");
        assertThatThrownBy(() -> write(context("refused", topic, compressed), random(500), random(6_000)))
                .hasStackTraceContaining("a broker refused a record as too large")
                .hasStackTraceContaining("record of table shop.big with key {\"id\":6000}")
                .hasStackTraceContaining("to topic " + topic);
    }

    @Test
    void aRecordOfTheLargestSizeThatFitsIsTaken() throws Exception {
        String topic = kafka.uniqueTopic("fits");
        kafka.createTopic(topic, 1, Map.of("max.message.bytes", "2000"));
        int overhead = RecordSize.alone(
                        "{\"id\":1000}".getBytes(UTF_8), "{\"id\":1000,\"text\":\"\"}".getBytes(UTF_8), List.of())
                // The length of a value of more than 63 bytes takes a byte more, as does that of the record's body.
                + 2;
        int most = 2_000 - overhead;
        assertThat(most).isBetween(1_000, 9_999);

        write(context("fits", topic, Map.of("properties.batch.size", "1")), sized(1_000, "x".repeat(most)));
        assertThat(kafka.readCommitted(topic)).hasSize(1);
        assertThatThrownBy(() -> write(
                        context("fits", topic, Map.of("properties.batch.size", "1")),
                        sized(1_000, "x".repeat(most + 1))))
                .hasStackTraceContaining("it has 2001 bytes");
    }

    @Test
    void rowsOfATableWithoutAKeyKeepTheirOrderInOnePartition() throws Exception {
        String topic = kafka.uniqueTopic("keyless");
        kafka.createTopic(topic, 8);
        TableSchema keyless =
                TableSchema.of(Changes.SCHEMA.table(), Changes.SCHEMA.layout(), List.of("id", "n"), List.of());
        Event[] events = LongStream.range(0, 200)
                .mapToObj(n -> Changes.numbered(keyless, n))
                .toArray(Event[]::new);

        // Small batches: without a partition given, the producer takes another for each.
        write(context("keyless", topic, Map.of("properties.batch.size", "100")), events);

        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        assertThat(Changes.numbers(records))
                .containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
        assertThat(records.stream().map(ConsumerRecord::partition).distinct()).hasSize(1);
        assertThat(records).allMatch(record -> record.key() == null);
    }

    private static RowChange large(int size) {
        return sized(size, "x".repeat(size));
    }

    private static RowChange random(int size) {
        Random random = new Random(size);
        StringBuilder text = new StringBuilder();
        random.ints(size, 'A', 'z').filter(c -> c != '\\').forEach(c -> text.append((char) c));
        return sized(size, text.toString());
    }

    private static RowChange sized(int id, String text) {
        return RowChange.insert(
                BIG,
                Rows.image(BIG.layout(), row -> {
                    row.int64(id);
                    row.text(text);
                }),
                Rows.origin(id),
                Rows.key(id));
    }

    /** Runs a job without restarts that writes these events and ends. */
    private static JobID write(PluginContext context, Event... events) throws Exception {
        StreamExecutionEnvironment env =
                Changes.environment(Map.of(RestartStrategyOptions.RESTART_STRATEGY.key(), "none"));
        env.enableCheckpointing(200);
        env.setParallelism(1);
        env.fromData(List.of(events), EventTypeInfo.INSTANCE)
                .sinkTo(new KafkaSinkPlugin().sink(context))
                .uid(context.component());
        return env.execute().getJobID();
    }

    private static PluginContext context(String sink, String topic, Map<String, String> options) {
        return Changes.context(sink, kafka.bootstrapServers(), topic, options);
    }

    private static void assertInOrder(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, Long> last = new HashMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            String key = new String(record.key(), UTF_8);
            long number = Changes.number(record);
            assertThat(partitions.computeIfAbsent(key, k -> record.partition())).isEqualTo(record.partition());
            assertThat(number).isGreaterThan(last.getOrDefault(key, -1L));
            last.put(key, number);
        }
    }
}
