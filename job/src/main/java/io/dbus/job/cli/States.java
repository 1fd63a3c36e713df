package io.dbus.job.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The savepoints and checkpoints of a pipeline's state folder. */
final class States {
    static final String LAST = "last";

    private States() {}

    /** What {@code --from} means: a path, or the newest state in a folder. */
    static String resolve(CommandSpec spec, String from, Path folder) throws IOException {
        if (!from.equals(LAST)) {
            return from;
        }
        return newest(folder)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "There is no completed savepoint or checkpoint in " + folder + "; start without --from"))
                .toUri()
                .toString();
    }

    /** The newest completed savepoint or checkpoint: Flink writes its {@code _metadata} last. */
    static Optional<Path> newest(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .max(Comparator.comparing(file -> file.toFile().lastModified()))
                    .map(file -> file.toAbsolutePath().getParent());
        }
    }
}
