package io.dbus.source.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of a file that grows, as {@code tail -F} follows it. A line that has no end yet waits for it. When the path names another file, the old one is read to its end first, and then those that took
 * its place in between; a file that is shorter than what was read of it, or has another beginning, was truncated and is read from its beginning.
 */
final class FileInput implements LineInput {
    private static final Logger LOG = LoggerFactory.getLogger(FileInput.class);
    private static final long POLL_MILLIS = 50;

    /** Whoever writes into a file that was renamed does so for a while yet. */
    private static final long QUIET_NANOS = 1_000_000_000L;

    private static final List<String> COMPRESSED = List.of(".gz", ".bz2", ".xz", ".zst", ".zip");

    private final StreamSettings settings;
    private final StreamFigures figures;
    private final Path path;
    private final Wait wait = new Wait();
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16);
    private final LineAssembler assembler;
    private Optional<FilePlace> resume;
    private Optional<TailedFile> open = Optional.empty();
    private boolean first = true;
    private long quietSince = System.nanoTime();

    FileInput(StreamSettings settings, StreamFigures figures, Optional<FilePlace> resume) {
        this.settings = settings;
        this.figures = figures;
        this.path = Path.of(settings.place());
        this.assembler = new LineAssembler(settings.maxLineBytes());
        this.resume = resume;
    }

    @Override
    public boolean read(LineBatch batch) throws IOException, InterruptedException {
        if (open.isEmpty()) {
            open = resume.isPresent() ? Optional.of(again(resume.get())) : begin();
            resume = Optional.empty();
            open.ifPresent(file -> place(file, batch));
        }
        if (open.isEmpty()) {
            wait.milliseconds(POLL_MILLIS);
            return true;
        }
        TailedFile file = open.get();
        if (file.isTruncated(assembler.pending())) {
            // Looked for first: what is behind the offset now would be no continuation.
            truncated(file);
            place(file, batch);
            return true;
        }
        boolean any = false;
        while (!batch.isFull() && chunk(file, batch)) {
            any = true;
        }
        if (any) {
            quietSince = System.nanoTime();
        } else if (isReplaced(file) && System.nanoTime() - quietSince > QUIET_NANOS) {
            leave(file, batch);
        } else {
            wait.milliseconds(POLL_MILLIS);
        }
        return true;
    }

    /** Lets a checkpoint know where reading goes on before a line has come from there. */
    private static void place(TailedFile file, LineBatch batch) {
        batch.add(new Line(
                Line.State.PLACE, new byte[0], 0, file.path().toString(), file.offset(), Optional.of(file.place())));
    }

    private boolean chunk(TailedFile file, LineBatch batch) throws IOException {
        buffer.clear();
        int count = file.read(buffer, assembler.pending());
        if (count <= 0) {
            return false;
        }
        assembler.feed(buffer.array(), 0, count, new Lines(file, batch, 1));
        return true;
    }

    /** The file under the path at the first start, if there is one. */
    private Optional<TailedFile> begin() throws IOException {
        try {
            TailedFile file = TailedFile.open(path);
            if (first && settings.latest()) {
                file.atLastLine(settings.maxLineBytes());
            }
            LOG.info("Source {}: reads {} from byte {}", settings.source(), path, file.offset());
            return Optional.of(file);
        } catch (NoSuchFileException e) {
            // Not there yet: it is waited for, and then read from its beginning.
            return Optional.empty();
        } finally {
            first = false;
        }
    }

    /** The file of a saved place, under its path or under the name that it was given since. */
    private TailedFile again(FilePlace place) throws IOException {
        first = false;
        List<Path> candidates = new ArrayList<>();
        candidates.add(path);
        candidates.addAll(named());
        for (Path candidate : candidates) {
            try {
                TailedFile file = TailedFile.open(candidate);
                if (file.is(place)) {
                    LOG.info("Source {}: goes on in {} at byte {}", settings.source(), candidate, place.offset());
                    return file.at(place);
                }
                file.close();
            } catch (NoSuchFileException e) {
                LOG.debug("{} is not there", candidate);
            }
        }
        String what = "Source " + settings.source() + ": the file that was read up to byte " + place.offset() + " as "
                + place.file() + " is no more, or is another one, neither under " + path
                + " nor beside it under a name that begins so: lines that came after may be lost";
        if (settings.failOnLoss()) {
            throw new IOException(what + "; bring it back, or set lost-file to continue to go on with " + path + ".");
        }
        LOG.warn("{}; goes on with {} from its beginning", what, path);
        figures.truncated();
        return waitFor();
    }

    private TailedFile waitFor() throws IOException {
        try {
            return TailedFile.open(path);
        } catch (NoSuchFileException e) {
            throw new IOException(
                    "Source " + settings.source() + ": there is no file " + path + " to go on with; the job starts"
                            + " again until there is.",
                    e);
        }
    }

    private boolean isReplaced(TailedFile file) throws IOException {
        try {
            return !TailedFile.id(path).equals(file.id());
        } catch (NoSuchFileException e) {
            // Between a rename and the new file, or for good: nothing else is to be read.
            return false;
        }
    }

    private void truncated(TailedFile file) {
        LOG.warn(
                "Source {}: {} was truncated or written anew, {} bytes into a line without an end are lost; it is read from its"
                        + " beginning",
                settings.source(),
                file.path(),
                assembler.pending());
        figures.truncated();
        assembler.cut();
        file.restart();
    }

    /** A file is read to its end: its last line, and the next file. */
    private void leave(TailedFile file, LineBatch batch) throws IOException {
        Lines taker = new Lines(file, batch, 0);
        if (assembler.pending() > 0) {
            if (settings.unterminated() == Unterminated.REJECT) {
                long length = assembler.pending();
                taker.add(Line.State.CUT, assembler.cut(), length);
            } else {
                assembler.end(taker);
            }
        }
        Optional<TailedFile> next = next(file);
        if (next.isPresent()) {
            LOG.info(
                    "Source {}: {} was replaced, goes on with {}",
                    settings.source(),
                    path,
                    next.get().path());
            figures.rotated();
            file.close();
            open = next;
            place(next.get(), batch);
            quietSince = System.nanoTime();
        }
    }

    /** The oldest of the files that were written after one, or that under the path; none while files are being renamed: the next look finds it. */
    private Optional<TailedFile> next(TailedFile file) throws IOException {
        try {
            Optional<FileTime> written = Optional.empty();
            Map<Path, FileTime> others = new LinkedHashMap<>();
            for (Path candidate : named()) {
                if (TailedFile.id(candidate).equals(file.id())) {
                    written = Optional.of(Files.getLastModifiedTime(candidate));
                } else if (!candidate.equals(path)) {
                    others.put(candidate, Files.getLastModifiedTime(candidate));
                }
            }
            if (written.isPresent()) {
                FileTime last = written.get();
                others.values().removeIf(time -> time.compareTo(last) <= 0);
                Optional<Path> oldest = others.entrySet().stream()
                        .min(Map.Entry.comparingByValue())
                        .map(Map.Entry::getKey);
                if (oldest.isPresent()) {
                    return Optional.of(TailedFile.open(oldest.get()));
                }
            }
            return Optional.of(TailedFile.open(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** The files beside the path whose names begin with its own, but compressed ones. */
    private List<Path> named() throws IOException {
        Path directory = path.toAbsolutePath().getParent();
        String name = path.getFileName().toString();
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().startsWith(name))
                    .filter(file -> COMPRESSED.stream()
                            .noneMatch(end -> file.getFileName().toString().endsWith(end)))
                    .filter(Files::isRegularFile)
                    .sorted()
                    .toList();
        }
    }

    private final class Lines implements LineAssembler.Lines {
        private final TailedFile file;
        private final LineBatch batch;
        private final int lineEnd;

        /** Takes the lines of a file, each with so many bytes of line end. */
        Lines(TailedFile file, LineBatch batch, int lineEnd) {
            this.file = file;
            this.batch = batch;
            this.lineEnd = lineEnd;
        }

        @Override
        public void whole(byte[] line) {
            add(Line.State.WHOLE, line, line.length);
        }

        @Override
        public void tooLong(byte[] beginning, long length) {
            add(Line.State.TOO_LONG, beginning, length);
        }

        private void add(Line.State state, byte[] bytes, long length) {
            long begin = file.offset();
            file.moved(length + lineEnd);
            try {
                file.noteHead();
            } catch (IOException e) {
                throw new UncheckedIOException(
                        "Source " + settings.source() + ": " + file.path() + " cannot be read: " + e.getMessage(), e);
            }
            batch.add(new Line(state, bytes, length, file.path().toString(), begin, Optional.of(file.place())));
        }
    }

    @Override
    public void wakeUp() {
        wait.wakeUp();
    }

    @Override
    public void close() throws IOException {
        if (open.isPresent()) {
            open.get().close();
        }
    }
}
