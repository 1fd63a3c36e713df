package io.dbus.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectsFactory;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.template.NameTemplate;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.connector.base.DeliveryGuarantee;

/**
 * What a Kafka sink is told.
 *
 * @param component the component's name
 * @param transactionalIdPrefix what the transactional ids begin with
 * @param producer the producer's properties
 * @param skipped the operations that are not written
 * @param schemaChangesTopic the topic of schema changes; empty when they are not written
 * @param rejects where events go that cannot be written
 */
record SinkSettings(
        String component,
        NameTemplate topic,
        EncoderFactory encoders,
        DeliveryGuarantee guarantee,
        String transactionalIdPrefix,
        KafkaSinkOptions.LostTransactions lostTransactions,
        TopicCreation topicCreation,
        Properties producer,
        SkippedOperations skipped,
        String schemaChangesTopic,
        RejectsFactory rejects)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    SinkSettings {
        requireNonNull(component, "component");
        requireNonNull(topic, "topic");
        requireNonNull(encoders, "encoders");
        requireNonNull(guarantee, "guarantee");
        requireNonNull(transactionalIdPrefix, "transactionalIdPrefix");
        requireNonNull(lostTransactions, "lostTransactions");
        requireNonNull(topicCreation, "topicCreation");
        requireNonNull(producer, "producer");
        requireNonNull(skipped, "skipped");
        requireNonNull(schemaChangesTopic, "schemaChangesTopic");
        requireNonNull(rejects, "rejects");
    }

    /** The settings of a component whose options are valid. */
    static SinkSettings of(PluginContext context) {
        ReadableConfig options = context.options();
        String format = options.get(KafkaSinkOptions.FORMAT);
        return new SinkSettings(
                context.component(),
                NameTemplate.parse(options.get(KafkaSinkOptions.TOPIC)),
                EventFormats.named(format)
                        .orElseThrow(() -> new IllegalStateException("No format is named " + format))
                        .encoders(context),
                options.get(KafkaSinkOptions.DELIVERY_GUARANTEE),
                transactionalIdPrefix(context),
                options.get(KafkaSinkOptions.LOST_TRANSACTIONS),
                TopicCreation.of(context),
                ProducerSettings.producer(context),
                SkippedOperations.parse(options.get(KafkaSinkOptions.SKIPPED_OPERATIONS)),
                options.get(KafkaSinkOptions.SCHEMA_CHANGES) ? schemaChangesTopic(context) : "",
                context.rejects());
    }

    /** The topic of schema changes, whether they are written or not. */
    static String schemaChangesTopic(PluginContext context) {
        ReadableConfig options = context.options();
        return options.getOptional(KafkaSinkOptions.SCHEMA_CHANGES_TOPIC)
                .or(() -> options.getOptional(DebeziumJsonFormat.TOPIC_PREFIX))
                .orElse(context.pipeline());
    }

    /** The topics that are known before the first event. */
    List<String> knownTopics() {
        List<String> known = new ArrayList<>();
        if (topic.variables().isEmpty()) {
            known.add(topic.toString());
        }
        if (!schemaChangesTopic.isEmpty()) {
            known.add(schemaChangesTopic);
        }
        return known;
    }

    /**
     * The prefix that Flink is given. It ends in a colon, because at its start a sink aborts the open transactions of every id
     * that begins with its prefix: those of {@code orders-eu} too if it were {@code orders}. A pipeline whose name holds a dash says how long its
     * name is, or else the sink {@code c} of {@code a-b} would have the ids of the sink {@code b-c} of {@code a}.
     */
    static String transactionalIdPrefix(PluginContext context) {
        return context.options()
                        .getOptional(KafkaSinkOptions.TRANSACTIONAL_ID_PREFIX)
                        .orElseGet(() -> ownPrefix(context.pipeline(), context.component()))
                + ":";
    }

    private static String ownPrefix(String pipeline, String component) {
        String length = pipeline.indexOf('-') < 0 ? "" : "." + pipeline.length();
        return "dbus-" + pipeline + "-" + component + length;
    }

    /** Without the producer's properties, which hold passwords. */
    @Override
    public String toString() {
        return "SinkSettings[component=" + component + ", topic=" + topic + ", guarantee=" + guarantee + "]";
    }

    boolean exactlyOnce() {
        return guarantee == DeliveryGuarantee.EXACTLY_ONCE;
    }
}
