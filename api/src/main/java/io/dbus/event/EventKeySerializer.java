package io.dbus.event;

import java.io.IOException;
import org.apache.flink.api.common.typeutils.SimpleTypeSerializerSnapshot;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputView;
import org.apache.flink.core.memory.DataOutputView;

/**
 * Keys as bytes. Flink finds keyed state by a key's serialized form, so this form can never change: another one needs
 * another serializer and a migration.
 */
public final class EventKeySerializer extends TypeSerializer<EventKey> {
    private static final long serialVersionUID = 1L;

    @Override
    public void serialize(EventKey key, DataOutputView out) throws IOException {
        Wire.writeBytes(out, key.bytes(), 0, key.bytes().length);
    }

    @Override
    public EventKey deserialize(DataInputView in) throws IOException {
        return EventKey.ofBytes(Wire.readBytes(in));
    }

    @Override
    public boolean isImmutableType() {
        return true;
    }

    @Override
    public TypeSerializer<EventKey> duplicate() {
        return this;
    }

    @Override
    public EventKey createInstance() {
        return EventKey.ofBytes(new byte[0]);
    }

    @Override
    public EventKey copy(EventKey from) {
        return from;
    }

    @Override
    public EventKey copy(EventKey from, EventKey reuse) {
        return from;
    }

    @Override
    public int getLength() {
        return -1;
    }

    @Override
    public EventKey deserialize(EventKey reuse, DataInputView in) throws IOException {
        return deserialize(in);
    }

    @Override
    public void copy(DataInputView in, DataOutputView out) throws IOException {
        byte[] bytes = Wire.readBytes(in);
        Wire.writeBytes(out, bytes, 0, bytes.length);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventKeySerializer;
    }

    @Override
    public int hashCode() {
        return EventKeySerializer.class.hashCode();
    }

    @Override
    public TypeSerializerSnapshot<EventKey> snapshotConfiguration() {
        return new Snapshot();
    }

    /** The serializer has no configuration. */
    public static final class Snapshot extends SimpleTypeSerializerSnapshot<EventKey> {
        public Snapshot() {
            super(EventKeySerializer::new);
        }
    }
}
