package io.dbus.sink.format;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowChange;
import io.dbus.event.Truncate;

/** Takes a new encoder after one has thrown: half a record is still in its buffers. */
final class LastingEncoder implements EventEncoder {
    private final EncoderFactory factory;
    private EventEncoder encoder;

    LastingEncoder(EncoderFactory factory) {
        this.factory = requireNonNull(factory, "factory");
        this.encoder = factory.create();
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        lasting(() -> encoder.encode(change, records));
    }

    @Override
    public void encode(Truncate truncate, RecordReceiver records) {
        lasting(() -> encoder.encode(truncate, records));
    }

    private void lasting(Runnable encode) {
        boolean done = false;
        try {
            encode.run();
            done = true;
        } finally {
            if (!done) {
                encoder = factory.create();
            }
        }
    }
}
