package io.dbus.sink.format.canal;

import java.util.Locale;

/** How canal-json writes ENUM and SET. */
public enum LabelHandling {
    /** The label; of a SET the labels with commas between. */
    LABEL,
    /** What the server stores: the number of the ENUM's label, from 1, the bits of the SET's. */
    NUMBER;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
