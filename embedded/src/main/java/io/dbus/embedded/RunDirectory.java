package io.dbus.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The directory of everything that this JVM starts: {@code dbus-<pid>-<random>} under {@code java.io.tmpdir}, with one
 * directory for each server. It is removed at the end of the JVM; a guard process does it where the JVM cannot.
 */
final class RunDirectory {
    private static final RunDirectory INSTANCE = create();

    private final Path path;
    private final Path supervisor;

    /** Held for the pipe to its input, which must not end before this JVM does. */
    private final Process guard;

    private final Map<String, Integer> counters = new HashMap<>();

    private RunDirectory(Path path) throws IOException {
        this.path = path;
        this.supervisor = script(path, "supervise.sh");
        this.guard = new ProcessBuilder(
                        ownSession("sh", script(path, "guard.sh").toString(), path.toString()))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    static RunDirectory ofThisJvm() {
        return INSTANCE;
    }

    private static RunDirectory create() {
        try {
            Path temporary = Path.of(System.getProperty("java.io.tmpdir"));
            Path path = Files.createTempDirectory(
                            temporary, "dbus-" + ProcessHandle.current().pid() + "-")
                    .toRealPath();
            RunDirectory directory = new RunDirectory(path);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                SupervisedProcess.killAll();
                                deleteTree(path);
                            },
                            "dbus-embedded-shutdown"));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a directory for servers under java.io.tmpdir", e);
        }
    }

    /** A name that no other server of this JVM has: the kind and a number counted from 1. */
    synchronized String nextName(String kind) {
        return kind + "-" + counters.merge(kind, 1, Integer::sum);
    }

    /** Makes the directory of one server. */
    Path make(String name) {
        try {
            return Files.createDirectory(path.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make the directory of " + name + " in " + path, e);
        }
    }

    Path path() {
        return path;
    }

    /** The script that {@link SupervisedProcess} starts servers with. */
    Path supervisor() {
        return supervisor;
    }

    /** The process that removes this directory after the death of this JVM. */
    long guardPid() {
        return guard.pid();
    }

    /**
     * Makes it a command in a session of its own where this system can: so a signal to the process group of this JVM, as
     * Ctrl-C sends one, and {@code timeout}, and CI systems, does not reach what must see to the end of the servers.
     */
    static List<String> ownSession(String... command) {
        boolean possible = DatabaseBinary.onPath("setsid", System.getenv().getOrDefault("PATH", ""))
                .isPresent();
        return Stream.concat(possible ? Stream.of("setsid") : Stream.empty(), Stream.of(command))
                .toList();
    }

    /** Writes a script of this module to a file that a shell can run. */
    static Path script(Path directory, String name) throws IOException {
        Path file = directory.resolve(name);
        try (InputStream in = RunDirectory.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + name + " is not on the class path");
            }
            Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
            return file;
        }
    }

    /** Removes a directory and all in it; what somebody else removes at the same time is no error. */
    static void deleteTree(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                    if (e instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw e;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path directory, IOException e) throws IOException {
                    if (e != null && !(e instanceof NoSuchFileException)) {
                        throw e;
                    }
                    Files.deleteIfExists(directory);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot remove " + root, e);
        }
    }
}
