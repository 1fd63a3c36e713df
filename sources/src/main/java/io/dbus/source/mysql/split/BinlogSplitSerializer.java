package io.dbus.source.mysql.split;

import io.dbus.event.TableId;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.row.ServerColumn;
import io.dbus.source.mysql.row.ServerTable;
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
    private static final int VERSION = 1;

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
        List<ServerTable> schemas = new ArrayList<>(split.schemas().values());
        schemas.sort(Comparator.comparing((ServerTable table) -> table.table().database())
                .thenComparing(table -> table.table().table()));
        out.writeInt(schemas.size());
        for (ServerTable table : schemas) {
            writeTable(table, out);
        }
    }

    /** Reads what {@link #write} of a version wrote. */
    public BinlogSplit read(int version, DataInputDeserializer in) throws IOException {
        if (version != VERSION) {
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
        Map<TableId, ServerTable> schemas = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            ServerTable table = readTable(in);
            schemas.put(table.table(), table);
        }
        return new BinlogSplit(server, position, unfinished, schemas);
    }

    private static void writeTable(ServerTable table, DataOutputSerializer out) throws IOException {
        StateText.write(table.table().database(), out);
        StateText.write(table.table().table(), out);
        out.writeInt(table.columns().size());
        for (ServerColumn column : table.columns()) {
            StateText.write(column.name(), out);
            StateText.write(column.type(), out);
            StateText.write(column.charset(), out);
            out.writeBoolean(column.nullable());
        }
        out.writeInt(table.key().size());
        for (String name : table.key()) {
            StateText.write(name, out);
        }
    }

    private static ServerTable readTable(DataInputDeserializer in) throws IOException {
        TableId id = new TableId(StateText.read(in), StateText.read(in));
        List<ServerColumn> columns = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            columns.add(new ServerColumn(StateText.read(in), StateText.read(in), StateText.read(in), in.readBoolean()));
        }
        List<String> key = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            key.add(StateText.read(in));
        }
        return new ServerTable(id, columns, key);
    }
}
