package io.dbus.source.mysql.event;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * GTID_TAGGED_LOG_EVENT (MySQL 8.3 and later). It is in the format of the server's own serialization library ({@code
 * mysql::serialization}): a version, the size, the last field that must not be ignored, then the fields, each with its number
 * before it. Integers have a variable length: as many 1 bits at the low end of the first byte as bytes follow; signed ones are
 * zigzag-coded on top.
 */
final class TaggedGtid {
    private static final int FLAGS = 0;
    private static final int UUID_BYTES = 1;
    private static final int NUMBER = 2;
    private static final int TAG = 3;
    private static final int LAST_COMMITTED = 4;
    private static final int SEQUENCE_NUMBER = 5;
    private static final int IMMEDIATE_COMMIT = 6;
    private static final int ORIGINAL_COMMIT = 7;
    private static final int TRANSACTION_LENGTH = 8;
    private static final int IMMEDIATE_VERSION = 9;
    private static final int ORIGINAL_VERSION = 10;
    private static final int COMMIT_TICKET = 11;

    private TaggedGtid() {}

    static MySqlGtidEvent parse(byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "GTID_TAGGED event");
        long version = varlen(in);
        if (version != 1) {
            throw new BinlogFormatException(
                    "A GTID_TAGGED event has the serialization version " + version + ", only version 1 is known");
        }
        varlen(in); // The size: the event's own.
        long lastRequired = varlen(in);
        UUID sourceId = new UUID(0, 0);
        String tag = "";
        long number = 0;
        long lastCommitted = 0;
        long sequenceNumber = 0;
        long immediate = 0;
        long original = 0;
        long length = 0;
        long field = -1;
        while (in.remaining() > 0) {
            long next = varlen(in);
            if (next <= field) {
                throw new BinlogFormatException("A GTID_TAGGED event has field " + next + " after field " + field);
            }
            field = next;
            if (field > COMMIT_TICKET) {
                if (lastRequired > COMMIT_TICKET) {
                    throw new BinlogFormatException("A GTID_TAGGED event has the field " + field
                            + ", which is not known here and must not be ignored");
                }
                break;
            }
            switch ((int) field) {
                case FLAGS, IMMEDIATE_VERSION, ORIGINAL_VERSION, COMMIT_TICKET -> varlen(in);
                case UUID_BYTES -> sourceId = uuid(in);
                case NUMBER -> number = zigzag(in);
                case TAG -> {
                    long size = varlen(in);
                    tag = in.string(size, StandardCharsets.US_ASCII);
                }
                case LAST_COMMITTED -> lastCommitted = zigzag(in);
                case SEQUENCE_NUMBER -> sequenceNumber = zigzag(in);
                case IMMEDIATE_COMMIT -> immediate = varlen(in);
                case ORIGINAL_COMMIT -> original = varlen(in);
                case TRANSACTION_LENGTH -> length = varlen(in);
                default -> throw new BinlogFormatException("A GTID_TAGGED event has the field " + field);
            }
        }
        return new MySqlGtidEvent(
                false,
                sourceId,
                tag,
                number,
                lastCommitted,
                sequenceNumber,
                immediate,
                original == 0 ? immediate : original,
                length);
    }

    private static UUID uuid(ByteReader in) {
        byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) varlen(in);
        }
        return MySqlGtidEvent.uuid(bytes);
    }

    private static long varlen(ByteReader in) {
        int first = in.uint8();
        int more = Integer.numberOfTrailingZeros(~first);
        if (more >= 8) {
            return in.int64();
        }
        return first >>> more + 1 | in.number(more) << 7 - more;
    }

    private static long zigzag(ByteReader in) {
        long value = varlen(in);
        return value >>> 1 ^ -(value & 1);
    }
}
