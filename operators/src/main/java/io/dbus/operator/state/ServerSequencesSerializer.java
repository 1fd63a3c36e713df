package io.dbus.operator.state;

import io.dbus.operator.state.ServerSequences.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Sequences of servers in state. */
public final class ServerSequencesSerializer extends StateSerializer<ServerSequences> {
    private static final long serialVersionUID = 1L;

    public ServerSequencesSerializer() {
        super(1);
    }

    @Override
    protected void write(ServerSequences value, DataOutputView out) throws IOException {
        out.writeInt(value.entries().size());
        for (Entry entry : value.entries()) {
            out.writeUTF(entry.source());
            out.writeUTF(entry.server());
            out.writeLong(entry.sequence());
        }
    }

    @Override
    protected ServerSequences read(int form, DataInputView in) throws IOException {
        int count = in.readInt();
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            entries.add(new Entry(in.readUTF(), in.readUTF(), in.readLong()));
        }
        return new ServerSequences(entries);
    }

    @Override
    public ServerSequences createInstance() {
        return ServerSequences.NONE;
    }

    @Override
    public TypeSerializerSnapshot<ServerSequences> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<ServerSequences> {
        public Snapshot() {
            super(ServerSequencesSerializer::new);
        }
    }
}
