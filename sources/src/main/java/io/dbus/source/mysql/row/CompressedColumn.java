package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * A value of MariaDB's {@code COMPRESSED} columns (MariaDB documentation, "Storage-Engine Independent Column Compression"): nothing for the empty value; 0 and the value as it is; or a
 * byte {@code 0x80 | raw << 3 | n}, the size of the value in n bytes, high one first, and the value packed by zlib, without zlib's head and check when raw is 1.
 */
final class CompressedColumn {
    private static final int ZLIB = 0x80;
    private static final int RAW = 8;

    /** Deflate packs at most 1032 to 1: a size that cannot be true is refused before memory is taken. */
    private static final long MOST = 1032;

    private CompressedColumn() {}

    /**
     * The size of the value.
     *
     * @throws RowDecodeException when the bytes are no such value
     */
    static int size(byte[] b, int start, int length) {
        if (length == 0) {
            return 0;
        }
        if (b[start] == 0) {
            return length - 1;
        }
        int sizeBytes = b[start] & 7;
        if ((b[start] & 0xF0) != ZLIB || sizeBytes == 0 || sizeBytes > 4 || length <= 1 + sizeBytes) {
            throw damaged("begins with the byte 0x" + Integer.toHexString(b[start] & 0xFF)
                    + ", which no known compression does");
        }
        long size = Bytes.bigEndian(b, start + 1, sizeBytes);
        int packed = length - 1 - sizeBytes;
        if (size > MOST * packed + 64 || size > Integer.MAX_VALUE - 8) {
            throw damaged("of " + length + " bytes says that it holds " + size);
        }
        return (int) size;
    }

    /**
     * Unpacks a value into a buffer that holds {@link #size} bytes.
     *
     * @throws RowDecodeException when the bytes are no such value
     */
    static void read(byte[] b, int start, int length, byte[] out, int size) {
        if (length == 0) {
            return;
        }
        if (b[start] == 0) {
            System.arraycopy(b, start + 1, out, 0, size);
            return;
        }
        int at = start + 1 + (b[start] & 7);
        Inflater inflater = new Inflater((b[start] & RAW) != 0);
        try {
            inflater.setInput(b, at, start + length - at);
            int done = 0;
            while (done < size) {
                int more = inflater.inflate(out, done, size - done);
                if (more == 0) {
                    throw damaged("ends after " + done + " of " + size + " bytes");
                }
                done += more;
            }
            if (!inflater.finished() && inflater.inflate(new byte[1]) > 0) {
                throw damaged("holds more than the " + size + " bytes that it says");
            }
        } catch (DataFormatException e) {
            throw new RowDecodeException("A compressed value is damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }

    private static RowDecodeException damaged(String what) {
        return new RowDecodeException("A compressed value " + what + ": it is damaged");
    }
}
