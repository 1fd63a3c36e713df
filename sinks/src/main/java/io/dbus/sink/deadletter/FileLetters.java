package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectsContext;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Stores letters as lines of files. A file is complete, or its name ends in {@link LetterFiles#IN_PROGRESS}; once {@link #flush} has returned, its lines so far can be read
 * also when the process dies, and the machine, as far as the file system keeps what is synced.
 *
 * <p>{@code sync} is kept by local files and HDFS alone; of an object store a file is seen when it is closed and not before. There each flush completes the file, which then needs
 * no name of its own while it is written.
 */
final class FileLetters implements LetterStore {
    private static final Set<String> SYNCING = Set.of("file", "hdfs", "viewfs");
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Settings settings;
    private final String name;
    private final FileSystem files;
    private final boolean syncs;
    private FSDataOutputStream file;
    private BufferedOutputStream out;
    private Path complete;
    private Path written;
    private long size;
    private long openedNanos;
    private boolean dirty;

    /**
     * How files are written.
     *
     * @param rollSize the size in bytes at which a file is completed
     * @param rollAge the age at which it is
     */
    record Settings(String pipeline, Path folder, long rollSize, Duration rollAge) implements Serializable {
        private static final long serialVersionUID = 1L;

        Settings {
            requireNonNull(pipeline, "pipeline");
            requireNonNull(folder, "folder");
            requireNonNull(rollAge, "rollAge");
        }
    }

    FileLetters(Settings settings, RejectsContext context) throws IOException {
        this.settings = requireNonNull(settings, "settings");
        this.name = settings.pipeline() + "." + context.component() + "." + context.subtask() + "-" + context.attempt();
        this.files = settings.folder().getFileSystem();
        this.syncs = SYNCING.contains(files.getUri().getScheme());
    }

    @Override
    public int largest() {
        return Integer.MAX_VALUE;
    }

    @Override
    public void put(DeadLetter letter) throws IOException {
        if (file != null && (size >= settings.rollSize() || isOld())) {
            complete();
        }
        if (file == null) {
            open();
        }
        out.write(letter.json());
        out.write('\n');
        size += letter.json().length + 1;
        dirty = true;
    }

    private void open() throws IOException {
        files.mkdirs(settings.folder());
        String unique =
                TIME.format(Instant.now()) + "-" + UUID.randomUUID().toString().substring(0, 8);
        complete = new Path(settings.folder(), name + "." + unique + LetterFiles.SUFFIX);
        written = syncs ? complete.suffix(LetterFiles.IN_PROGRESS) : complete;
        file = files.create(written, FileSystem.WriteMode.NO_OVERWRITE);
        out = new BufferedOutputStream(file, 1 << 16);
        size = 0;
        openedNanos = System.nanoTime();
    }

    private boolean isOld() {
        return System.nanoTime() - openedNanos >= settings.rollAge().toNanos();
    }

    @Override
    public void flush() throws IOException {
        if (file == null) {
            return;
        }
        if (!syncs || isOld()) {
            complete();
        } else if (dirty) {
            sync();
        }
    }

    private void sync() throws IOException {
        out.flush();
        file.flush();
        file.sync();
        dirty = false;
    }

    private void complete() throws IOException {
        if (syncs) {
            sync();
        }
        // Closes the file too.
        out.close();
        file = null;
        dirty = false;
        if (syncs && !files.rename(written, complete)) {
            throw new IOException("The file of dead letters " + written + " cannot be renamed to " + complete.getName()
                    + ": see whether the folder is still there and may be written to");
        }
    }

    @Override
    public void close() throws IOException {
        if (file != null) {
            FSDataOutputStream open = file;
            try {
                complete();
            } finally {
                // Closed already unless it failed.
                open.close();
            }
        }
    }
}
