package io.dbus.source.mysql.split;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * Splits as bytes, in checkpoints and savepoints. Every version that was ever written is read; the bytes of a split are always the
 * same.
 */
public final class BinlogSplitSerializer implements SimpleVersionedSerializer<BinlogSplit> {
    private static final int VERSION = 3;

    /** The last version of which columns were name, type, charset and nullable, and which knew no XA transactions. */
    private static final int PLAIN_COLUMNS = 1;

    /** The last version that did not know by what a binlog is known again. */
    private static final int WITHOUT_MARKS = 2;

    private static final int NULLABLE = 1;
    private static final int AUTO_INCREMENT = 2;
    private static final int GENERATED = 4;
    private static final int INVISIBLE = 8;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(BinlogSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        write(split, out);
        return out.getCopyOfBuffer();
    }

    @Override
    public BinlogSplit deserialize(int version, byte[] bytes) throws IOException {
        return read(version, new DataInputDeserializer(bytes));
    }

    /** Writes a split into a larger whole, in the newest version. */
    public void write(BinlogSplit split, DataOutputSerializer out) throws IOException {
        BinlogPosition position = split.position();
        StateText.write(split.server(), out);
        StateText.write(position.gtids().serialize(), out);
        StateText.write(position.server(), out);
        StateText.write(position.file(), out);
        out.writeLong(position.position());
        out.writeLong(position.skipRows());
        out.writeLong(position.sequence());
        out.writeInt(split.unfinished().size());
        for (Map.Entry<String, Long> entry : new TreeMap<>(split.unfinished()).entrySet()) {
            StateText.write(entry.getKey(), out);
            out.writeLong(entry.getValue());
        }
        List<TableDefinition> schemas = new ArrayList<>(split.schemas().values());
        schemas.sort(
                Comparator.comparing((TableDefinition table) -> table.table().database())
                        .thenComparing(table -> table.table().table()));
        out.writeInt(schemas.size());
        for (TableDefinition table : schemas) {
            writeTable(table, out);
        }
        out.writeInt(split.charsets().size());
        for (Map.Entry<String, String> entry : new TreeMap<>(split.charsets()).entrySet()) {
            StateText.write(entry.getKey(), out);
            StateText.write(entry.getValue(), out);
        }
        out.writeInt(split.prepared().size());
        for (PreparedXa xa : split.prepared()) {
            StateText.write(xa.xid(), out);
            StateText.write(xa.gtid(), out);
            StateText.write(xa.file(), out);
            out.writeLong(xa.position());
            out.writeLong(xa.preparedMicros());
        }
        writeMark(split.mark(), out);
    }

    /** Reads what {@link #write} of a version wrote. */
    public BinlogSplit read(int version, DataInputDeserializer in) throws IOException {
        if (version < PLAIN_COLUMNS || version > VERSION) {
            throw new IOException("A position of a MySQL server in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
        String server = StateText.read(in);
        BinlogPosition position = new BinlogPosition(
                GtidPosition.deserialize(StateText.read(in)),
                StateText.read(in),
                StateText.read(in),
                in.readLong(),
                in.readLong(),
                in.readLong());
        Map<String, Long> unfinished = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            unfinished.put(StateText.read(in), in.readLong());
        }
        Map<TableId, TableDefinition> schemas = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            TableDefinition table = readTable(version, in);
            schemas.put(table.table(), table);
        }
        Map<String, String> charsets = new HashMap<>();
        List<PreparedXa> prepared = new ArrayList<>();
        if (version > PLAIN_COLUMNS) {
            for (int left = in.readInt(); left > 0; left--) {
                charsets.put(StateText.read(in), StateText.read(in));
            }
            for (int left = in.readInt(); left > 0; left--) {
                prepared.add(new PreparedXa(
                        StateText.read(in), StateText.read(in), StateText.read(in), in.readLong(), in.readLong()));
            }
        }
        BinlogMark mark = version > WITHOUT_MARKS ? readMark(in) : BinlogMark.NONE;
        return new BinlogSplit(server, position, unfinished, schemas, charsets, prepared, mark);
    }

    private static void writeMark(BinlogMark mark, DataOutputSerializer out) throws IOException {
        out.writeLong(mark.begunSeconds());
        StateText.write(mark.last().gtid(), out);
        StateText.write(mark.last().file(), out);
        out.writeLong(mark.last().position());
        out.writeLong(mark.last().commitMicros());
    }

    private static BinlogMark readMark(DataInputDeserializer in) throws IOException {
        return new BinlogMark(
                in.readLong(),
                new TransactionMark(StateText.read(in), StateText.read(in), in.readLong(), in.readLong()));
    }

    private static void writeTable(TableDefinition table, DataOutputSerializer out) throws IOException {
        StateText.write(table.table().database(), out);
        StateText.write(table.table().table(), out);
        out.writeInt(table.columns().size());
        for (ColumnDefinition column : table.columns()) {
            StateText.write(column.name(), out);
            StateText.write(column.type(), out);
            StateText.write(column.charset(), out);
            out.writeByte((column.nullable() ? NULLABLE : 0)
                    | (column.autoIncrement() ? AUTO_INCREMENT : 0)
                    | (column.generated() ? GENERATED : 0)
                    | (column.invisible() ? INVISIBLE : 0));
            StateText.write(column.defaultExpression(), out);
            StateText.write(column.comment(), out);
        }
        out.writeInt(table.key().size());
        for (String name : table.key()) {
            StateText.write(name, out);
        }
        StateText.write(table.charset(), out);
        StateText.write(table.comment(), out);
    }

    private static TableDefinition readTable(int version, DataInputDeserializer in) throws IOException {
        TableId id = new TableId(StateText.read(in), StateText.read(in));
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            columns.add(readColumn(version, in));
        }
        List<String> key = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            key.add(StateText.read(in));
        }
        return version == PLAIN_COLUMNS
                ? new TableDefinition(id, columns, key)
                : new TableDefinition(id, columns, key, StateText.read(in), StateText.read(in));
    }

    private static ColumnDefinition readColumn(int version, DataInputDeserializer in) throws IOException {
        String name = StateText.read(in);
        String type = StateText.read(in);
        String charset = StateText.read(in);
        if (version == PLAIN_COLUMNS) {
            return new ColumnDefinition(name, type, charset, in.readBoolean());
        }
        int flags = in.readByte();
        return new ColumnDefinition(
                name,
                type,
                charset,
                (flags & NULLABLE) != 0,
                (flags & AUTO_INCREMENT) != 0,
                (flags & GENERATED) != 0,
                (flags & INVISIBLE) != 0,
                StateText.read(in),
                StateText.read(in));
    }
}
