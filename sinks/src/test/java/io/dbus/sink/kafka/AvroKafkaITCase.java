package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.deadletter.KafkaDeadLetterPlugin;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.SchemaChanges;
import io.dbus.sink.format.avro.AvroRecords;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.config.ConfigResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Avro and schema changes in a running Kafka, by jobs that fail in the middle. */
@RequiresServers(ServerKind.KAFKA)
class AvroKafkaITCase {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final TableSchema WIDER = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.BIGINT), LogicalType.decimal(10, 2)),
            List.of("id", "n", "price"),
            List.of("id"));
    private static final TableSchema OTHER_TYPE = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.DATE)),
            List.of("id", "n"),
            List.of("id"));

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(new Configuration())
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    private static KafkaCluster kafka;

    private HttpRegistry registry;

    @BeforeAll
    static void startKafka() {
        kafka = SharedServers.kafka();
    }

    @BeforeEach
    void startRegistry() throws IOException {
        registry = HttpRegistry.start();
    }

    @AfterEach
    void stopRegistry() {
        registry.close();
    }

    private PluginContext avro(String topic, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("format", "avro");
        all.put("avro-confluent.url", registry.url());
        return Changes.context("avro", kafka.bootstrapServers(), topic, all);
    }

    private static void run(
            PluginContext sink, int count, GeneratorFunction<Long, Event> event, MapFunction<Event, Event> between)
            throws Exception {
        StreamExecutionEnvironment env = Changes.environment(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "20",
                "restart-strategy.fixed-delay.delay", "10 ms"));
        env.enableCheckpointing(200);
        env.fromSource(
                        new DataGeneratorSource<>(
                                event, count, RateLimiterStrategy.perSecond(500), EventTypeInfo.INSTANCE),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .setParallelism(1)
                .uid("events")
                .keyBy(Event::key, EventKeyTypeInfo.INSTANCE)
                .map(between)
                .returns(EventTypeInfo.INSTANCE)
                .uid("between")
                .sinkTo(new KafkaSinkPlugin().sink(sink))
                .uid(sink.component());
        env.execute();
    }

    private static RowChange wider(long n) {
        return RowChange.insert(
                WIDER,
                Rows.image(WIDER.layout(), row -> {
                    row.int64(n % Changes.ROWS);
                    row.int64(n);
                    row.decimal(new BigDecimal("1.50"));
                }),
                Rows.origin(n),
                Changes.numbered(Changes.SCHEMA, n).key());
    }

    @Test
    void eachChangeArrivesOnceThroughAFailureAndAnAddedColumnAndIsReadByTheSchemaThatItNames() throws Exception {
        String topic = kafka.uniqueTopic("avro");

        run(
                avro(topic, Map.of("topic.creation.partitions", "4")),
                2_000,
                n -> n < 1_000 ? Changes.numbered(Changes.SCHEMA, n) : wider(n),
                FailOnce.armed());

        assertThat(FailOnce.hasFailed()).isTrue();
        List<Long> numbers = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.readCommitted(topic)) {
            GenericRecord value = AvroRecords.confluent(registry, record.value());
            GenericRecord row = (GenericRecord) value.get("after");
            numbers.add((Long) row.get("n"));
            assertThat(AvroRecords.confluent(registry, record.key()).get("id")).isEqualTo(row.get("id"));
            if ((Long) row.get("n") >= 1_000) {
                assertThat(row.get("price")).hasToString("1.50");
            }
        }
        assertThat(numbers).hasSize(2_000).doesNotHaveDuplicates();
        List<Schema> versions = registry.versions(topic + "-value");
        assertThat(versions).hasSize(2);
        assertThat(registry.versions(topic + "-key")).hasSize(1);
    }

    @Test
    void aRegistryThatIsDownForAWhileStopsNothingForGood() throws Exception {
        String topic = kafka.uniqueTopic("down");
        registry.failNext(12, 503);

        run(
                avro(topic, Map.of("avro-confluent.retry-timeout", "150 ms")),
                2,
                n -> Changes.numbered(Changes.SCHEMA, n),
                event -> event);

        assertThat(kafka.readCommitted(topic)).hasSize(2);
    }

    @Test
    void rowsWhoseSchemaTheRegistryRefusesAreDeadLettersAndTheOthersArrive() throws Exception {
        String topic = kafka.uniqueTopic("refused");
        PluginContext letters = new PluginContext(
                "shop",
                "dead-letters",
                Configuration.fromMap(
                        Map.of("properties.bootstrap.servers", kafka.bootstrapServers(), "topic", topic + ".letters")),
                List.of());
        registry.register(topic + "-value", Schema.create(Schema.Type.STRING));
        run(
                avro(topic, Map.of("value.subject.name.strategy", "TopicNameStrategy"))
                        .withRejects(new KafkaDeadLetterPlugin().rejects(letters)),
                1,
                n -> Rows.insert(OTHER_TYPE, row -> {
                    row.int64(1);
                    row.date(2024, 1, 1);
                }),
                event -> event);

        List<String> stored = new ArrayList<>();
        new KafkaDeadLetterPlugin().read(letters, stored::add);
        assertThat(stored).singleElement().satisfies(text -> {
            JsonNode letter = JSON.readTree(text);
            assertThat(letter.get("reason").asText()).isEqualTo("schema-refused");
            assertThat(letter.toString()).contains("under subject " + topic + "-value");
        });
    }

    @Test
    void schemaChangesArriveOnceInPartitionZeroOfTheirOwnTopicAndRowsInTheirs() throws Exception {
        String topic = kafka.uniqueTopic("rows");

        run(
                Changes.context(
                        "ddl",
                        kafka.bootstrapServers(),
                        topic,
                        Map.of(
                                "include.schema.changes", "true",
                                "schema.changes.topic", topic + ".ddl",
                                "topic.creation.partitions", "4",
                                "topic.creation.properties.cleanup.policy", "compact")),
                1_100,
                n -> n % 11 == 10 ? SchemaChanges.alter(n) : Changes.numbered(Changes.SCHEMA, n),
                FailOnce.armed());

        assertThat(FailOnce.hasFailed()).isTrue();
        List<ConsumerRecord<byte[], byte[]>> changes = kafka.readCommitted(topic + ".ddl");
        assertThat(changes).allSatisfy(record -> {
            assertThat(record.partition()).isZero();
            assertThat(new String(record.key(), UTF_8)).isEqualTo("{\"databaseName\":\"shop\"}");
        });
        List<Long> sequences = new ArrayList<>();
        for (ConsumerRecord<byte[], byte[]> record : changes) {
            sequences.add(
                    JSON.readTree(record.value()).at("/source/dbus/sequence").asLong());
        }
        assertThat(sequences)
                .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 100)
                        .mapToObj(n -> 1_465_581_029_000_123_000L + n * 11 + 10)
                        .toList());
        assertThat(kafka.readCommitted(topic)).hasSize(1_000);
        assertThat(kafka.admin()
                        .describeTopics(List.of(topic + ".ddl"))
                        .allTopicNames()
                        .get()
                        .get(topic + ".ddl")
                        .partitions())
                .hasSize(1);
        assertThat(config(topic + ".ddl", "cleanup.policy")).isEqualTo("delete");
        assertThat(config(topic, "cleanup.policy")).isEqualTo("compact");
    }

    @Test
    void schemaChangesGoToPartitionZeroOfATopicThatHasMore() throws Exception {
        String topic = kafka.uniqueTopic("wide");
        kafka.admin()
                .createTopics(List.of(new NewTopic(topic + ".ddl", 8, (short) 1)))
                .all()
                .get();

        run(
                Changes.context(
                        "ddl",
                        kafka.bootstrapServers(),
                        topic,
                        Map.of("include.schema.changes", "true", "schema.changes.topic", topic + ".ddl")),
                5,
                n -> SchemaChanges.change(
                        "DROP TABLE t", n, TableChange.dropped(new TableId("db" + n, "t"), SchemaChanges.DEFINITION)),
                event -> event);

        List<ConsumerRecord<byte[], byte[]>> changes = kafka.readCommitted(topic + ".ddl");
        assertThat(changes).hasSize(5).allSatisfy(record -> assertThat(record.partition())
                .isZero());
    }

    private static String config(String topic, String name) throws Exception {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
        return kafka.admin()
                .describeConfigs(List.of(resource))
                .all()
                .get()
                .get(resource)
                .get(name)
                .value();
    }
}
