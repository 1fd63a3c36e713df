package io.dbus.source.mysql.event;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * TRANSACTION_PAYLOAD_EVENT ({@code binlog_transaction_compression}): the events of a transaction, compressed together with
 * zstd. They are unpacked one after the other, so that a large transaction does not stand in memory whole. Each event gets an
 * array of its own, which stays as it is. Inner events have no checksum, and their {@code nextPosition} is 0.
 *
 * <p>What the event says of sizes is checked: a payload that is cut off at the end of an inner event would lose rows without a word.
 */
public final class TransactionPayload implements AutoCloseable {
    private static final int END = 0;
    private static final int PAYLOAD_SIZE = 1;
    private static final int COMPRESSION = 2;
    private static final int UNCOMPRESSED_SIZE = 3;

    private static final int ZSTD = 0;
    private static final int PLAIN = 255;

    /** How much of an event is read at a time: a damaged size takes no more memory than there are bytes. */
    private static final int CHUNK = 1 << 20;

    private final InputStream in;
    private final int maxEventSize;
    private final long uncompressedSize;
    private final byte[] header = new byte[EventHeader.LENGTH];
    private long unpacked;

    private TransactionPayload(InputStream in, int maxEventSize, long uncompressedSize) {
        this.in = in;
        this.maxEventSize = maxEventSize;
        this.uncompressedSize = uncompressedSize;
    }

    /**
     * Opens the payload.
     *
     * @param maxEventSize the size in bytes over which an inner event is refused
     * @throws BinlogFormatException when it is damaged or compressed in another way
     */
    public static TransactionPayload open(byte[] b, int bodyStart, int bodyEnd, int maxEventSize) {
        ByteReader fields = new ByteReader(b, bodyStart, bodyEnd, "TRANSACTION_PAYLOAD event");
        long payloadSize = -1;
        long compression = -1;
        long uncompressedSize = 0;
        for (long field = fields.lenenc(); field != END; field = fields.lenenc()) {
            ByteReader value = fields.slice(fields.size(), "TRANSACTION_PAYLOAD event");
            switch (field > END && field <= UNCOMPRESSED_SIZE ? (int) field : Integer.MAX_VALUE) {
                case PAYLOAD_SIZE -> payloadSize = value.lenenc();
                case COMPRESSION -> compression = value.lenenc();
                case UNCOMPRESSED_SIZE -> uncompressedSize = value.lenenc();
                default -> {} // By the format, unknown fields may be passed over.
            }
        }
        if (payloadSize != fields.remaining()) {
            throw new BinlogFormatException("A TRANSACTION_PAYLOAD event says that its payload has "
                    + Long.toUnsignedString(payloadSize) + " bytes, and has " + fields.remaining() + ": it is damaged");
        }
        InputStream payload = new ByteArrayInputStream(b, fields.at(), (int) payloadSize);
        if (compression == ZSTD) {
            try {
                payload = new ZstdInputStreamNoFinalizer(payload);
            } catch (IOException e) {
                throw damaged(e);
            }
        } else if (compression != PLAIN) {
            throw new BinlogFormatException("A TRANSACTION_PAYLOAD event has the compression " + compression
                    + ", only zstd is known: SET GLOBAL binlog_transaction_compression=OFF");
        }
        return new TransactionPayload(payload, maxEventSize, uncompressedSize);
    }

    /**
     * The next inner event, whole with its header: it ends where the array ends. Null when there is none left.
     *
     * @throws BinlogFormatException when the compressed bytes are damaged or not as many as the event says, or when an inner event is larger
     *     than allowed or of a type that stands in no transaction
     */
    public byte[] next() {
        try {
            int got = in.readNBytes(header, 0, header.length);
            if (got == 0) {
                if (uncompressedSize != 0 && unpacked != uncompressedSize) {
                    throw sizeDiffers();
                }
                return null;
            }
            if (got < header.length) {
                throw new BinlogFormatException("A TRANSACTION_PAYLOAD event ends inside the header of an inner event");
            }
            EventHeader parsed = EventHeader.parse(header, 0);
            if (parsed.eventSize() > maxEventSize) {
                throw new BinlogFormatException("A TRANSACTION_PAYLOAD event holds an event of "
                        + EventType.name(parsed.type()) + " of " + parsed.eventSize() + " bytes, more than the "
                        + maxEventSize + " allowed");
            }
            unpacked += parsed.eventSize();
            if (uncompressedSize != 0 && Long.compareUnsigned(unpacked, uncompressedSize) > 0) {
                throw sizeDiffers();
            }
            if (!isOfTransaction(parsed.type())) {
                throw new BinlogFormatException("A TRANSACTION_PAYLOAD event holds an event of "
                        + EventType.name(parsed.type()) + ", which stands in no transaction: it is damaged");
            }
            return event((int) parsed.eventSize());
        } catch (IOException e) {
            throw damaged(e);
        }
    }

    private static boolean isOfTransaction(int type) {
        return switch (type) {
            case EventType.TRANSACTION_PAYLOAD,
                    EventType.GTID,
                    EventType.ANONYMOUS_GTID,
                    EventType.GTID_TAGGED,
                    EventType.PREVIOUS_GTIDS,
                    EventType.FORMAT_DESCRIPTION,
                    EventType.ROTATE,
                    EventType.STOP,
                    EventType.HEARTBEAT,
                    EventType.HEARTBEAT_V2 -> false;
            default -> true;
        };
    }

    private BinlogFormatException sizeDiffers() {
        return new BinlogFormatException("A TRANSACTION_PAYLOAD event says that it holds "
                + Long.toUnsignedString(uncompressedSize) + " bytes of events, and holds "
                + (unpacked > uncompressedSize && uncompressedSize > 0 ? "more" : unpacked) + ": it is damaged");
    }

    private byte[] event(int size) throws IOException {
        byte[] event = new byte[Math.min(size, CHUNK)];
        System.arraycopy(header, 0, event, 0, header.length);
        int filled = header.length;
        while (true) {
            int got = in.readNBytes(event, filled, event.length - filled);
            filled += got;
            if (filled < event.length) {
                throw new BinlogFormatException("A TRANSACTION_PAYLOAD event ends after " + filled + " of the " + size
                        + " bytes of an inner event");
            }
            if (filled == size) {
                return event;
            }
            event = Arrays.copyOf(event, (int) Math.min(size, event.length * 2L));
        }
    }

    /** The size of all inner events in bytes as the event says; 0 when it does not say. */
    public long uncompressedSize() {
        return uncompressedSize;
    }

    /** Frees the decompressor; never fails. */
    @Override
    public void close() {
        try {
            in.close();
        } catch (IOException e) {
            throw damaged(e); // Streams over memory do not fail at their end.
        }
    }

    private static BinlogFormatException damaged(IOException e) {
        return new BinlogFormatException("A TRANSACTION_PAYLOAD event cannot be decompressed: " + e.getMessage(), e);
    }
}
