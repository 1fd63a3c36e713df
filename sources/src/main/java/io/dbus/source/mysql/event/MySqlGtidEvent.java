package io.dbus.source.mysql.event;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * MySQL's GTID_LOG_EVENT, ANONYMOUS_GTID_LOG_EVENT and (from 8.3) GTID_TAGGED_LOG_EVENT.
 *
 * @param anonymous whether the transaction has no GTID; {@code sourceId} and {@code number} mean nothing then
 * @param sourceId the uuid of the server where the transaction was first committed, not null
 * @param tag the tag, empty when there is none
 * @param number the transaction's number within uuid and tag, from 1; 0 when anonymous
 * @param lastCommitted the sequence number of the last transaction that must be committed before this one can be applied
 * @param sequenceNumber the number of the transaction within its binlog file, from 1
 * @param immediateCommitMicros when it was committed on the server that wrote this binlog, in microseconds since the
 *     epoch; 0 when not known
 * @param originalCommitMicros when it was committed on its first server; 0 when not known
 * @param transactionLength the size of the whole group in the binlog, this event included, in bytes; 0 when not known
 */
public record MySqlGtidEvent(
        boolean anonymous,
        UUID sourceId,
        String tag,
        long number,
        long lastCommitted,
        long sequenceNumber,
        long immediateCommitMicros,
        long originalCommitMicros,
        long transactionLength)
        implements GtidEvent {
    public MySqlGtidEvent {
        requireNonNull(sourceId, "sourceId");
        requireNonNull(tag, "tag");
    }

    @Override
    public String gtid() {
        if (anonymous) {
            return "";
        }
        return tag.isEmpty() ? sourceId + ":" + number : sourceId + ":" + tag + ":" + number;
    }

    @Override
    public long commitMicros(EventHeader header) {
        return originalCommitMicros > 0 ? originalCommitMicros : header.timestamp() * 1_000_000;
    }
}
