package io.dbus.embedded;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;

/**
 * The log file of one process. All logs of this JVM lie in one directory, which outlives it:
 * {@code <root>/<time>-<pid>}, the root being the system property {@code dbus.embedded.logs}, else {@code
 * dbus-logs-<user>} under {@code java.io.tmpdir}. Directories older than three days are removed.
 */
final class ServerLog {
    private static final Duration KEPT = Duration.ofDays(3);
    private static final int TAIL_BYTES = 4096;
    private static final Path DIRECTORY = createDirectory();

    private final Path file;
    private volatile long startOffset;

    ServerLog(String name) {
        this.file = DIRECTORY.resolve(name + ".log");
    }

    private static Path createDirectory() {
        String property = System.getProperty("dbus.embedded.logs");
        Path root = property != null
                ? Path.of(property).toAbsolutePath()
                : Path.of(System.getProperty("java.io.tmpdir"), "dbus-logs-" + System.getProperty("user.name"));
        String run = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").format(LocalDateTime.now()) + "-"
                + ProcessHandle.current().pid();
        try {
            Files.createDirectories(root);
            removeOld(root);
            return Files.createDirectories(root.resolve(run));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a directory for the servers' logs in " + root, e);
        }
    }

    private static void removeOld(Path root) throws IOException {
        Instant limit = Instant.now().minus(KEPT);
        try (DirectoryStream<Path> runs = Files.newDirectoryStream(root, "[0-9]*-[0-9]*-[0-9]*")) {
            for (Path run : runs) {
                if (Files.getLastModifiedTime(run).toInstant().isBefore(limit)) {
                    RunDirectory.deleteTree(run);
                }
            }
        }
    }

    Path file() {
        return file;
    }

    /** Adds what another command said. */
    void append(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** From now on {@link #sinceStart} and {@link #tail} begin here: a restarted server appends to its log. */
    void markStart() {
        try {
            startOffset = Files.exists(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** All that was logged since the last start. */
    String sinceStart() {
        return read(startOffset);
    }

    /** The last lines logged since the last start. */
    String tail() {
        try {
            long length = Files.exists(file) ? Files.size(file) : 0;
            String text = read(Math.max(startOffset, length - TAIL_BYTES)).stripTrailing();
            return text.isEmpty() ? "(nothing was logged)" : text;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    private String read(long offset) {
        if (!Files.exists(file)) {
            return "";
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.max(0, in.length() - offset)];
            in.seek(offset);
            in.readFully(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** The failure of a server, with its log's path and last lines. */
    ServerFailedException failure(String message) {
        return new ServerFailedException(message + "; its log is " + file + " and ends with:\n" + tail());
    }

    ServerFailedException failure(String message, Throwable cause) {
        return new ServerFailedException(
                message + ": " + cause.getMessage() + "; its log is " + file + " and ends with:\n" + tail(), cause);
    }
}
