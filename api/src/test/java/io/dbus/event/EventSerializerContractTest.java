package io.dbus.event;

import org.apache.flink.api.common.typeutils.SerializerTestBase;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.testutils.DeeplyEqualsChecker;

/** What Flink asks of every serializer, asked of that of events. */
class EventSerializerContractTest extends SerializerTestBase<Event> {
    EventSerializerContractTest() {
        super(new DeeplyEqualsChecker()
                .withCustomCheck(
                        (left, right) -> left instanceof Event && right instanceof Event,
                        (left, right, checker) ->
                                SampleEvents.describe((Event) left).equals(SampleEvents.describe((Event) right))));
    }

    @Override
    protected TypeSerializer<Event> createSerializer() {
        return new EventSerializer();
    }

    @Override
    protected int getLength() {
        return -1;
    }

    @Override
    protected Class<Event> getTypeClass() {
        return Event.class;
    }

    @Override
    protected Event[] getTestData() {
        return SampleEvents.all().toArray(Event[]::new);
    }
}
