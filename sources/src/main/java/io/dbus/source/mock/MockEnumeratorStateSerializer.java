package io.dbus.source.mock;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The enumerator's state as bytes. Every version that was ever written is read. */
final class MockEnumeratorStateSerializer implements SimpleVersionedSerializer<MockEnumeratorState> {
    @Override
    public int getVersion() {
        return MockSplitSerializer.VERSION;
    }

    @Override
    public byte[] serialize(MockEnumeratorState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        out.writeInt(state.waiting().size());
        for (MockSplit split : state.waiting()) {
            MockSplitSerializer.write(split, out);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public MockEnumeratorState deserialize(int version, byte[] bytes) throws IOException {
        MockSplitSerializer.requireKnown(version);
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        List<MockSplit> waiting = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            waiting.add(MockSplitSerializer.read(in));
        }
        return new MockEnumeratorState(waiting);
    }
}
