package io.dbus.event;

import static java.util.Objects.requireNonNull;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** A type in Flink that is a class and the serializer of its values, whatever the job's configuration; never taken apart into fields. */
public final class SerializerTypeInfo<T> extends TypeInformation<T> {
    private static final long serialVersionUID = 1L;

    private final Class<T> type;
    private final TypeSerializer<T> serializer;
    private final boolean key;

    /**
     * A type.
     *
     * @param serializer its serializer, of which every user gets a copy
     * @param key whether streams may be keyed by its values: whether they have equals and a hash that is the same on every machine
     */
    public SerializerTypeInfo(Class<T> type, TypeSerializer<T> serializer, boolean key) {
        this.type = requireNonNull(type, "type");
        this.serializer = requireNonNull(serializer, "serializer");
        this.key = key;
    }

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
    public Class<T> getTypeClass() {
        return type;
    }

    @Override
    public boolean isKeyType() {
        return key;
    }

    @Override
    public TypeSerializer<T> createSerializer(SerializerConfig config) {
        return serializer.duplicate();
    }

    @Override
    public String toString() {
        return type.getSimpleName();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SerializerTypeInfo<?> that
                && type == that.type
                && key == that.key
                && serializer.equals(that.serializer);
    }

    @Override
    public int hashCode() {
        return type.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof SerializerTypeInfo;
    }
}
