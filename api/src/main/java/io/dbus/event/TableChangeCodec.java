package io.dbus.event;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/** What statements did to tables, as bytes. */
final class TableChangeCodec {
    private static final int CREATE = 1;
    private static final int ALTER = 2;
    private static final int DROP = 3;

    private static final int NULLABLE = 1;
    private static final int AUTO_INCREMENT = 2;
    private static final int GENERATED = 4;
    private static final int INVISIBLE = 8;

    private TableChangeCodec() {}

    static void write(List<TableChange> changes, DataOutputView out) throws IOException {
        Wire.writeVarInt(out, changes.size());
        for (TableChange change : changes) {
            out.writeByte(
                    switch (change.kind()) {
                        case CREATE -> CREATE;
                        case ALTER -> ALTER;
                        case DROP -> DROP;
                    });
            writeTable(change.previous(), out);
            writeTable(change.table(), out);
            writeDefinition(change.before(), out);
            writeDefinition(change.after(), out);
        }
    }

    static List<TableChange> read(DataInputView in) throws IOException {
        int count = Wire.readVarInt(in);
        List<TableChange> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int kind = in.readByte();
            TableId previous = readTable(in);
            TableId table = readTable(in);
            TableDefinition before = readDefinition(in);
            TableDefinition after = readDefinition(in);
            changes.add(
                    switch (kind) {
                        case CREATE -> TableChange.created(table, after);
                        case ALTER -> TableChange.altered(previous, table, before, after);
                        case DROP -> TableChange.dropped(table, before);
                        default -> throw new IOException("No kind of change of a table has the code " + kind);
                    });
        }
        return changes;
    }

    private static void writeDefinition(Optional<TableDefinition> known, DataOutputView out) throws IOException {
        out.writeBoolean(known.isPresent());
        if (known.isEmpty()) {
            return;
        }
        TableDefinition definition = known.get();
        writeTable(definition.table(), out);
        Wire.writeVarInt(out, definition.columns().size());
        for (ColumnDefinition column : definition.columns()) {
            Wire.writeString(out, column.name());
            Wire.writeString(out, column.type());
            Wire.writeString(out, column.charset());
            out.writeByte((column.nullable() ? NULLABLE : 0)
                    | (column.autoIncrement() ? AUTO_INCREMENT : 0)
                    | (column.generated() ? GENERATED : 0)
                    | (column.invisible() ? INVISIBLE : 0));
            Wire.writeString(out, column.defaultExpression());
            Wire.writeString(out, column.comment());
        }
        Wire.writeVarInt(out, definition.key().size());
        for (String name : definition.key()) {
            Wire.writeString(out, name);
        }
        Wire.writeString(out, definition.charset());
        Wire.writeString(out, definition.comment());
    }

    /** A definition, or null when it was not known. */
    private static TableDefinition readDefinition(DataInputView in) throws IOException {
        if (!in.readBoolean()) {
            return null;
        }
        TableId table = readTable(in);
        int count = Wire.readVarInt(in);
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String name = Wire.readString(in);
            String type = Wire.readString(in);
            String charset = Wire.readString(in);
            int flags = in.readByte();
            columns.add(new ColumnDefinition(
                    name,
                    type,
                    charset,
                    (flags & NULLABLE) != 0,
                    (flags & AUTO_INCREMENT) != 0,
                    (flags & GENERATED) != 0,
                    (flags & INVISIBLE) != 0,
                    Wire.readString(in),
                    Wire.readString(in)));
        }
        List<String> key = new ArrayList<>();
        for (int left = Wire.readVarInt(in); left > 0; left--) {
            key.add(Wire.readString(in));
        }
        return new TableDefinition(table, columns, key, Wire.readString(in), Wire.readString(in));
    }

    private static void writeTable(TableId table, DataOutputView out) throws IOException {
        Wire.writeString(out, table.database());
        Wire.writeString(out, table.table());
    }

    private static TableId readTable(DataInputView in) throws IOException {
        return new TableId(Wire.readString(in), Wire.readString(in));
    }
}
