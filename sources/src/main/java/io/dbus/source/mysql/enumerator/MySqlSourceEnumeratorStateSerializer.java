package io.dbus.source.mysql.enumerator;

import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitSerializer;
import io.dbus.source.mysql.split.StateText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** The enumerator's state as bytes, in checkpoints and savepoints. Every version that was ever written is read. */
public final class MySqlSourceEnumeratorStateSerializer
        implements SimpleVersionedSerializer<MySqlSourceEnumeratorState> {
    private static final int VERSION = 1;

    private final BinlogSplitSerializer splits = new BinlogSplitSerializer();

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(MySqlSourceEnumeratorState state) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        out.writeInt(state.servers().size());
        for (String server : new TreeSet<>(state.servers())) {
            StateText.write(server, out);
        }
        out.writeInt(splits.getVersion());
        out.writeInt(state.waiting().size());
        for (BinlogSplit split : state.waiting()) {
            splits.write(split, out);
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public MySqlSourceEnumeratorState deserialize(int version, byte[] bytes) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of a MySQL source in the form " + version
                    + " cannot be read, this dbus knows up to " + VERSION
                    + ": restore with the dbus that wrote the state, or a newer one");
        }
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        Set<String> servers = new HashSet<>();
        for (int left = in.readInt(); left > 0; left--) {
            servers.add(StateText.read(in));
        }
        int splitVersion = in.readInt();
        List<BinlogSplit> waiting = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            waiting.add(splits.read(splitVersion, in));
        }
        return new MySqlSourceEnumeratorState(servers, waiting);
    }
}
