package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** The primitives of the serialized forms: variable-length numbers (7 bits a byte, low ones first), strings, byte arrays. */
final class Wire {
    private Wire() {}

    static void writeVarInt(DataOutputView out, int value) throws IOException {
        writeVarLong(out, value & 0xFFFF_FFFFL);
    }

    static int readVarInt(DataInputView in) throws IOException {
        return (int) readVarLong(in);
    }

    static void writeVarLong(DataOutputView out, long value) throws IOException {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            out.writeByte((int) (rest & 0x7F | 0x80));
            rest >>>= 7;
        }
        out.writeByte((int) rest);
    }

    static long readVarLong(DataInputView in) throws IOException {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            byte next = in.readByte();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IOException("A variable-length number of more than 10 bytes");
    }

    static void writeBytes(DataOutputView out, byte[] bytes, int offset, int length) throws IOException {
        writeVarInt(out, length);
        out.write(bytes, offset, length);
    }

    static byte[] readBytes(DataInputView in) throws IOException {
        int length = readVarInt(in);
        if (length < 0) {
            throw new IOException("An array of " + Integer.toUnsignedString(length) + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }

    static void writeString(DataOutputView out, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        writeBytes(out, bytes, 0, bytes.length);
    }

    static String readString(DataInputView in) throws IOException {
        return new String(readBytes(in), UTF_8);
    }
}
