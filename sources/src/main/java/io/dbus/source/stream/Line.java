package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * A line as it was read, or why it is none.
 *
 * @param state whether it is whole
 * @param bytes the line without its end; of one that is too long its beginning
 * @param length how many bytes it had
 * @param from what it came from, for people: a file, a client, a command
 * @param position where it begins: the offset in a file, the line's number elsewhere
 * @param after how far a file is read with it; empty where there is no file
 */
record Line(State state, byte[] bytes, long length, String from, long position, Optional<FilePlace> after) {
    /** Whether a line is whole. */
    enum State {
        WHOLE,
        /** Longer than lines may be. */
        TOO_LONG,
        /** What sent it was gone before its end. */
        CUT,
        /** It is none: a file is read from here on. */
        PLACE
    }

    Line {
        requireNonNull(state, "state");
        requireNonNull(bytes, "bytes");
        requireNonNull(from, "from");
        requireNonNull(after, "after");
    }
}
