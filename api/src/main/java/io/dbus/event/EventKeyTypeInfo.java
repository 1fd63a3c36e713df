package io.dbus.event;

import org.apache.flink.api.common.typeinfo.TypeInformation;

/** The type of keys in Flink: of a keyed exchange and of keyed state. */
public final class EventKeyTypeInfo {
    /** The one instance that is needed. */
    public static final TypeInformation<EventKey> INSTANCE =
            new SerializerTypeInfo<>(EventKey.class, new EventKeySerializer(), true);

    private EventKeyTypeInfo() {}
}
