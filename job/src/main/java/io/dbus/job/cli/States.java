package io.dbus.job.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The savepoints and checkpoints of a pipeline's state folder. */
final class States {
    static final String LAST = "last";
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:");

    private States() {}

    /** What {@code --from} means: a path, or the newest state in a folder. */
    static String resolve(CommandSpec spec, String from, Path folder) throws IOException {
        if (!from.equals(LAST)) {
            return existing(spec, from, folder);
        }
        return newest(folder)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(),
                        "There is no completed savepoint or checkpoint in " + folder + "; start without --from"))
                .toUri()
                .toString();
    }

    /** What the newest state in a folder is and how old, for people. */
    static String words(String newest, Instant now) {
        Path state = Path.of(URI.create(newest));
        Instant made = Instant.ofEpochMilli(state.resolve("_metadata").toFile().lastModified());
        return "the latest state is a "
                + (state.getFileName().toString().startsWith("chk-") ? "checkpoint" : "savepoint") + " made "
                + Texts.ago(Duration.between(made, now)) + ": " + newest;
    }

    /** What lies on this machine is looked for here: Flink would tell of its lack only when the job runs, and not what to do. */
    private static String existing(CommandSpec spec, String from, Path folder) {
        boolean elsewhere = SCHEME.matcher(from).lookingAt() && !from.startsWith("file:");
        if (!elsewhere) {
            Path state = from.startsWith("file:") ? Path.of(URI.create(from).getPath()) : Path.of(from);
            if (!Files.isRegularFile(state) && !Files.isRegularFile(state.resolve("_metadata"))) {
                throw new ParameterException(
                        spec.commandLine(),
                        "There is no savepoint or checkpoint at " + from
                                + ", which would be a folder with a file _metadata; --from last takes the newest in "
                                + folder);
            }
        }
        return from;
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
