package io.dbus.source.mysql.row;

/** Numbers in byte arrays. The caller has checked that the bytes are there. */
final class Bytes {
    private Bytes() {}

    /** Low byte first, 1 to 8 bytes. */
    static long unsigned(byte[] b, int at, int size) {
        long value = 0;
        for (int i = size - 1; i >= 0; i--) {
            value = value << 8 | b[at + i] & 0xFF;
        }
        return value;
    }

    /** Low byte first, two's complement, 1 to 8 bytes. */
    static long signed(byte[] b, int at, int size) {
        int unused = Long.SIZE - size * Byte.SIZE;
        return unsigned(b, at, size) << unused >> unused;
    }

    /** High byte first, up to 8 bytes. */
    static long bigEndian(byte[] b, int at, int size) {
        long value = 0;
        for (int i = 0; i < size; i++) {
            value = value << 8 | b[at + i] & 0xFF;
        }
        return value;
    }
}
