package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;

/** Takes a new encoder after one has thrown: half a record is still in its buffers. */
final class LastingEncoder implements EventEncoder {
    private final EncoderFactory factory;
    private EventEncoder encoder;
    private String topic;

    LastingEncoder(EncoderFactory factory) {
        this.factory = requireNonNull(factory, "factory");
        this.encoder = factory.create();
    }

    @Override
    public void topic(String name) {
        topic = name;
        encoder.topic(name);
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        lasting(() -> encoder.encode(change, records));
    }

    @Override
    public void encode(Truncate truncate, RecordReceiver records) {
        lasting(() -> encoder.encode(truncate, records));
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        lasting(() -> encoder.encode(change, records));
    }

    private void lasting(Runnable encode) {
        boolean done = false;
        try {
            encode.run();
            done = true;
        } finally {
            if (!done) {
                encoder = factory.create();
                if (topic != null) {
                    encoder.topic(topic);
                }
            }
        }
    }
}
