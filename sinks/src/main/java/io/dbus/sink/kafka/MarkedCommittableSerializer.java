package io.dbus.sink.kafka;

import java.io.IOException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Version 1: the mark, the checkpoint before, and what Flink's serializer makes of the transaction with its version. */
final class MarkedCommittableSerializer implements SimpleVersionedSerializer<MarkedCommittable> {
    private static final int VERSION = 1;

    private final SimpleVersionedSerializer<KafkaCommittable> transactions;

    MarkedCommittableSerializer(SimpleVersionedSerializer<KafkaCommittable> transactions) {
        this.transactions = transactions;
    }

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(MarkedCommittable committable) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(128);
        out.writeLong(committable.mark());
        out.writeLong(committable.afterCheckpoint());
        SimpleVersionedSerialization.writeVersionAndSerialize(transactions, committable.transaction(), out);
        return out.getCopyOfBuffer();
    }

    @Override
    public MarkedCommittable deserialize(int version, byte[] serialized) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of the Kafka committer has the version " + version
                    + ", which this version of dbus does not know: restore it with a newer one.");
        }
        DataInputDeserializer in = new DataInputDeserializer(serialized);
        long mark = in.readLong();
        long afterCheckpoint = in.readLong();
        return new MarkedCommittable(
                SimpleVersionedSerialization.readVersionAndDeSerialize(transactions, in), mark, afterCheckpoint);
    }
}
