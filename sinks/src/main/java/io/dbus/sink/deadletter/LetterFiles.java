package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads back what {@link FileLetters} wrote. */
final class LetterFiles {
    /** What the name of a complete file ends in. */
    static final String SUFFIX = ".jsonl";

    /** What stands behind that while the file is written, or when its process died. */
    static final String IN_PROGRESS = ".inprogress";

    private static final Logger LOG = LoggerFactory.getLogger(LetterFiles.class);

    private LetterFiles() {}

    /**
     * Hands over all lines of all files in a folder; none when there is no such folder. The last line of a file in progress may be cut off: it was not flushed, so its
     * event comes again.
     *
     * @throws IOException when a file cannot be read, or a complete one ends within a line
     */
    static void read(Path folder, Consumer<String> letters) throws IOException {
        FileSystem files = folder.getFileSystem();
        if (!files.exists(folder)) {
            return;
        }
        for (Path path : paths(files, folder)) {
            read(files, path, letters);
        }
    }

    private static List<Path> paths(FileSystem files, Path folder) throws IOException {
        FileStatus[] found = files.listStatus(folder);
        return found == null
                ? List.of()
                : Arrays.stream(found)
                        .filter(status -> !status.isDir())
                        .map(FileStatus::getPath)
                        .filter(path -> withoutProgress(path.getName()).endsWith(SUFFIX))
                        .sorted(Comparator.comparing(Path::getName))
                        .toList();
    }

    private static String withoutProgress(String name) {
        return name.endsWith(IN_PROGRESS) ? name.substring(0, name.length() - IN_PROGRESS.length()) : name;
    }

    private static void read(FileSystem files, Path path, Consumer<String> letters) throws IOException {
        boolean inProgress = path.getName().endsWith(IN_PROGRESS);
        try (InputStream in = new BufferedInputStream(files.open(path), 1 << 16)) {
            lines(in, path, inProgress, letters);
        } catch (FileNotFoundException e) {
            if (!inProgress) {
                throw e;
            }
            // Completed since it was listed.
            read(files, new Path(path.getParent(), withoutProgress(path.getName())), letters);
        }
    }

    private static void lines(InputStream in, Path path, boolean inProgress, Consumer<String> letters)
            throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                letters.accept(line.toString(UTF_8));
                line.reset();
            } else {
                line.write(next);
            }
        }
        if (line.size() > 0 && !inProgress) {
            throw new IOException("The file of dead letters " + path
                    + " ends within a line, though it is complete: it was damaged since");
        } else if (line.size() > 0) {
            LOG.warn(
                    "The last line of {} is not complete and is left out: its event was not stored and comes again",
                    path);
        }
    }
}
