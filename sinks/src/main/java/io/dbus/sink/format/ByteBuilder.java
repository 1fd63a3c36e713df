package io.dbus.sink.format;

import java.io.OutputStream;
import java.util.Arrays;

/** Bytes that grow and are used again. Hot path: unsynchronized, unlike {@link java.io.ByteArrayOutputStream}. */
public final class ByteBuilder extends OutputStream {
    /** A buffer that one large record made larger than this is not kept. */
    private static final int KEPT = 1 << 20;

    private byte[] bytes = new byte[1024];
    private int size;

    @Override
    public void write(int value) {
        ensure(1);
        bytes[size++] = (byte) value;
    }

    @Override
    public void write(byte[] from, int offset, int length) {
        ensure(length);
        System.arraycopy(from, offset, bytes, size, length);
        size += length;
    }

    /** How many bytes were written since the last {@link #take}. */
    public int size() {
        return size;
    }

    /** Forgets what was written. */
    public void clear() {
        size = 0;
    }

    /** The bytes written since the last call. */
    public byte[] take() {
        byte[] taken = Arrays.copyOf(bytes, size);
        size = 0;
        if (bytes.length > KEPT) {
            bytes = new byte[1024];
        }
        return taken;
    }

    private void ensure(int more) {
        int needed = Math.addExact(size, more);
        if (needed > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max((int) Math.min(bytes.length * 2L, Integer.MAX_VALUE - 8), needed));
        }
    }
}
