package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.InjectMiniCluster;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.ListTransactionsOptions;
import org.apache.kafka.clients.admin.TransactionListing;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class KafkaSinkITCase {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration SOON = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static KafkaCluster kafka;
    private static MiniCluster flink;

    @BeforeAll
    static void startServers(@InjectMiniCluster MiniCluster cluster) {
        flink = cluster;
        kafka = SharedServers.kafka();
    }

    @Test
    void eachChangeArrivesOnceAndInTheOrderOfItsRowThroughAFailure() throws Exception {
        String topic = kafka.uniqueTopic("once");
        StreamExecutionEnvironment env = environment(Map.of());
        env.enableCheckpointing(200);
        Changes.job(
                env, context("once", topic, Map.of("topic.creation.partitions", "8")), 6_000, 2_000, FailOnce.armed());

        env.execute();

        assertThat(FailOnce.hasFailed()).isTrue();
        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        assertThat(records.stream().map(KafkaSinkITCase::number).sorted())
                .containsExactlyElementsOf(LongStream.range(0, 6_000).boxed().toList());
        assertInOrder(records);
        assertThat(records.stream().map(ConsumerRecord::partition).distinct().count())
                .isGreaterThan(4);
        assertThat(kafka.readUncommitted(topic).size()).isGreaterThan(6_000);
    }

    @Test
    void atLeastOnceEachChangeArrivesThroughAFailureAndAtOnce() throws Exception {
        String topic = kafka.uniqueTopic("least");
        StreamExecutionEnvironment env = environment(Map.of());
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
        records.forEach(record -> numbers.add(number(record)));
        assertThat(numbers).hasSize(4_000);
        assertThat(records.size()).isGreaterThan(4_000);
    }

    @Test
    void aRestoreCommitsTheTransactionsOfItsStateAndDoesSoAgainAfterTheirIdsWereUsedAgain(@TempDir Path directory)
            throws Exception {
        String topic = kafka.uniqueTopic("restore");
        PluginContext context = context("restore", topic, Map.of());
        ManualJob first = start(context, Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);
        assertThat(kafka.readCommitted(topic)).isEmpty();

        ManualJob second = start(context, restoring(savepoint));
        await().atMost(SOON).until(() -> !kafka.readCommitted(topic).isEmpty());
        long committed = kafka.readCommitted(topic).size();
        for (int i = 0; i < 4; i++) {
            long before = kafka.readCommitted(topic).size();
            second.checkpoint();
            await().atMost(SOON).until(() -> kafka.readCommitted(topic).size() > before);
        }
        second.cancel();
        assertThat(numbers(kafka.readCommitted(topic))).doesNotHaveDuplicates().hasSizeGreaterThan((int) committed);

        ManualJob third = start(context, restoring(savepoint));
        long before = kafka.readCommitted(topic).size();
        third.checkpoint();
        await().atMost(SOON).until(() -> kafka.readCommitted(topic).size() > before);
        assertThat(third.status()).isEqualTo(JobStatus.RUNNING);
        third.cancel();
    }

    @Test
    void aRestoreAfterTheTransactionTimeoutFailsAndSaysWhatIsLost(@TempDir Path directory) throws Exception {
        String topic = kafka.uniqueTopic("late");
        Map<String, String> timeout = Map.of("properties.transaction.timeout.ms", "2000");
        ManualJob first = start(context("late", topic, timeout), Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);
        awaitNoOpenTransaction("dbus-shop-late:");

        ManualJob second = start(context("late", topic, timeout), restoring(savepoint));

        assertThat(second.result().getSerializedThrowable())
                .get(as(InstanceOfAssertFactories.THROWABLE))
                .hasStackTraceContaining("LostTransactionException")
                .hasStackTraceContaining("Sink late: Kafka has aborted transaction dbus-shop-late:-0-")
                .hasStackTraceContaining("sink.lost-transactions");
        assertThat(kafka.readCommitted(topic)).isEmpty();

        Map<String, String> counting = new HashMap<>(timeout);
        counting.put("sink.lost-transactions", "count");
        ManualJob third = start(context("late", topic, counting), restoring(savepoint));
        await().atMost(SOON)
                .until(() -> kafka.readUncommitted(topic).size() > 0
                        && third.status() == JobStatus.RUNNING
                        && !openTransactions("dbus-shop-late:").isEmpty());
        third.cancel();
    }

    @Test
    void aStateOfExactlyOnceIsCommittedWhenTheSinkIsAtLeastOnceSince(@TempDir Path directory) throws Exception {
        String topic = kafka.uniqueTopic("switch");
        ManualJob first = start(context("switch", topic, Map.of()), Map.of());
        awaitRecords(topic);
        String savepoint = first.savepointAndCancel(directory);

        ManualJob second = start(
                context("switch", topic, Map.of("sink.delivery-guarantee", "at-least-once")), restoring(savepoint));
        await().atMost(SOON)
                .until(() -> numbers(kafka.readUncommitted(topic)).stream()
                                .mapToLong(n -> n)
                                .max()
                                .orElse(0)
                        > 100);
        second.cancel();

        // The transaction that was open beside the savepoint holds back what read_committed sees until it times out.
        kafka.admin()
                .fenceProducers(openTransactions("dbus-shop-switch:"))
                .all()
                .get();
        List<Long> numbers = numbers(kafka.readCommitted(topic));
        assertThat(numbers).contains(0L).doesNotHaveDuplicates();
        assertThat(LongStream.range(0, 100).boxed()).allMatch(numbers::contains);
    }

    @Test
    void aStartAbortsTheOpenTransactionsOfItsSinkAndOfNoOther() throws Exception {
        String topic = kafka.uniqueTopic("abort");
        kafka.createTopic(topic, 1);
        try (KafkaProducer<byte[], byte[]> own = transaction("dbus-shop-abort:-0-7", topic);
                KafkaProducer<byte[], byte[]> other = transaction("dbus-shop-abort-eu:-0-0", topic)) {
            StreamExecutionEnvironment env = environment(Map.of());
            env.enableCheckpointing(200);
            env.setParallelism(1);
            Changes.job(env, context("abort", topic, Map.of()), 10, 1_000, event -> event);
            env.execute();

            other.commitTransaction();
            assertThatThrownBy(own::commitTransaction).isInstanceOf(KafkaException.class);
        }
        assertThat(kafka.readCommitted(topic)).hasSize(11);
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
                .hasStackTraceContaining("record of table shop.big with key {\"id\":1900}")
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
        Topic limit = new Topic(topic, 1, java.util.OptionalInt.of(2_000));
        int overhead = RecordSize.alone(
                        "{\"id\":1000}".getBytes(UTF_8),
                        "{\"id\":1000,\"text\":\"\"}".getBytes(UTF_8),
                        new org.apache.kafka.common.header.internals.RecordHeaders())
                // The length of a value of more than 63 bytes takes a byte more, as does that of the record's body.
                + 2;
        int most = limit.maxMessageBytes().getAsInt() - overhead;
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

        write(context("keyless", topic, Map.of()), events);

        List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic);
        assertThat(numbers(records))
                .containsExactlyElementsOf(LongStream.range(0, 200).boxed().toList());
        assertThat(records.stream().map(ConsumerRecord::partition).distinct()).hasSize(1);
        assertThat(records).allMatch(record -> record.key() == null);
    }

    private static final TableSchema BIG = TableSchema.of(
            new TableId("shop", "big"),
            io.dbus.event.RowBuilder.layout(
                    io.dbus.event.LogicalType.of(io.dbus.event.LogicalType.Kind.INT),
                    io.dbus.event.LogicalType.of(io.dbus.event.LogicalType.Kind.TEXT)),
            List.of("id", "text"),
            List.of("id"));

    private static RowChange large(int size) {
        return sized(size, "x".repeat(size));
    }

    private static RowChange random(int size) {
        java.util.Random random = new java.util.Random(size);
        StringBuilder text = new StringBuilder();
        random.ints(size, 'A', 'z').filter(c -> c != '\\').forEach(c -> text.append((char) c));
        return sized(size, text.toString());
    }

    private static RowChange sized(int id, String text) {
        return RowChange.insert(
                BIG,
                io.dbus.sink.format.Rows.image(BIG.layout(), row -> {
                    row.int64(id);
                    row.text(text);
                }),
                io.dbus.sink.format.Rows.origin(id),
                io.dbus.sink.format.Rows.key(id));
    }

    /** Runs a job without restarts that writes these events and ends. */
    private static void write(PluginContext context, Event... events) throws Exception {
        StreamExecutionEnvironment env = environment(Map.of(RestartStrategyOptions.RESTART_STRATEGY.key(), "none"));
        env.enableCheckpointing(200);
        env.setParallelism(1);
        env.fromData(List.of(events), EventTypeInfo.INSTANCE)
                .sinkTo(new KafkaSinkPlugin().sink(context))
                .uid(context.component());
        env.execute();
    }

    /** Starts a job without end and without checkpoints but those that the test asks for. */
    private static ManualJob start(PluginContext context, Map<String, String> configuration) throws Exception {
        Map<String, String> noRestarts = new HashMap<>(configuration);
        noRestarts.put(RestartStrategyOptions.RESTART_STRATEGY.key(), "none");
        StreamExecutionEnvironment env = environment(noRestarts);
        env.enableCheckpointing(500);
        env.setParallelism(1);
        MapFunction<Event, Event> same = event -> event;
        Changes.job(env, context, Long.MAX_VALUE, 1_000, same);
        return ManualJob.start(flink, env);
    }

    private static StreamExecutionEnvironment environment(Map<String, String> configuration) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
        env.setParallelism(2);
        return env;
    }

    private static Map<String, String> restoring(String savepoint) {
        return Map.of(StateRecoveryOptions.SAVEPOINT_PATH.key(), savepoint);
    }

    private static PluginContext context(String sink, String topic, Map<String, String> options) {
        return Changes.context(sink, kafka.bootstrapServers(), topic, options);
    }

    private static void awaitRecords(String topic) {
        await().atMost(SOON).ignoreExceptionsMatching(e -> true).until(() -> !kafka.readUncommitted(topic)
                .isEmpty());
    }

    private static void awaitNoOpenTransaction(String prefix) {
        await().atMost(SOON).until(() -> openTransactions(prefix).isEmpty());
    }

    private static List<String> openTransactions(String prefix) throws Exception {
        return kafka
                .admin()
                .listTransactions(new ListTransactionsOptions().filterStates(List.of(TransactionState.ONGOING)))
                .all()
                .get()
                .stream()
                .map(TransactionListing::transactionalId)
                .filter(id -> id.startsWith(prefix))
                .toList();
    }

    /** A producer with one record in an open transaction. */
    private static KafkaProducer<byte[], byte[]> transaction(String id, String topic) throws Exception {
        Properties properties = new Properties();
        properties.put("bootstrap.servers", kafka.bootstrapServers());
        properties.put("transactional.id", id);
        KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
        producer.initTransactions();
        producer.beginTransaction();
        producer.send(new ProducerRecord<>(topic, new byte[1], "{\"id\":0,\"n\":-1}".getBytes(UTF_8)))
                .get();
        return producer;
    }

    private static void assertInOrder(List<ConsumerRecord<byte[], byte[]>> records) {
        Map<String, Long> last = new HashMap<>();
        Map<String, Integer> partitions = new HashMap<>();
        for (ConsumerRecord<byte[], byte[]> record : records) {
            String key = new String(record.key(), UTF_8);
            long number = number(record);
            assertThat(partitions.computeIfAbsent(key, k -> record.partition())).isEqualTo(record.partition());
            assertThat(number).isGreaterThan(last.getOrDefault(key, -1L));
            last.put(key, number);
        }
    }

    private static List<Long> numbers(List<ConsumerRecord<byte[], byte[]>> records) {
        List<Long> numbers = new ArrayList<>();
        records.forEach(record -> numbers.add(number(record)));
        return numbers;
    }

    private static long number(ConsumerRecord<byte[], byte[]> record) {
        try {
            return JSON.readTree(record.value()).get("n").longValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
