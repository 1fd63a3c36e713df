package io.dbus.sink.kafka;

import static java.util.Objects.requireNonNull;

import org.apache.flink.connector.kafka.sink.KafkaCommittable;

/**
 * A transaction to be committed with its checkpoint, and the mark that only its commit makes visible.
 *
 * @param transaction the transaction as Flink's sink knows it
 * @param mark the transaction's {@link CommitMarks mark}
 * @param afterCheckpoint the checkpoint after which its records came: -1 when there was none
 */
record MarkedCommittable(KafkaCommittable transaction, long mark, long afterCheckpoint) {
    MarkedCommittable {
        requireNonNull(transaction, "transaction");
    }
}
