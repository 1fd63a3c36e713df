package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Splits as bytes, in checkpoints and savepoints. Every version that was ever written is read. */
final class StreamSplitSerializer implements SimpleVersionedSerializer<StreamSplit> {
    static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(StreamSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        write(split, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public StreamSplit deserialize(int version, byte[] bytes) throws IOException {
        requireKnown(version);
        return read(new DataInputDeserializer(bytes));
    }

    static void requireKnown(int version) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of a stream in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
    }

    static void write(StreamSplit split, DataOutputSerializer out) throws IOException {
        writeBytes(split.stream().getBytes(UTF_8), out);
        out.writeLong(split.sequence());
        out.writeBoolean(split.place().isPresent());
        if (split.place().isPresent()) {
            FilePlace place = split.place().get();
            writeBytes(place.file().getBytes(UTF_8), out);
            writeBytes(place.id().getBytes(UTF_8), out);
            writeBytes(place.head(), out);
            out.writeLong(place.offset());
        }
    }

    static StreamSplit read(DataInputDeserializer in) throws IOException {
        String stream = new String(readBytes(in), UTF_8);
        long sequence = in.readLong();
        if (!in.readBoolean()) {
            return new StreamSplit(stream, sequence, Optional.empty());
        }
        return new StreamSplit(
                stream,
                sequence,
                Optional.of(new FilePlace(
                        new String(readBytes(in), UTF_8),
                        new String(readBytes(in), UTF_8),
                        readBytes(in),
                        in.readLong())));
    }

    private static void writeBytes(byte[] bytes, DataOutputSerializer out) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static byte[] readBytes(DataInputDeserializer in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > in.available()) {
            throw new IOException("A text of " + length + " bytes in a state that has " + in.available() + " left");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        return bytes;
    }
}
