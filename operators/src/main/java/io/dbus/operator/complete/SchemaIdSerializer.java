package io.dbus.operator.complete;

import io.dbus.event.SchemaId;
import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Ids of schemas as keys in state. State finds a schema by this form, so the form can never change. */
public final class SchemaIdSerializer extends StateSerializer<SchemaId> {
    private static final long serialVersionUID = 1L;

    public SchemaIdSerializer() {
        super(1);
    }

    @Override
    protected void write(SchemaId id, DataOutputView out) throws IOException {
        out.writeLong(id.high());
        out.writeLong(id.low());
    }

    @Override
    protected SchemaId read(int form, DataInputView in) throws IOException {
        return new SchemaId(in.readLong(), in.readLong());
    }

    @Override
    public SchemaId createInstance() {
        return new SchemaId(0, 0);
    }

    @Override
    public TypeSerializerSnapshot<SchemaId> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<SchemaId> {
        public Snapshot() {
            super(SchemaIdSerializer::new);
        }
    }
}
