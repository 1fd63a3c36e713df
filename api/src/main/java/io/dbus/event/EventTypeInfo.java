package io.dbus.event;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of events in Flink: every stream between components has it. */
public final class EventTypeInfo extends TypeInformation<Event> {
    private static final long serialVersionUID = 1L;

    /** The one instance that is needed. */
    public static final EventTypeInfo INSTANCE = new EventTypeInfo();

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
    public Class<Event> getTypeClass() {
        return Event.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public TypeSerializer<Event> createSerializer(SerializerConfig config) {
        return new EventSerializer();
    }

    @Override
    public String toString() {
        return "Event";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EventTypeInfo;
    }

    @Override
    public int hashCode() {
        return EventTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof EventTypeInfo;
    }
}
