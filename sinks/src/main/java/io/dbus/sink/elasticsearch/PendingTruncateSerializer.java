package io.dbus.sink.elasticsearch;

import java.io.IOException;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Version 1: the index, the sequence and the description. */
final class PendingTruncateSerializer implements SimpleVersionedSerializer<PendingTruncate> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(PendingTruncate truncate) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(128);
        out.writeUTF(truncate.index());
        out.writeLong(truncate.sequence());
        out.writeUTF(truncate.what());
        return out.getCopyOfBuffer();
    }

    @Override
    public PendingTruncate deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException("A truncate of version " + version
                    + " of the state of an Elasticsearch sink cannot be read; this is version " + VERSION
                    + ": start the job with the version of dbus that wrote it, or a newer one.");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        return new PendingTruncate(in.readUTF(), in.readLong(), in.readUTF());
    }
}
