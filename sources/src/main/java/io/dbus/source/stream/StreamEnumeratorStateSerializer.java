package io.dbus.source.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The enumerator's state as bytes. Every version that was ever written is read. */
final class StreamEnumeratorStateSerializer implements SimpleVersionedSerializer<StreamEnumeratorState> {
    @Override
    public int getVersion() {
        return StreamSplitSerializer.VERSION;
    }

    @Override
    public byte[] serialize(StreamEnumeratorState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeInt(state.waiting().size());
        for (StreamSplit split : state.waiting()) {
            StreamSplitSerializer.write(split, out);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public StreamEnumeratorState deserialize(int version, byte[] bytes) throws IOException {
        StreamSplitSerializer.requireKnown(version);
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        List<StreamSplit> waiting = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            waiting.add(StreamSplitSerializer.read(in));
        }
        return new StreamEnumeratorState(waiting);
    }
}
