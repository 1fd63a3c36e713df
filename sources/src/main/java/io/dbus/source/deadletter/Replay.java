package io.dbus.source.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The events of the letters of a split, each id once. One that begins in the middle reads the letters before again for their ids, and emits none of
 * them. Not thread-safe.
 */
final class Replay implements Iterator<Event> {
    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);
    static final String IN_PROGRESS = ".inprogress";

    private final LetterSplit split;
    private final ReplaySettings settings;
    private final EventSerializer events = new EventSerializer();
    private final Set<String> seen = new HashSet<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private int file = -1;
    private InputStream in;
    private long left;
    private long lines;
    private long passed;
    private long digests;
    private Event next;

    Replay(LetterSplit split) {
        this.split = split;
        this.settings = split.settings();
        this.passed = split.passed();
    }

    /** How many lines are done: those up to the last event that was given out. */
    long passed() {
        return passed;
    }

    @Override
    public boolean hasNext() {
        try {
            while (next == null && nextLine()) {
                next = event(line.toString(UTF_8), lines > split.passed());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "Source " + settings.source() + ": the dead letters in " + settings.path() + " cannot be read: "
                            + e.getMessage(),
                    e);
        }
        return next != null;
    }

    @Override
    public Event next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        Event event = next;
        next = null;
        passed = lines;
        return event;
    }

    /** The event of a letter; null for one that is not to be emitted. */
    private Event event(String text, boolean emit) {
        StoredLetter letter;
        try {
            letter = StoredLetter.parse(text);
        } catch (IOException e) {
            throw new ReplayException(
                    "Source " + settings.source() + ": a line of "
                            + split.files().get(file).path() + " is no dead letter (" + e.getMessage()
                            + "); take it out of the file.",
                    e);
        }
        if (!settings.wants(letter) || !seen.add(letter.id()) || !emit) {
            return null;
        }
        if (letter.event() == null) {
            return withoutBytes(letter);
        }
        try {
            return events.deserialize(new DataInputDeserializer(letter.event()));
        } catch (IOException e) {
            throw new ReplayException(
                    "Source " + settings.source() + ": the event of the dead letter " + letter.id()
                            + " cannot be read: " + e.getMessage()
                            + "; replay it with the dbus that wrote it, or a newer one.",
                    e);
        }
    }

    private Event withoutBytes(StoredLetter letter) {
        if (!settings.skipDigests()) {
            throw new ReplayException(
                    "Source " + settings.source() + ": the dead letter " + letter.id()
                            + " holds only the digest of its event, which was larger than max-bytes of the dead letters; set "
                            + DeadLetterSourcePlugin.WITHOUT_BYTES.key()
                            + " to skip, and see to that event by its origin.",
                    null);
        }
        digests++;
        return null;
    }

    /** Reads a line; false when there is none any more. */
    private boolean nextLine() throws IOException {
        line.reset();
        while (true) {
            if (in == null && !nextFile()) {
                return false;
            }
            int b = left == 0 ? -1 : in.read();
            left--;
            if (b == '\n') {
                lines++;
                return true;
            } else if (b >= 0) {
                line.write(b);
            } else {
                endOfFile();
            }
        }
    }

    private boolean nextFile() throws IOException {
        if (file + 1 >= split.files().size()) {
            return false;
        }
        file++;
        LetterSplit.LetterFile of = split.files().get(file);
        left = of.length();
        in = new BufferedInputStream(open(new Path(of.path())), 1 << 16);
        return true;
    }

    private static InputStream open(Path path) throws IOException {
        try {
            return path.getFileSystem().open(path);
        } catch (FileNotFoundException e) {
            return path.getFileSystem().open(path.suffix(IN_PROGRESS));
        }
    }

    private void endOfFile() throws IOException {
        in.close();
        in = null;
        String path = split.files().get(file).path();
        if (line.size() > 0) {
            LOG.warn("Source {}: the last line of {} was not complete and is left out", settings.source(), path);
            line.reset();
        }
        if (digests > 0) {
            LOG.warn(
                    "Source {}: {} dead letters up to the end of {} hold only digests and are passed over",
                    settings.source(),
                    digests,
                    path);
        }
    }
}
