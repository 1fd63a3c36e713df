package io.dbus.event;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The type of events in Flink: by it they travel as {@link EventSerializer} writes them, never by Kryo. */
public final class EventTypeInfo {
    /** The one instance that is needed. */
    public static final TypeInformation<Event> INSTANCE =
            new SerializerTypeInfo<>(Event.class, new EventSerializer(), false);

    private EventTypeInfo() {}
}
