package io.dbus.operator.sort;

import static java.util.Objects.requireNonNull;

import io.dbus.operator.state.ServerSequences;

/**
 * How far a group has gone on.
 *
 * @param commitMicros the latest commit time that has gone on, in microseconds since the epoch
 * @param source the source of that event
 * @param server the server of that event
 * @param sequences the last sequence of each server that has gone on
 */
record SortMark(long commitMicros, String source, String server, ServerSequences sequences) {
    static final SortMark NONE = new SortMark(Long.MIN_VALUE, "", "", ServerSequences.NONE);

    SortMark {
        requireNonNull(source, "source");
        requireNonNull(server, "server");
        requireNonNull(sequences, "sequences");
    }
}
