package io.dbus.operator.complete;

import io.dbus.operator.complete.Truncates.Mark;
import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Truncates in state. */
public final class TruncatesSerializer extends StateSerializer<Truncates> {
    private static final long serialVersionUID = 1L;

    public TruncatesSerializer() {
        super(1);
    }

    @Override
    protected void write(Truncates truncates, DataOutputView out) throws IOException {
        out.writeInt(truncates.marks().size());
        for (Mark mark : truncates.marks()) {
            out.writeUTF(mark.source());
            out.writeUTF(mark.server());
            out.writeLong(mark.sequence());
        }
    }

    @Override
    protected Truncates read(int form, DataInputView in) throws IOException {
        int count = in.readInt();
        List<Mark> marks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            marks.add(new Mark(in.readUTF(), in.readUTF(), in.readLong()));
        }
        return new Truncates(marks);
    }

    @Override
    public Truncates createInstance() {
        return Truncates.NONE;
    }

    @Override
    public TypeSerializerSnapshot<Truncates> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Truncates> {
        public Snapshot() {
            super(TruncatesSerializer::new);
        }
    }
}
