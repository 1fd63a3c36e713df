package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** Schemas as bytes, for state that keeps them apart from rows. The first byte is the version of the form. */
public final class TableSchemaSerializer extends TypeSerializer<TableSchema> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    @Override
    public void serialize(TableSchema schema, DataOutputView out) throws IOException {
        requireNonNull(schema, "schema");
        out.writeByte(VERSION);
        Wire.writeBytes(out, schema.encoded(), 0, schema.encoded().length);
    }

    @Override
    public TableSchema deserialize(DataInputView in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("A schema of the form " + version + " cannot be read: this dbus knows up to "
                    + VERSION + "; restore with the dbus that wrote the state, or a newer one");
        }
        return SchemaCodec.decode(Wire.readBytes(in));
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<TableSchema> duplicate() {
        return this;
    }

    @Override
    public TableSchema createInstance() {
        return TableSchema.of(new TableId("", ""), RowBuilder.layout(), List.of(), List.of());
    }

    @Override
    public TableSchema copy(TableSchema from) {
        return from;
    }

    @Override
    public TableSchema copy(TableSchema from, TableSchema reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public TableSchema deserialize(TableSchema reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableSchemaSerializer;
    }

    @Override
    public int hashCode() {
        return TableSchemaSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<TableSchema> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<TableSchema> {
        public Snapshot() {
            super(TableSchemaSerializer::new);
        }
    }
}
