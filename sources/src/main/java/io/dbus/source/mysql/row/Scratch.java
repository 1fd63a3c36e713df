package io.dbus.source.mysql.row;

/**
 * A buffer per thread for values that do not stand in the image as the receiver wants them. A receiver that reads another value
 * during its call gets another buffer.
 */
final class Scratch {
    /** A larger buffer is left to the garbage collector. */
    private static final int KEPT = 1 << 20;

    private static final int FIRST = 4096;
    private static final byte[] NONE = new byte[0];

    private static final ThreadLocal<byte[][]> BUFFERS = ThreadLocal.withInitial(() -> new byte[][] {NONE});

    private Scratch() {}

    /** A buffer of at least this size with any content. */
    static byte[] borrow(int size) {
        byte[][] holder = BUFFERS.get();
        byte[] buffer = holder[0];
        holder[0] = NONE;
        return buffer.length >= size ? buffer : new byte[Math.max(size, FIRST)];
    }

    /** Keeps a buffer for the next value. */
    static void giveBack(byte[] buffer) {
        if (buffer.length <= KEPT) {
            BUFFERS.get()[0] = buffer;
        }
    }
}
