package io.dbus.sink.kafka;

import io.dbus.sink.template.NameTemplate;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.DefaultKafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacet;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetFacetProvider;
import org.apache.flink.connector.kafka.lineage.KafkaDatasetIdentifier;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Takes records as they are: the writer before it has made them. */
final class RecordSchema
        implements KafkaRecordSerializationSchema<ProducerRecord<byte[], byte[]>>, KafkaDatasetFacetProvider {
    private static final long serialVersionUID = 1L;

    private final NameTemplate topic;
    private transient boolean opened;

    RecordSchema(NameTemplate topic) {
        this.topic = topic;
    }

    @Override
    public void open(SerializationSchema.InitializationContext context, KafkaSinkContext sinkContext) {
        opened = true;
    }

    @Override
    public ProducerRecord<byte[], byte[]> serialize(
            ProducerRecord<byte[], byte[]> record, KafkaSinkContext context, Long timestamp) {
        return record;
    }

    /**
     * The topics of the sink, for lineage. On a running writer there is another caller: Flink's clean-up of open transactions, which
     * asks the brokers for those of the given topics, and for all when no topic is given. All is what is wanted, filtered by our prefix: the
     * topics of a template are not known here, and to ask by topic needs READ on each.
     */
    @Override
    public Optional<KafkaDatasetFacet> getKafkaDatasetFacet() {
        Pattern pattern = topic.pattern();
        return Optional.of(new Facet(
                opened || topic.variables().isEmpty()
                        ? DefaultKafkaDatasetIdentifier.ofTopics(opened ? List.of() : topic.literals())
                        : DefaultKafkaDatasetIdentifier.ofPattern(pattern)));
    }

    /** Flink gives the producer's properties, passwords among them, to every listener of lineage: of ours it hears the brokers only. */
    private static final class Facet extends DefaultKafkaDatasetFacet {
        Facet(KafkaDatasetIdentifier topics) {
            super(topics);
        }

        @Override
        public void setProperties(Properties producer) {
            Properties shown = new Properties();
            shown.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, producer.get(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG));
            super.setProperties(shown);
        }
    }
}
