package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * The one split of a stream, and how far it was read.
 *
 * @param stream the stream's name
 * @param sequence the sequence of the last line
 * @param place where in a file that was; empty at the beginning, and where there is no file
 */
record StreamSplit(String stream, long sequence, Optional<FilePlace> place) implements SourceSplit {
    StreamSplit {
        requireNonNull(stream, "stream");
        requireNonNull(place, "place");
    }

    @Override
    public String splitId() {
        return stream;
    }
}
