package io.dbus.source.stream;

import java.util.Locale;

/** When a command is started again. */
enum Restart {
    /** Never: its end is the stream's, and a failure the job's. */
    NEVER,
    /** When it fails; when it is done the stream ends. */
    ON_FAILURE,
    /** Whenever it ends; the stream has no end. */
    ALWAYS;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
