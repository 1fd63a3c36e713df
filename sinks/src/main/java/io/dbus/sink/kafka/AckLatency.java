package io.dbus.sink.kafka;

import java.util.concurrent.atomic.AtomicLongArray;
import org.apache.flink.metrics.Histogram;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Measures the time from the commit of a row on its server to its acknowledgement by Kafka, without an object for each
 * record: a record's timestamp is the millisecond in which it was handed over, and for each of the last 65,536 milliseconds the oldest commit
 * time is kept. So a record counts with the oldest commit of its millisecond. Where a topic sets timestamps itself
 * ({@code LogAppendTime}) nothing is measured. A reader with {@code read_committed} sees the row only when its transaction is committed.
 *
 * <p>{@link #handedOver} is called by the task, {@link #acknowledged} by the producer's thread.
 */
final class AckLatency {
    private static final int SLOTS = 1 << 16;

    private final Histogram histogram;
    private final AtomicLongArray handedOverAt = new AtomicLongArray(SLOTS);
    private final AtomicLongArray oldestCommit = new AtomicLongArray(SLOTS);

    AckLatency(Histogram histogram) {
        this.histogram = histogram;
    }

    /** A record with this timestamp is handed over, of a row committed then; both in milliseconds since the epoch. */
    void handedOver(long timestamp, long commitMillis) {
        int slot = (int) (timestamp & SLOTS - 1);
        if (handedOverAt.getPlain(slot) != timestamp) {
            oldestCommit.set(slot, commitMillis);
            handedOverAt.set(slot, timestamp);
        } else if (commitMillis < oldestCommit.getPlain(slot)) {
            oldestCommit.set(slot, commitMillis);
        }
    }

    /** The broker has acknowledged a record, at this time in milliseconds since the epoch. */
    void acknowledged(RecordMetadata metadata, long nowMillis) {
        long timestamp = metadata.hasTimestamp() ? metadata.timestamp() : -1;
        int slot = (int) (timestamp & SLOTS - 1);
        if (metadata.hasOffset() && handedOverAt.get(slot) == timestamp) {
            histogram.update(Math.max(0, nowMillis - oldestCommit.get(slot)));
        }
    }
}
