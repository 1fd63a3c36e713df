package io.dbus.source.stream;

import java.util.Locale;

/** What becomes of a last line that has no line end. */
enum Unterminated {
    /** It is a line where it was surely written in full: by a command that has exit code 0, in a file that was rotated. From a client it is rejected. */
    AUTO,
    /** It is a line. */
    EMIT,
    /** It is rejected. */
    REJECT;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
