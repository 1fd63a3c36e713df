package io.dbus.source.mysql.event;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
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
    /** The sequences of rows are nanoseconds in 63 bits, and need room behind the last commit: this is in the year 2255. */
    private static final long LAST_COMMIT_MICROS = 9_000_000_000_000_000L;

    private static final int LOGICAL_CLOCK = 2;
    private static final int TIMESTAMP_LENGTH = 7;
    private static final long TWO_TIMESTAMPS = 1L << 55;

    public MySqlGtidEvent {
        requireNonNull(sourceId, "sourceId");
        requireNonNull(tag, "tag");
        if (!anonymous && (number < 1 || number == Long.MAX_VALUE)) {
            throw new BinlogFormatException(
                    "A GTID or GTID_TAGGED event has the number " + number + ", which is not from 1 to 2^63 - 2");
        }
        if (originalCommitMicros < 0 || originalCommitMicros > LAST_COMMIT_MICROS) {
            throw new BinlogFormatException("A GTID or GTID_TAGGED event says that its transaction was committed "
                    + Long.toUnsignedString(originalCommitMicros)
                    + " microseconds after 1970: it is damaged, or the clock of its server is wrong");
        }
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

    /** The untagged forms: fixed fields, of which older servers leave out the last ones. */
    static MySqlGtidEvent parse(byte[] b, int bodyStart, int bodyEnd, boolean anonymous) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "GTID event");
        in.skip(1);
        UUID sourceId = uuid(in.bytes(16));
        long number = in.int64();
        long lastCommitted = 0;
        long sequenceNumber = 0;
        long immediate = 0;
        long original = 0;
        long length = 0;
        if (in.remaining() > 0 && in.uint8() == LOGICAL_CLOCK) {
            lastCommitted = in.int64();
            sequenceNumber = in.int64();
            if (in.remaining() >= TIMESTAMP_LENGTH) {
                immediate = in.number(TIMESTAMP_LENGTH);
                original = immediate;
                if ((immediate & TWO_TIMESTAMPS) != 0) {
                    immediate &= ~TWO_TIMESTAMPS;
                    original = in.number(TIMESTAMP_LENGTH);
                }
                length = in.remaining() > 0 ? in.lenenc() : 0;
            }
        }
        return new MySqlGtidEvent(
                anonymous,
                sourceId,
                "",
                anonymous ? 0 : number,
                lastCommitted,
                sequenceNumber,
                immediate,
                original,
                length);
    }

    static UUID uuid(byte[] b) {
        ByteBuffer in = ByteBuffer.wrap(b);
        return new UUID(in.getLong(), in.getLong());
    }
}
