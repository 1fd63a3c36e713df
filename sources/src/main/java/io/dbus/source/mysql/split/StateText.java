package io.dbus.source.mysql.split;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Texts in state: their length in bytes, then UTF-8. Unlike Java's writeUTF it takes GTID sets of more than 64 KiB. */
public final class StateText {
    private StateText() {}

    /** Writes a text. */
    public static void write(String text, DataOutputSerializer out) throws IOException {
        byte[] utf8 = text.getBytes(UTF_8);
        out.writeInt(utf8.length);
        out.write(utf8);
    }

    /** Reads what {@link #write} wrote. */
    public static String read(DataInputDeserializer in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("A text of " + length + " bytes in a state that has " + in.available() + " left");
        }
        byte[] utf8 = new byte[length];
        in.readFully(utf8);
        return new String(utf8, UTF_8);
    }
}
