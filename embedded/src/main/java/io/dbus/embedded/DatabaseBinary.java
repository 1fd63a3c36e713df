package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that runs a database server: the binary itself, or a launcher that passes its arguments on to it.
 *
 * @param path absolute
 * @param version as it reports it, such as {@code 9.7.4}
 * @param isMariaDb whether it is MariaDB, which calls its server mysqld too
 */
record DatabaseBinary(Path path, String version, boolean isMariaDb) implements DatabaseSource {
    private static final Pattern VERSION = Pattern.compile("Ver\\s+(\\d+\\.\\d+\\.\\d+)");
    private static final byte[] ELF = {0x7f, 'E', 'L', 'F'};

    DatabaseBinary {
        requireNonNull(path, "path is null");
        requireNonNull(version, "version is null");
    }

    /**
     * Asks the program for its version.
     *
     * @throws ServerUnavailableException when it does not run or is no such server
     */
    static DatabaseBinary inspect(Path path) {
        if (!Files.isExecutable(path)) {
            throw new ServerUnavailableException(path + " is not an executable file");
        }
        CommandResult result = CommandResult.of(List.of(path.toString(), "--version"));
        Matcher matcher = VERSION.matcher(result.output());
        if (result.exitCode() != 0 || !matcher.find()) {
            throw new ServerUnavailableException(
                    path + " --version does not answer like a server but with: " + result.lastLine());
        }
        return new DatabaseBinary(
                path.toAbsolutePath(), matcher.group(1), result.output().contains("MariaDB"));
    }

    String product() {
        return isMariaDb ? "MariaDB" : "MySQL";
    }

    /** The first program of that name in the directories of a PATH. */
    static Optional<Path> onPath(String name, String path) {
        for (String directory : path.split(":")) {
            Path candidate = Path.of(directory.isEmpty() ? "." : directory, name);
            if (Files.isRegularFile(candidate) && Files.isExecutable(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    /**
     * The command line up to the options. The machine's own option files are kept out; a launcher does that itself, since
     * {@code --no-defaults} must be the first argument that the server sees.
     */
    List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(path.toString());
        if (isElf()) {
            command.add("--no-defaults");
        }
        if ("root".equals(System.getProperty("user.name"))) {
            command.add("--user=root");
        }
        return command;
    }

    private boolean isElf() {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(ELF.length), ELF);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + path, e);
        }
    }
}
