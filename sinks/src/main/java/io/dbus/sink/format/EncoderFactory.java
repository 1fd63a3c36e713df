package io.dbus.sink.format;

import java.io.Serializable;

/** Makes the encoders of a component on the machines where it runs. */
@FunctionalInterface
public interface EncoderFactory extends Serializable {
    /** An encoder of its own for one writer. It is not used again after it has thrown. */
    EventEncoder create();

    /** An encoder that goes on after it has thrown: what sinks use that reject events. */
    default EventEncoder createLasting() {
        return new LastingEncoder(this);
    }
}
