package io.dbus.source.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import java.util.List;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceSplit;

/**
 * All letters of a folder, in the one order in which they are replayed: the repeats of a letter may be in any file.
 *
 * @param files the files as they were at the start
 * @param passed how many lines of them are done
 * @param settings which letters are replayed; null until a reader has it, since it is the pipeline file's and no state
 */
record LetterSplit(List<LetterFile> files, long passed, ReplaySettings settings)
        implements IteratorSourceSplit<Event, Replay> {
    /**
     * A file.
     *
     * @param path its path, without the mark of one in progress
     * @param length its size in bytes at the start: what was written since is not read
     */
    record LetterFile(String path, long length) {
        LetterFile {
            requireNonNull(path, "path");
        }
    }

    LetterSplit {
        files = List.copyOf(files);
    }

    LetterSplit with(ReplaySettings of) {
        return new LetterSplit(files, passed, requireNonNull(of, "of"));
    }

    @Override
    public String splitId() {
        return "letters";
    }

    @Override
    public Replay getIterator() {
        return new Replay(this);
    }

    @Override
    public LetterSplit getUpdatedSplitForIterator(Replay replay) {
        return new LetterSplit(files, replay.passed(), settings);
    }
}
