package io.dbus.sink.kafka;

import io.dbus.sink.format.EventFormats;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.connector.base.DeliveryGuarantee;

/** The options of the Kafka sink, under the names of Flink's Kafka connector where it has one. */
public final class KafkaSinkOptions {
    /** Keys that go to the producer as they are. */
    public static final String PROPERTIES = "properties.";

    /** Keys that are configs of the topics that the sink creates. */
    public static final String TOPIC_PROPERTIES = "topic.creation.properties.";

    public static final ConfigOption<String> BOOTSTRAP_SERVERS = ConfigOptions.key("properties.bootstrap.servers")
            .stringType()
            .noDefaultValue()
            .withDescription("Brokers to begin with: host:port, separated by commas.");
    public static final ConfigOption<String> TOPIC = ConfigOptions.key("topic")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The topic of a row, with ${source}, ${server}, ${db}, ${table}, ${column:name} and the date of a column by a pattern, "
                            + "${column:created|yyyy-MM}. What Kafka does not take in a name becomes _.");
    public static final ConfigOption<String> FORMAT = ConfigOptions.key("format")
            .stringType()
            .defaultValue("debezium-json")
            .withDescription("The format of keys and values; the options of formats stand beside these. "
                    + EventFormats.described());
    public static final ConfigOption<DeliveryGuarantee> DELIVERY_GUARANTEE = ConfigOptions.key(
                    "sink.delivery-guarantee")
            .enumType(DeliveryGuarantee.class)
            .defaultValue(DeliveryGuarantee.EXACTLY_ONCE)
            .withDescription(
                    "'exactly-once': transactions that are committed with the checkpoint, so that readers with "
                            + "isolation.level=read_committed see each change once, a checkpoint later; "
                            + "'at-least-once': at once, with repeats after a failure.");
    public static final ConfigOption<String> TRANSACTIONAL_ID_PREFIX = ConfigOptions.key("sink.transactional-id-prefix")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "What the transactional ids of the sink begin with, and no other sink's on the same Kafka may; "
                            + "dbus-<pipeline>-<sink> where it is not set, and behind that a point and the length of the pipeline's name where "
                            + "that holds a dash. Keep it from one start to the next.");
    public static final ConfigOption<LostTransactions> LOST_TRANSACTIONS = ConfigOptions.key("sink.lost-transactions")
            .enumType(LostTransactions.class)
            .defaultValue(LostTransactions.FAIL)
            .withDescription(
                    "When Kafka has aborted a transaction of a completed checkpoint, such as one that timed out while "
                            + "the job was down: 'fail' the job, or 'count' it in lostTransactions and go on without its "
                            + "records.");
    public static final ConfigOption<Boolean> SHARED_KEYS = ConfigOptions.key("shared-keys")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Rows of several servers may meet in one topic under one key, where the last one stands for "
                            + "all.");
    public static final ConfigOption<Boolean> TOPIC_CREATION = ConfigOptions.key("topic.creation.enabled")
            .booleanType()
            .defaultValue(true)
            .withDescription("Whether topics that are not there are created before the first record to them.");
    public static final ConfigOption<Integer> TOPIC_PARTITIONS = ConfigOptions.key("topic.creation.partitions")
            .intType()
            .noDefaultValue()
            .withDescription("Partitions of created topics; the broker's num.partitions where it is not set.");
    public static final ConfigOption<Integer> TOPIC_REPLICATION = ConfigOptions.key("topic.creation.replication-factor")
            .intType()
            .noDefaultValue()
            .withDescription(
                    "Replicas of created topics; the broker's default.replication.factor where it is not set.");

    public static final ConfigOption<List<String>> SKIPPED_OPERATIONS = ConfigOptions.key("skipped.operations")
            .stringType()
            .asList()
            .defaultValues("t")
            .withDescription(
                    "Operations that are not written but counted as dropped, under Debezium's name and letters: 'c' "
                            + "inserts, 'u' updates, 'd' deletes, 't' TRUNCATE TABLE; 'none' writes them all. An update of a row's key "
                            + "is a delete and an insert. With 'none' the format debezium-json writes a TRUNCATE as a record without "
                            + "key, \"op\":\"t\" and neither row, to the partition of the table's records without key; plain-json has no "
                            + "form for it, and it is rejected. Rows of the table that were changed before or after it may "
                            + "stand on either side of it, also in a topic of one partition: source.include.provenance gives the sequence that "
                            + "orders them.");

    public static final ConfigOption<Boolean> SCHEMA_CHANGES = ConfigOptions.key("include.schema.changes")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether DDL on the tables of the sources is written, to the topic of schema.changes.topic, exactly once as rows are: in the formats debezium-json, "
                            + "plain-json and avro as Debezium's connector does, key databaseName, value source, ts_ms, databaseName, ddl, tableChanges. Statements of one server stand in their "
                            + "order there, and say nothing of where in the topics of rows they belong: source.dbus.sequence orders statements and rows of a server. Tables have the names of their server, whatever they are "
                            + "routed to. False, unlike Debezium, since it makes a topic; DDL is then counted as dropped (schema-change).");
    public static final ConfigOption<String> SCHEMA_CHANGES_TOPIC = ConfigOptions.key("schema.changes.topic")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The topic of DDL, which no table's rows may have. Without it topic.prefix where that is set, as Debezium names it, "
                            + "otherwise the pipeline's name. All records go to its partition 0; where the sink creates it, it has that one alone, and "
                            + "topic.creation.properties.cleanup.policy does not hold for it: its keys are databases, of which compaction would keep the last statement.");

    static final List<ConfigOption<?>> REQUIRED = List.of(BOOTSTRAP_SERVERS, TOPIC);
    static final List<ConfigOption<?>> OPTIONAL = List.of(
            FORMAT,
            SKIPPED_OPERATIONS,
            SCHEMA_CHANGES,
            SCHEMA_CHANGES_TOPIC,
            DELIVERY_GUARANTEE,
            TRANSACTIONAL_ID_PREFIX,
            LOST_TRANSACTIONS,
            SHARED_KEYS,
            TOPIC_CREATION,
            TOPIC_PARTITIONS,
            TOPIC_REPLICATION);

    /** What becomes of the job when a transaction of a completed checkpoint is lost. */
    public enum LostTransactions {
        FAIL,
        COUNT;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private KafkaSinkOptions() {}
}
