package io.dbus.sink.kafka;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.connector.kafka.sink.internal.FlinkKafkaInternalProducer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/**
 * Tells a transaction that was committed from one that was not, after the fact.
 *
 * <p>Transactional ids are used again. When a commit is repeated after a restore and Kafka answers that the transaction is fenced, either it
 * was committed and its id was used again since, which is fine, or it was aborted and its records are gone; Kafka's
 * answer is the same. So each transaction holds a mark: a number that grows with every transaction of its id, as the offset of a consumer group that
 * is named as the id, with the marks before it as the offset's metadata. Kafka makes it visible with the commit and never without.
 *
 * <p>The marks are microseconds since the epoch, at least one more than the last committed one of the id. Not thread-safe.
 */
final class CommitMarks {
    private final LazyAdmin admin;
    private final Map<String, MarkHistory> last = new HashMap<>();

    CommitMarks(LazyAdmin admin) {
        this.admin = admin;
    }

    /**
     * Puts a mark into a transaction that is still open.
     *
     * @param topic a topic that the transaction has records in: the offset must be of one that exists
     * @return the mark
     */
    @SuppressWarnings(
            "removal") // ConsumerGroupMetadata becomes an interface (KIP-1136); there is no other way to one yet.
    long put(KafkaCommittable transaction, String topic, long nowMicros) throws IOException, InterruptedException {
        String id = transaction.getTransactionalId();
        MarkHistory before = last.get(id);
        MarkHistory history = (before == null ? committed(id) : before).next(nowMicros);
        FlinkKafkaInternalProducer<?, ?> producer = transaction
                .getProducer()
                .orElseThrow(() -> new IllegalStateException("Transaction " + id + " has no producer to mark it with"));
        try {
            producer.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(topic, 0), new OffsetAndMetadata(history.newest(), history.earlier())),
                    new ConsumerGroupMetadata(id, -1, "", Optional.empty()));
        } catch (KafkaException e) {
            throw new IOException(
                    "Transaction " + id + " cannot be given its mark, an offset of the consumer group " + id
                            + " for topic "
                            + topic + ": " + e.getMessage()
                            + " Exactly-once needs the ACLs WRITE on the transactional id, READ on "
                            + "the group and READ on the topic.",
                    e);
        }
        last.put(id, history);
        return history.newest();
    }

    /** The marks of the committed transactions of an id; none when there is no such transaction, or Kafka has forgotten it. */
    MarkHistory committed(String id) throws IOException, InterruptedException {
        try {
            return admin.get().listConsumerGroupOffsets(id).partitionsToOffsetAndMetadata().get().values().stream()
                    .filter(offset -> offset != null)
                    .max(Comparator.comparingLong(OffsetAndMetadata::offset))
                    .map(offset -> MarkHistory.of(offset.offset(), offset.metadata()))
                    .orElse(MarkHistory.NONE);
        } catch (IllegalArgumentException e) {
            throw new IOException(
                    "The mark of transaction " + id + " cannot be read: the offset of the consumer group " + id
                            + " is none of this sink's: let nothing else use that group, or delete it.",
                    e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return MarkHistory.NONE;
            }
            throw new IOException(
                    "The mark of transaction " + id + " cannot be read, the offset of the consumer group " + id + ": "
                            + e.getCause().getMessage() + " Exactly-once needs the ACL READ on the group.",
                    e.getCause());
        }
    }
}
