package io.dbus.sink.format;

import java.io.Serializable;

/** Makes the encoders of a component on the machines where it runs. */
@FunctionalInterface
public interface EncoderFactory extends Serializable {
    /** An encoder of its own for one writer. */
    EventEncoder create();
}
