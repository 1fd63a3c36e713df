package io.dbus.source.mysql.gtid;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * The bytes of sets of MySQL's GTIDs, in PREVIOUS_GTIDS events and in COM_BINLOG_DUMP_GTID.
 *
 * <p>Little-endian. Without tags: the count of uuids (8 bytes), then for each its 16 bytes, the count of intervals (8), and
 * of each interval its first number and the one after its last (8 each). With tags (MySQL 8.3, WL#15294): the format's number 1
 * stands in the first and in the last byte of the count, which has the six bytes between; after each uuid come the tag's
 * length, shifted left by one, and the tag.
 */
final class GtidBytes {
    private static final int TAGGED = 1;
    private static final int MAX_TAG_LENGTH = 32;

    private GtidBytes() {}

    static byte[] encode(Map<GtidOwner, Intervals> intervals) {
        boolean tagged =
                intervals.keySet().stream().anyMatch(owner -> !owner.tag().isEmpty());
        int size = 8;
        for (Map.Entry<GtidOwner, Intervals> entry : intervals.entrySet()) {
            size += 16 + 8 + 16 * entry.getValue().count();
            size += tagged ? 1 + entry.getKey().tag().length() : 0;
        }
        ByteBuffer bytes = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
        long count = intervals.size();
        bytes.putLong(tagged ? (long) TAGGED << 56 | count << 8 | TAGGED : count);
        intervals.forEach((owner, numbers) -> {
            putUuid(bytes, owner.uuid());
            if (tagged) {
                bytes.put((byte) (owner.tag().length() << 1));
                bytes.put(owner.tag().getBytes(StandardCharsets.US_ASCII));
            }
            bytes.putLong(numbers.count());
            for (int i = 0; i < numbers.count(); i++) {
                bytes.putLong(numbers.first(i)).putLong(numbers.last(i) + 1);
            }
        });
        return bytes.array();
    }

    static GtidSet decode(byte[] source, int offset, int length) {
        if (offset < 0 || length < 0 || offset > source.length - length) {
            throw new IllegalArgumentException(
                    "a GTID set of " + length + " bytes at " + offset + " does not lie in " + source.length + " bytes");
        }
        ByteBuffer bytes = ByteBuffer.wrap(source, offset, length).order(ByteOrder.LITTLE_ENDIAN);
        try {
            return decode(bytes);
        } catch (BufferUnderflowException e) {
            throw new IllegalArgumentException("the encoded GTID set ends too early, after " + length + " bytes", e);
        }
    }

    private static GtidSet decode(ByteBuffer bytes) {
        long count = bytes.getLong();
        int format = (int) (count >>> 56);
        if (format == TAGGED) {
            count = count >>> 8 & 0xffffffffffffL;
        } else if (format != 0) {
            throw new IllegalArgumentException("the encoded GTID set has the unknown format " + format);
        }
        GtidSet.Builder set = new GtidSet(new TreeMap<>()).toBuilder();
        for (long i = 0; i < count; i++) {
            UUID uuid = getUuid(bytes);
            String tag = format == TAGGED ? getTag(bytes) : "";
            long intervals = bytes.getLong();
            for (long j = 0; j != intervals; j++) {
                long first = bytes.getLong();
                long after = bytes.getLong();
                if (first < 1 || after <= first) {
                    throw new IllegalArgumentException("the encoded GTID set has an interval from " + first
                            + " to before " + after + " of " + uuid);
                }
                set.add(uuid, tag, first, after - 1);
            }
        }
        if (bytes.hasRemaining()) {
            throw new IllegalArgumentException(
                    "the encoded GTID set has " + bytes.remaining() + " bytes after its end");
        }
        return set.build();
    }

    private static String getTag(ByteBuffer bytes) {
        int encoded = bytes.get() & 0xff;
        int length = encoded >>> 1;
        if ((encoded & 1) != 0 || length > MAX_TAG_LENGTH) {
            throw new IllegalArgumentException("the encoded GTID set has a tag of an unreadable length");
        }
        if (length == 0) {
            return "";
        }
        byte[] tag = new byte[length];
        bytes.get(tag);
        return GtidOwner.parseTag(new String(tag, StandardCharsets.US_ASCII));
    }

    /** Uuids are kept as their text reads, high byte first. */
    private static UUID getUuid(ByteBuffer bytes) {
        return new UUID(Long.reverseBytes(bytes.getLong()), Long.reverseBytes(bytes.getLong()));
    }

    private static void putUuid(ByteBuffer bytes, UUID uuid) {
        bytes.putLong(Long.reverseBytes(uuid.getMostSignificantBits()));
        bytes.putLong(Long.reverseBytes(uuid.getLeastSignificantBits()));
    }
}
