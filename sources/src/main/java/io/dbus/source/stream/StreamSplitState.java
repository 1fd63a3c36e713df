package io.dbus.source.stream;

import java.util.Optional;

/** How far a stream was sent on; moved by the emitter alone. */
final class StreamSplitState {
    private final String stream;
    private long sequence;
    private Optional<FilePlace> place;

    StreamSplitState(StreamSplit split) {
        this.stream = split.stream();
        this.sequence = split.sequence();
        this.place = split.place();
    }

    long sequence() {
        return sequence;
    }

    void moved(long newSequence, Optional<FilePlace> after) {
        sequence = newSequence;
        place = after;
    }

    StreamSplit toSplit() {
        return new StreamSplit(stream, sequence, place);
    }
}
