package io.dbus.operator.count;

import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Tallies between instances and in state. */
public final class TallySerializer extends StateSerializer<Tally> {
    private static final long serialVersionUID = 1L;

    public TallySerializer() {
        super(1);
    }

    @Override
    protected void write(Tally tally, DataOutputView out) throws IOException {
        out.writeInt(tally.group().size());
        for (String part : tally.group()) {
            writeText(part, out);
        }
        out.writeLong(tally.window());
        out.writeLong(tally.count());
        out.writeLong(tally.bytes());
        out.writeBoolean(tally.late());
    }

    @Override
    protected Tally read(int form, DataInputView in) throws IOException {
        int size = in.readInt();
        List<String> group = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            group.add(readText(in));
        }
        return new Tally(group, in.readLong(), in.readLong(), in.readLong(), in.readBoolean());
    }

    @Override
    public Tally createInstance() {
        return new Tally(List.of(), 0, 0, 0, false);
    }

    @Override
    public TypeSerializerSnapshot<Tally> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Tally> {
        public Snapshot() {
            super(TallySerializer::new);
        }
    }
}
