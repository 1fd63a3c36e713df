package io.dbus.event;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of keys in Flink: of a keyed exchange and of keyed state. */
public final class EventKeyTypeInfo extends TypeInformation<EventKey> {
    private static final long serialVersionUID = 1L;

    /** The one instance that is needed. */
    public static final EventKeyTypeInfo INSTANCE = new EventKeyTypeInfo();

    @Override
    public boolean isBasicType() {
        return false;
    }

    @Override
    public boolean isTupleType() {
        return false;
    }

    @Override
    public int getArity() {
        return 1;
    }

    @Override
    public int getTotalFields() {
        return 1;
    }

    @Override
    public Class<EventKey> getTypeClass() {
        return EventKey.class;
    }

    @Override
    public boolean isKeyType() {
        return true;
    }

    @Override
    public TypeSerializer<EventKey> createSerializer(SerializerConfig config) {
        return new EventKeySerializer();
    }

    @Override
    public String toString() {
        return "EventKey";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventKeyTypeInfo;
    }

    @Override
    public int hashCode() {
        return EventKeyTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EventKeyTypeInfo;
    }
}
