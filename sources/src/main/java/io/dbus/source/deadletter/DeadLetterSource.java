package io.dbus.source.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceEnumerator;
import org.apache.flink.api.connector.source.lib.util.IteratorSourceReader;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** The events of the dead letters that are in a folder when the job first starts. One reader reads them all: they were few, and each is to come once. */
final class DeadLetterSource implements Source<Event, LetterSplit, Collection<LetterSplit>> {
    private static final long serialVersionUID = 1L;
    private static final String SUFFIX = ".jsonl";

    private final ReplaySettings settings;

    DeadLetterSource(ReplaySettings settings) {
        this.settings = requireNonNull(settings, "settings");
    }

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.BOUNDED;
    }

    @Override
    public SourceReader<Event, LetterSplit> createReader(SourceReaderContext context) {
        return new IteratorSourceReader<Event, Replay, LetterSplit>(context) {
            @Override
            public void addSplits(List<LetterSplit> splits) {
                super.addSplits(
                        splits.stream().map(split -> split.with(settings)).toList());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public SplitEnumerator<LetterSplit, Collection<LetterSplit>> createEnumerator(
            SplitEnumeratorContext<LetterSplit> context) {
        return restoreEnumerator(context, new ArrayList<>(List.of(start())));
    }

    @Override
    public SplitEnumerator<LetterSplit, Collection<LetterSplit>> restoreEnumerator(
            SplitEnumeratorContext<LetterSplit> context, Collection<LetterSplit> splits) {
        return new IteratorSourceEnumerator<>(context, splits);
    }

    ReplaySettings settings() {
        return settings;
    }

    /** All letters that are there now. */
    LetterSplit start() {
        return new LetterSplit(files(), 0, null);
    }

    private List<LetterSplit.LetterFile> files() {
        Path folder = new Path(settings.path());
        try {
            FileSystem files = folder.getFileSystem();
            List<LetterSplit.LetterFile> found = new ArrayList<>();
            for (FileStatus file : files.listStatus(folder)) {
                String name = file.getPath().getName();
                String complete = name.endsWith(Replay.IN_PROGRESS)
                        ? name.substring(0, name.length() - Replay.IN_PROGRESS.length())
                        : name;
                if (!file.isDir() && complete.endsWith(SUFFIX)) {
                    found.add(new LetterSplit.LetterFile(new Path(folder, complete).toString(), file.getLen()));
                }
            }
            found.sort(Comparator.comparing(LetterSplit.LetterFile::path));
            return found;
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Source " + settings.source() + ": the folder of dead letters " + folder + " cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }

    @Override
    public SimpleVersionedSerializer<LetterSplit> getSplitSerializer() {
        return new LetterSplitSerializer();
    }

    @Override
    public SimpleVersionedSerializer<Collection<LetterSplit>> getEnumeratorCheckpointSerializer() {
        return new LetterSplitSerializer.OfAll();
    }
}
