package io.dbus.source.mysql.connection;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;

/**
 * Packets over a session that is logged in (MySQL Internals, "MySQL Packets"): a length of three bytes, a sequence number, the payload;
 * a payload of 2^24 - 1 bytes goes on in the next packet.
 *
 * <p>Hot path. Reads from the socket are large, because each costs a system call and, under TLS, a record; the buffer is never
 * handed out.
 */
final class PacketIo {
    static final int MAX_PAYLOAD = 0xffffff;
    private static final int BUFFER_SIZE = 256 * 1024;

    private final InputStream in;
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int limit;
    private int sequence;

    PacketIo(InputStream in, OutputStream out) {
        this.in = in;
        this.out = out;
    }

    /** Sends a command, which begins a new sequence. */
    void command(int command, byte[] body) throws IOException {
        int length = body.length + 1;
        if (length >= MAX_PAYLOAD) {
            throw new IOException("a command of " + length + " bytes is over the 16 MiB that one packet holds");
        }
        byte[] packet = new byte[4 + length];
        packet[0] = (byte) length;
        packet[1] = (byte) (length >>> 8);
        packet[2] = (byte) (length >>> 16);
        packet[4] = (byte) command;
        System.arraycopy(body, 0, packet, 5, body.length);
        out.write(packet);
        out.flush();
        sequence = 1;
    }

    /** Reads the header of the next packet and returns the length of its payload. */
    int header() throws IOException {
        require(4);
        int length = buffer[position] & 0xff | (buffer[position + 1] & 0xff) << 8 | (buffer[position + 2] & 0xff) << 16;
        int number = buffer[position + 3] & 0xff;
        if (number != sequence) {
            throw new IOException("packet " + number + " came where packet " + sequence
                    + " was due: the stream is damaged or something between changed it");
        }
        sequence = sequence + 1 & 0xff;
        position += 4;
        return length;
    }

    /** Reads one byte of a payload. */
    int readByte() throws IOException {
        require(1);
        return buffer[position++] & 0xff;
    }

    /** Makes the next bytes, at most 1024, readable by {@link #peek}. */
    void require(int count) throws IOException {
        if (limit - position >= count) {
            return;
        }
        System.arraycopy(buffer, position, buffer, 0, limit - position);
        limit -= position;
        position = 0;
        while (limit < count) {
            int read = in.read(buffer, limit, buffer.length - limit);
            if (read < 0) {
                throw new EOFException("the server closed the connection");
            }
            limit += read;
        }
    }

    /** A byte ahead, after {@link #require}. */
    int peek(int ahead) {
        return buffer[position + ahead] & 0xff;
    }

    /** Reads bytes of a payload; what is not in the buffer goes straight into the target. */
    void readFully(byte[] target, int offset, int length) throws IOException {
        int buffered = Math.min(length, limit - position);
        System.arraycopy(buffer, position, target, offset, buffered);
        position += buffered;
        int done = buffered;
        while (length - done >= BUFFER_SIZE) {
            int read = in.read(target, offset + done, length - done);
            if (read < 0) {
                throw new EOFException("the server closed the connection");
            }
            done += read;
        }
        while (done < length) {
            require(1);
            int part = Math.min(length - done, limit - position);
            System.arraycopy(buffer, position, target, offset + done, part);
            position += part;
            done += part;
        }
    }

    /** Reads a whole payload, over as many packets as it has. */
    byte[] read() throws IOException {
        int length = header();
        byte[] payload = new byte[length];
        readFully(payload, 0, length);
        while (length == MAX_PAYLOAD) {
            length = header();
            int at = payload.length;
            payload = Arrays.copyOf(payload, at + length);
            readFully(payload, at, length);
        }
        return payload;
    }

    /** How many bytes are there without a read from the network. */
    int buffered() {
        return limit - position;
    }
}
