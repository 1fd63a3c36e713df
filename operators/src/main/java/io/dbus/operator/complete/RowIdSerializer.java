package io.dbus.operator.complete;

import io.dbus.event.EventKey;
import io.dbus.event.EventKeySerializer;
import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Row ids as keys in state. State finds a row by this form, so the form can never change. */
public final class RowIdSerializer extends StateSerializer<RowId> {
    private static final long serialVersionUID = 1L;
    private static final EventKeySerializer KEYS = new EventKeySerializer();

    public RowIdSerializer() {
        super(1);
    }

    @Override
    protected void write(RowId id, DataOutputView out) throws IOException {
        out.writeUTF(id.source());
        out.writeUTF(id.server());
        KEYS.serialize(id.key(), out);
    }

    @Override
    protected RowId read(int form, DataInputView in) throws IOException {
        return new RowId(in.readUTF(), in.readUTF(), KEYS.deserialize(in));
    }

    @Override
    public RowId createInstance() {
        return new RowId("", "", new EventKey.Builder().build());
    }

    @Override
    public TypeSerializerSnapshot<RowId> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<RowId> {
        public Snapshot() {
            super(RowIdSerializer::new);
        }
    }
}
