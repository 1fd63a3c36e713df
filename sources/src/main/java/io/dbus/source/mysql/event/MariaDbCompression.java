package io.dbus.source.mysql.event;

import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The compressed part of MariaDB's events under {@code log_bin_compress}: a byte {@code 0x80 | algorithm << 4 | n}, the size in
 * n bytes, high one first, then zlib.
 */
final class MariaDbCompression {
    /** {@code max_allowed_packet} goes no further. */
    private static final int MAX_SIZE = 1 << 30;

    private MariaDbCompression() {}

    static byte[] inflate(byte[] b, int start, int end) {
        ByteReader in = new ByteReader(b, start, end, "compressed event");
        int head = in.uint8();
        if ((head & 0xF0) != 0x80) {
            throw new BinlogFormatException(
                    "A compressed event begins with the byte " + head + ": only zlib is known as compression");
        }
        long size = 0;
        for (int i = head & 7; i > 0; i--) {
            size = size << 8 | in.uint8();
        }
        // Deflate packs at most 1032 to 1: a size that cannot be true is refused before memory is taken.
        if (size > MAX_SIZE || size > 1032L * in.remaining() + 64) {
            throw new BinlogFormatException(
                    "A compressed event of " + (end - start) + " bytes says that it holds " + size);
        }
        byte[] out = new byte[(int) size];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(b, in.at(), in.remaining());
            int done = 0;
            while (done < out.length) {
                int more = inflater.inflate(out, done, out.length - done);
                if (more == 0) {
                    throw new BinlogFormatException("A compressed event ends after " + done + " of " + size + " bytes");
                }
                done += more;
            }
            return out;
        } catch (DataFormatException e) {
            throw new BinlogFormatException("A compressed event is damaged: " + e.getMessage(), e);
        } finally {
            inflater.end();
        }
    }
}
