package io.dbus.source.mock;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Splits as bytes, in checkpoints and savepoints. Every version that was ever written is read. */
final class MockSplitSerializer implements SimpleVersionedSerializer<MockSplit> {
    static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(MockSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(16);
        write(split, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public MockSplit deserialize(int version, byte[] bytes) throws IOException {
        requireKnown(version);
        return read(new DataInputDeserializer(bytes));
    }

    static void requireKnown(int version) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of a mock source in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
    }

    static void write(MockSplit split, DataOutputSerializer out) throws IOException {
        out.writeInt(split.number());
        out.writeInt(split.of());
        out.writeLong(split.next());
    }

    static MockSplit read(DataInputDeserializer in) throws IOException {
        return new MockSplit(in.readInt(), in.readInt(), in.readLong());
    }
}
