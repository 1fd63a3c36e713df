package io.dbus.source.deadletter;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Splits as bytes, and lists of them, which is the enumerator's state. */
final class LetterSplitSerializer implements SimpleVersionedSerializer<LetterSplit> {
    private static final int VERSION = 1;

    @Override
    public int getVersion() {
        return VERSION;
    }

    @Override
    public byte[] serialize(LetterSplit split) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        out.writeLong(split.passed());
        out.writeInt(split.files().size());
        for (LetterSplit.LetterFile file : split.files()) {
            out.writeUTF(file.path());
            out.writeLong(file.length());
        }
        return out.getCopyOfBuffer();
    }

    @Override
    public LetterSplit deserialize(int version, byte[] bytes) throws IOException {
        requireVersion(version);
        DataInputDeserializer in = new DataInputDeserializer(bytes);
        long passed = in.readLong();
        int count = in.readInt();
        List<LetterSplit.LetterFile> files = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            files.add(new LetterSplit.LetterFile(in.readUTF(), in.readLong()));
        }
        return new LetterSplit(files, passed, null);
    }

    private static void requireVersion(int version) throws IOException {
        if (version != VERSION) {
            throw new IOException("The state of a dead-letters source of the form " + version
                    + " cannot be read: this dbus knows " + VERSION + "; restore with a newer one");
        }
    }

    /** The splits that no reader has. */
    static final class OfAll implements SimpleVersionedSerializer<Collection<LetterSplit>> {
        private final LetterSplitSerializer one = new LetterSplitSerializer();

        @Override
        public int getVersion() {
            return VERSION;
        }

        @Override
        public byte[] serialize(Collection<LetterSplit> splits) throws IOException {
            DataOutputSerializer out = new DataOutputSerializer(256);
            out.writeInt(splits.size());
            for (LetterSplit split : splits) {
                byte[] bytes = one.serialize(split);
                out.writeInt(bytes.length);
                out.write(bytes);
            }
            return out.getCopyOfBuffer();
        }

        @Override
        public Collection<LetterSplit> deserialize(int version, byte[] bytes) throws IOException {
            requireVersion(version);
            DataInputDeserializer in = new DataInputDeserializer(bytes);
            int count = in.readInt();
            List<LetterSplit> splits = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                byte[] split = new byte[in.readInt()];
                in.readFully(split);
                splits.add(one.deserialize(version, split));
            }
            return splits;
        }
    }
}
