package io.dbus.event;

import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;

/** What Flink asks of every serializer, asked of that of keys. */
class EventKeySerializerContractTest extends SerializerTestBase<EventKey> {
    @Override
    protected TypeSerializer<EventKey> createSerializer() {
        return new EventKeySerializer();
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    protected Class<EventKey> getTypeClass() {
        return EventKey.class;
    }

    @Override
    protected EventKey[] getTestData() {
        EventKey.Builder builder = new EventKey.Builder("shop-db", "shop", "orders");
        builder.int64(5);
        builder.text(new byte[300], 0, 300);
        return new EventKey[] {builder.build(), new EventKey.Builder().build()};
    }
}
