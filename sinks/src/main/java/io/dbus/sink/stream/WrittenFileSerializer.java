package io.dbus.sink.stream;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The writer's state as bytes, in checkpoints and savepoints. Every version that was ever written is read. */
final class WrittenFileSerializer implements SimpleVersionedSerializer<WrittenFile> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(WrittenFile file) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeUTF(file.path());
        out.writeLong(file.length());
        return out.getCopyOfBuffer();
    }

    @Override
    public WrittenFile deserialize(int version, byte[] bytes) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of a stream sink in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        return new WrittenFile(in.readUTF(), in.readLong());
    }
}
