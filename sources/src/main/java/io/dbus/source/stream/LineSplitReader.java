package io.dbus.source.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;

/** Reads the lines of a stream, in the fetcher's thread, which waits when they are not taken. */
@SuppressWarnings("try") // close() throws InterruptedException because Flink's does.
final class LineSplitReader implements SplitReader<Line, StreamSplit> {
    private final StreamSettings settings;
    private final StreamFigures figures;
    // Volatile: woken by another thread.
    private volatile LineInput input;

    LineSplitReader(StreamSettings settings, StreamFigures figures) {
        this.settings = settings;
        this.figures = figures;
    }

    @Override
    public RecordsWithSplitIds<Line> fetch() throws IOException {
        LineBatch batch = new LineBatch(settings.source());
        if (input == null) {
            return batch;
        }
        try {
            if (!input.read(batch)) {
                batch.end();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return batch;
    }

    @Override
    public void handleSplitsChanges(SplitsChange<StreamSplit> change) {
        for (StreamSplit split : change.splits()) {
            try {
                input = open(split.place());
            } catch (IOException e) {
                throw new UncheckedIOException(e.getMessage(), e);
            }
        }
    }

    private LineInput open(Optional<FilePlace> place) throws IOException {
        return switch (settings.kind()) {
            case FILE -> new FileInput(settings, figures, place);
            case COMMAND -> new CommandInput(settings, figures);
            case TCP, UNIX -> SocketInput.open(settings, figures);
        };
    }

    @Override
    public void wakeUp() {
        LineInput current = input;
        if (current != null) {
            current.wakeUp();
        }
    }

    @Override
    public void close() throws Exception {
        if (input != null) {
            input.close();
        }
    }
}
