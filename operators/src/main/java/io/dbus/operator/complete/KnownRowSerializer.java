package io.dbus.operator.complete;

import io.dbus.event.SchemaId;
import io.dbus.operator.state.StateSerializer;
import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Known rows in state. */
public final class KnownRowSerializer extends StateSerializer<KnownRow> {
    private static final long serialVersionUID = 1L;

    public KnownRowSerializer() {
        super(1);
    }

    @Override
    protected void write(KnownRow row, DataOutputView out) throws IOException {
        out.writeLong(row.sequence());
        out.writeLong(row.schema().high());
        out.writeLong(row.schema().low());
        writeBytes(row.present(), out);
        writeBytes(row.bytes(), out);
    }

    @Override
    protected KnownRow read(int form, DataInputView in) throws IOException {
        return new KnownRow(in.readLong(), new SchemaId(in.readLong(), in.readLong()), readBytes(in), readBytes(in));
    }

    @Override
    public KnownRow createInstance() {
        return new KnownRow(0, new SchemaId(0, 0), new byte[0], new byte[0]);
    }

    @Override
    public TypeSerializerSnapshot<KnownRow> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<KnownRow> {
        public Snapshot() {
            super(KnownRowSerializer::new);
        }
    }
}
