package io.dbus.sink.mock;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Counts as bytes, in checkpoints and savepoints. Every version that was ever written is read. */
final class TallySerializer implements SimpleVersionedSerializer<Tally> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(Tally tally) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeUTF(tally.what());
        out.writeUTF(tally.of());
        out.writeLong(tally.events());
        out.writeLong(tally.bytes());
        return out.getCopyOfBuffer();
    }

    @Override
    public Tally deserialize(int version, byte[] bytes) throws IOException {
        if (version != VERSION) {
            throw new IOException("The counts of a mock sink in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        return new Tally(in.readUTF(), in.readUTF(), in.readLong(), in.readLong());
    }
}
