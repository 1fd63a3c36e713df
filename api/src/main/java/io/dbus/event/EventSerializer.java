package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Events as bytes, in the exchange and in state. The first byte is the version of the form, so that what an older dbus
 * wrote into a savepoint is still read.
 */
public final class EventSerializer extends TypeSerializer<Event> {
    private static final long serialVersionUID = 1L;
    private static final int VERSION = 1;

    private static final int ROW_CHANGE = 1;
    private static final int SCHEMA_CHANGE = 2;
    private static final int MESSAGE = 3;
    private static final int TRUNCATE = 4;
    private static final int TABLES_CHANGED = 5;

    private static final int HAS_BEFORE = 1;
    private static final int HAS_AFTER = 2;
    private static final int HAS_COUNTERPART = 4;
    private static final int ROUTED = 8;
    private static final int NEW_KEY = 16;

    private transient SchemaCodec schemas;

    @Override
    public void serialize(Event event, DataOutputView out) throws IOException {
        requireNonNull(event, "event");
        out.writeByte(VERSION);
        if (event instanceof RowChange row) {
            out.writeByte(ROW_CHANGE);
            writeRow(row, out);
        } else if (event instanceof SchemaChange change) {
            out.writeByte(change.tables().isEmpty() ? SCHEMA_CHANGE : TABLES_CHANGED);
            OriginCodec.write(change.origin(), out);
            writeKey(change.key(), out);
            Wire.writeString(out, change.database());
            Wire.writeString(out, change.ddl());
            if (!change.tables().isEmpty()) {
                TableChangeCodec.write(change.tables(), out);
            }
        } else if (event instanceof Truncate truncate) {
            out.writeByte(TRUNCATE);
            OriginCodec.write(truncate.origin(), out);
            writeKey(truncate.key(), out);
            writeTable(truncate.source(), out);
            writeTable(truncate.table(), out);
        } else if (event instanceof Message message) {
            out.writeByte(MESSAGE);
            writeMessage(message, out);
        }
    }

    @Override
    public Event deserialize(DataInputView in) throws IOException {
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            throw new IOException("An event of the form " + version + " cannot be read: this dbus knows up to "
                    + VERSION + "; restore with the dbus that wrote the state, or a newer one");
        }
        int kind = in.readUnsignedByte();
        return switch (kind) {
            case ROW_CHANGE -> readRow(in);
            case SCHEMA_CHANGE, TABLES_CHANGED -> {
                Origin origin = OriginCodec.read(in);
                EventKey key = readKey(in);
                String database = Wire.readString(in);
                String ddl = Wire.readString(in);
                List<TableChange> tables = kind == TABLES_CHANGED ? TableChangeCodec.read(in) : List.of();
                yield new SchemaChange(database, ddl, tables, origin, key);
            }
            case TRUNCATE -> {
                Origin origin = OriginCodec.read(in);
                EventKey key = readKey(in);
                yield new Truncate(readTable(in), readTable(in), origin, key);
            }
            case MESSAGE -> readMessage(in);
            default -> throw new IOException("No kind of event has the code " + kind);
        };
    }

    private void writeRow(RowChange row, DataOutputView out) throws IOException {
        boolean routed = !row.table().equals(row.schema().table());
        out.writeByte(row.operation().code());
        out.writeByte((row.before().isPresent() ? HAS_BEFORE : 0)
                | (row.after().isPresent() ? HAS_AFTER : 0)
                | (row.counterpart().isPresent() ? HAS_COUNTERPART : 0)
                | (routed ? ROUTED : 0)
                | (row.newKey().isPresent() ? NEW_KEY : 0));
        OriginCodec.write(row.origin(), out);
        writeKey(row.key(), out);
        schemas().write(row.schema(), out);
        if (routed) {
            writeTable(row.table(), out);
        }
        if (row.newKey().isPresent()) {
            writeKey(row.newKey().get(), out);
        }
        writeImage(row.before().orElse(null), out);
        writeImage(row.after().orElse(null), out);
        writeImage(row.counterpart().orElse(null), out);
    }

    private RowChange readRow(DataInputView in) throws IOException {
        Operation operation = Operation.ofCode(in.readByte());
        int flags = in.readByte();
        Origin origin = OriginCodec.read(in);
        EventKey key = readKey(in);
        TableSchema schema = schemas().read(in);
        TableId table = (flags & ROUTED) == 0 ? schema.table() : readTable(in);
        EventKey newKey = (flags & NEW_KEY) == 0 ? null : readKey(in);
        RowImage before = (flags & HAS_BEFORE) == 0 ? null : readImage(schema.layout(), in);
        RowImage after = (flags & HAS_AFTER) == 0 ? null : readImage(schema.layout(), in);
        RowImage counterpart = (flags & HAS_COUNTERPART) == 0 ? null : readImage(schema.layout(), in);
        return RowChange.of(operation, table, schema, before, after, counterpart, origin, key, newKey);
    }

    private static void writeImage(RowImage image, DataOutputView out) throws IOException {
        if (image != null) {
            Wire.writeBytes(out, image.present(), 0, image.present().length);
            Wire.writeBytes(out, image.bytes(), image.offset(), image.length());
        }
    }

    private static RowImage readImage(RowLayout layout, DataInputView in) throws IOException {
        byte[] present = Wire.readBytes(in);
        byte[] bytes = Wire.readBytes(in);
        return RowImage.partial(layout, present, bytes, 0, bytes.length);
    }

    private static void writeTable(TableId table, DataOutputView out) throws IOException {
        Wire.writeString(out, table.database());
        Wire.writeString(out, table.table());
    }

    private static TableId readTable(DataInputView in) throws IOException {
        return new TableId(Wire.readString(in), Wire.readString(in));
    }

    private static void writeKey(EventKey key, DataOutputView out) throws IOException {
        Wire.writeBytes(out, key.bytes(), 0, key.bytes().length);
    }

    private static EventKey readKey(DataInputView in) throws IOException {
        return EventKey.ofBytes(Wire.readBytes(in));
    }

    private static void writeMessage(Message message, DataOutputView out) throws IOException {
        OriginCodec.write(message.origin(), out);
        writeKey(message.key(), out);
        writeNullable(message.recordKey().orElse(null), out);
        writeNullable(message.value().orElse(null), out);
        Wire.writeVarInt(out, message.headers().size());
        for (Message.Header header : message.headers()) {
            Wire.writeString(out, header.name());
            writeNullable(header.value(), out);
        }
        out.writeLong(message.timestampMillis());
    }

    private static Message readMessage(DataInputView in) throws IOException {
        Origin origin = OriginCodec.read(in);
        EventKey key = readKey(in);
        byte[] recordKey = readNullable(in);
        byte[] value = readNullable(in);
        int count = Wire.readVarInt(in);
        List<Message.Header> headers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            headers.add(new Message.Header(Wire.readString(in), readNullable(in)));
        }
        return new Message(recordKey, value, headers, in.readLong(), origin, key);
    }

    private static void writeNullable(byte[] bytes, DataOutputView out) throws IOException {
        out.writeBoolean(bytes != null);
        if (bytes != null) {
            Wire.writeBytes(out, bytes, 0, bytes.length);
        }
    }

    private static byte[] readNullable(DataInputView in) throws IOException {
        return in.readBoolean() ? Wire.readBytes(in) : null;
    }

    private SchemaCodec schemas() {
        if (schemas == null) {
            schemas = new SchemaCodec();
        }
        return schemas;
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<Event> duplicate() {
        return new EventSerializer();
    }

    @Override
    public Event createInstance() {
        Transaction none = new Transaction("", "", "", 0, "", "", 0, 0, -1, 0);
        return new Message(
                null, null, List.of(), -1, new Origin(none, 0, 0, 0, 0, 0, false, ""), EventKey.ofBytes(new byte[0]));
    }

    @Override
    public Event copy(Event from) {
        return from;
    }

    @Override
    public Event copy(Event from, Event reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public Event deserialize(Event reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        serialize(deserialize(in), out);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventSerializer;
    }

    @Override
    public int hashCode() {
        return EventSerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<Event> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration: its form carries its version. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<Event> {
        public Snapshot() {
            super(EventSerializer::new);
        }
    }
}
