package io.dbus.operator.sort;

import io.dbus.operator.state.ServerSequencesSerializer;
import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Marks in state. */
public final class SortMarkSerializer extends StateSerializer<SortMark> {
    private static final long serialVersionUID = 1L;
    private static final ServerSequencesSerializer SEQUENCES = new ServerSequencesSerializer();

    public SortMarkSerializer() {
        super(1);
    }

    @Override
    protected void write(SortMark mark, DataOutputView out) throws IOException {
        out.writeLong(mark.commitMicros());
        out.writeUTF(mark.source());
        out.writeUTF(mark.server());
        SEQUENCES.serialize(mark.sequences(), out);
    }

    @Override
    protected SortMark read(int form, DataInputView in) throws IOException {
        return new SortMark(in.readLong(), in.readUTF(), in.readUTF(), SEQUENCES.deserialize(in));
    }

    @Override
    public SortMark createInstance() {
        return SortMark.NONE;
    }

    @Override
    public TypeSerializerSnapshot<SortMark> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SortMark> {
        public Snapshot() {
            super(SortMarkSerializer::new);
        }
    }
}
