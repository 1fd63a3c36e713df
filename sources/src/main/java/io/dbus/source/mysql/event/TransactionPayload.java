package io.dbus.source.mysql.event;

/**
 * TRANSACTION_PAYLOAD_EVENT ({@code binlog_transaction_compression}): the events of a transaction, compressed together with
 * zstd. They are unpacked one after the other, so that a large transaction does not stand in memory whole. Each event gets an
 * array of its own, which stays as it is. Inner events have no checksum, and their {@code nextPosition} is 0.
 */
public final class TransactionPayload implements AutoCloseable {

    private TransactionPayload() {}

    /**
     * Opens the payload.
     *
     * @param maxEventSize the size in bytes over which an inner event is refused
     * @throws BinlogFormatException when it is damaged or compressed in another way
     */
    public static TransactionPayload open(byte[] b, int bodyStart, int bodyEnd, int maxEventSize) {
        throw new UnsupportedOperationException();
    }

    /**
     * The next inner event, whole with its header: it ends where the array ends. Null when there is none left.
     *
     * @throws BinlogFormatException when the compressed bytes are damaged or an event is larger than allowed
     */
    public byte[] next() {
        throw new UnsupportedOperationException();
    }

    /** The size of all inner events in bytes as the event says; 0 when it does not say. */
    public long uncompressedSize() {
        throw new UnsupportedOperationException();
    }

    /** Frees the decompressor; never fails. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
