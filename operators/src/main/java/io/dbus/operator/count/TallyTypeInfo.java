package io.dbus.operator.count;

import org.apache.flink.api.common.serialization.SerializerConfig;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** The type of tallies in a stream. */
final class TallyTypeInfo extends TypeInformation<Tally> {
    static final TallyTypeInfo INSTANCE = new TallyTypeInfo();
    private static final long serialVersionUID = 1L;

    private TallyTypeInfo() {}

    @Override
    public TypeSerializer<Tally> createSerializer(SerializerConfig config) {
        return new TallySerializer();
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
    public Class<Tally> getTypeClass() {
        return Tally.class;
    }

    @Override
    public boolean isKeyType() {
        return false;
    }

    @Override
    public String toString() {
        return "Tally";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TallyTypeInfo;
    }

    @Override
    public int hashCode() {
        return TallyTypeInfo.class.hashCode();
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof TallyTypeInfo;
    }
}
