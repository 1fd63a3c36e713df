package io.dbus.sink.stream;

import java.util.Locale;

/** When a command that ends before the stream does is started again. */
enum Restart {
    /** Never: the job fails. */
    NEVER,
    /** When its exit code is not 0; else the job fails. */
    ON_FAILURE,
    /** Whatever its exit code is. */
    ALWAYS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
