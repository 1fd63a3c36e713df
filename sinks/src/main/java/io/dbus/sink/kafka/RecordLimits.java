package io.dbus.sink.kafka;

import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.header.Header;

/**
 * How large a record may be. A record that Kafka would refuse is refused before it is sent, while it is still known where it comes from.
 * With compression only the broker knows whether a record fits its topic.
 */
final class RecordLimits {
    private final int maxRequestSize;
    private final boolean compressed;

    private RecordLimits(int maxRequestSize, boolean compressed) {
        this.maxRequestSize = maxRequestSize;
        this.compressed = compressed;
    }

    static RecordLimits of(SinkSettings settings) {
        ProducerConfig producer = ProducerSettings.parsed(settings.producer());
        return new RecordLimits(
                producer.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG),
                !producer.getString(ProducerConfig.COMPRESSION_TYPE_CONFIG).equals("none"));
    }

    /**
     * The size of a record in bytes, of a batch of it alone and not compressed.
     *
     * @throws EncodeException when it is more than the producer or the topic takes
     */
    int require(Topic topic, byte[] key, byte[] value, Iterable<Header> headers) {
        int atMost = RecordSize.atMost(key, value, headers);
        if (atMost > maxRequestSize) {
            throw tooLarge(
                    topic,
                    key,
                    atMost,
                    maxRequestSize,
                    "properties." + ProducerConfig.MAX_REQUEST_SIZE_CONFIG + " allows",
                    "raise it, and max.message.bytes of the topic");
        }
        int alone = RecordSize.alone(key, value, headers);
        if (!compressed
                && topic.maxMessageBytes().isPresent()
                && alone > topic.maxMessageBytes().getAsInt()) {
            throw tooLarge(
                    topic,
                    key,
                    alone,
                    topic.maxMessageBytes().getAsInt(),
                    "max.message.bytes of the topic allows",
                    "raise that of the topic, or set properties.compression.type");
        }
        return alone;
    }

    private static EncodeException tooLarge(Topic topic, byte[] key, int size, int limit, String whose, String cure) {
        return new EncodeException(
                RejectReason.RECORD_TOO_LARGE,
                "the record with " + RecordSize.describe(key) + " is too large for topic " + topic.name() + ": it has "
                        + size + " bytes, " + whose + " " + limit,
                cure + ", or leave the large column out");
    }
}
