package io.dbus.event;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Schemas as bytes. Every row carries its schema whole, so that any process can decode it at any time; what keeps that
 * cheap is that the bytes are made once per schema, and that a reader that has seen a schema skips them: it knows it by its digest.
 *
 * <p>Not thread-safe: a reader keeps the schemas it has seen.
 */
final class SchemaCodec {
    /** Schemas that one reader keeps; a pipeline that sees more tables than this parses some of them again. */
    private static final int KEPT = 10_000;

    private final Map<Digest, TableSchema> seen = new HashMap<>();

    private record Digest(long high, long low) {}

    void write(TableSchema schema, DataOutputView out) throws IOException {
        out.write(schema.digest());
        out.writeInt(schema.encoded().length);
        out.write(schema.encoded());
    }

    TableSchema read(DataInputView in) throws IOException {
        Digest digest = new Digest(in.readLong(), in.readLong());
        int length = in.readInt();
        TableSchema known = seen.get(digest);
        if (known != null) {
            in.skipBytesToRead(length);
            return known;
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        TableSchema schema = decode(bytes);
        if (seen.size() >= KEPT) {
            seen.clear();
        }
        seen.put(digest, schema);
        return schema;
    }

    static byte[] encode(TableSchema schema) {
        try {
            DataOutputSerializer out = new DataOutputSerializer(256);
            Wire.writeString(out, schema.table().database());
            Wire.writeString(out, schema.table().table());
            Wire.writeString(out, schema.layout().format().name());
            Wire.writeVarInt(out, schema.layout().size());
            for (LayoutColumn column : schema.layout().columns()) {
                writeLayoutColumn(out, column);
            }
            writeColumns(out, schema.columns());
            writeColumns(out, schema.key());
            return out.getCopyOfBuffer();
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
    }

    static TableSchema decode(byte[] bytes) throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        TableId table = new TableId(Wire.readString(in), Wire.readString(in));
        String format = Wire.readString(in);
        int size = Wire.readVarInt(in);
        List<LayoutColumn> layout = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            layout.add(readLayoutColumn(in));
        }
        TableSchema schema =
                new TableSchema(table, RowFormats.layout(format, layout), readColumns(in), readColumns(in));
        if (!Arrays.equals(schema.encoded(), bytes)) {
            throw new IOException("The schema of table " + table + " does not read back as it was written");
        }
        return schema;
    }

    private static void writeLayoutColumn(DataOutputView out, LayoutColumn column) throws IOException {
        LogicalType type = column.type();
        out.writeByte(type.kind().code());
        Wire.writeVarInt(out, type.length());
        Wire.writeVarInt(out, type.scale());
        out.writeBoolean(type.unsigned());
        Wire.writeVarInt(out, type.labels().size());
        for (String label : type.labels()) {
            Wire.writeString(out, label);
        }
        Wire.writeVarInt(out, column.physical().code());
        Wire.writeVarInt(out, column.physical().meta());
        Wire.writeVarInt(out, column.physical().charset());
    }

    private static LayoutColumn readLayoutColumn(DataInputView in) throws IOException {
        LogicalType.Kind kind = LogicalType.Kind.ofCode(in.readByte());
        int length = Wire.readVarInt(in);
        int scale = Wire.readVarInt(in);
        boolean unsigned = in.readBoolean();
        int count = Wire.readVarInt(in);
        List<String> labels = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            labels.add(Wire.readString(in));
        }
        PhysicalType physical = new PhysicalType(Wire.readVarInt(in), Wire.readVarInt(in), Wire.readVarInt(in));
        return new LayoutColumn(new LogicalType(kind, length, scale, unsigned, labels), physical);
    }

    private static void writeColumns(DataOutputView out, List<Column> columns) throws IOException {
        Wire.writeVarInt(out, columns.size());
        for (Column column : columns) {
            Wire.writeString(out, column.name());
            Wire.writeVarInt(out, column.position());
        }
    }

    private static List<Column> readColumns(DataInputView in) throws IOException {
        int count = Wire.readVarInt(in);
        List<Column> columns = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            columns.add(new Column(Wire.readString(in), Wire.readVarInt(in)));
        }
        return columns;
    }
}
