package io.dbus.source.mysql.connection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Reads the fields of a payload of the text protocol. */
final class PacketReader {
    private final byte[] bytes;
    private int position;

    PacketReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /** The next byte, which stays. */
    int peek() throws IOException {
        need(1);
        return bytes[position] & 0xff;
    }

    /** Whether this is the packet that ends columns or rows. */
    boolean isEof() {
        return bytes.length < 9 && (bytes[0] & 0xff) == 0xfe;
    }

    /** A length-encoded integer that is not NULL. */
    long lengthEncoded() throws IOException {
        int first = peek();
        position++;
        return switch (first) {
            case 0xfc -> fixed(2);
            case 0xfd -> fixed(3);
            case 0xfe -> fixed(8);
            default -> first;
        };
    }

    /** A length-encoded text in UTF-8; null is SQL's NULL and stays in this package. */
    String nullableText() throws IOException {
        if (peek() == 0xfb) {
            position++;
            return null;
        }
        long length = lengthEncoded();
        if (length < 0 || length > bytes.length - position) {
            throw new IOException("a packet ends inside of a value");
        }
        String text = new String(bytes, position, (int) length, StandardCharsets.UTF_8);
        position += (int) length;
        return text;
    }

    private long fixed(int count) throws IOException {
        need(count);
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (bytes[position++] & 0xffL) << (8 * i);
        }
        return value;
    }

    private void need(int count) throws IOException {
        if (bytes.length - position < count) {
            throw new IOException("a packet ends inside of a value");
        }
    }
}
