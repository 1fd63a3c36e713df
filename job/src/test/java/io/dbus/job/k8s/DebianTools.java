package io.dbus.job.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.embedded.ServerUnavailableException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Programs of Debian's packages that look at manifests and rules: {@code kustomize}, {@code promtool}, {@code amtool}, {@code prometheus}. */
final class DebianTools {
    private static final String SCRIPT = "get-debian-tools.sh";
    private static Path programs;

    private DebianTools() {}

    /** What a program said, standard output and error apart. */
    record Said(int exitCode, String output, String errors) {}

    /**
     * Runs a program to its end.
     *
     * @throws ServerUnavailableException when this machine cannot have it
     */
    static Said run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(path(program).toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    /** Where a program is; fetched the first time. */
    static synchronized Path path(String program) throws IOException, InterruptedException {
        if (programs == null) {
            programs = fetch();
        }
        return programs.resolve(program);
    }

    private static Path fetch() throws IOException, InterruptedException {
        String configured = System.getenv("XDG_CACHE_HOME");
        Path cache = configured != null && !configured.isBlank()
                ? Path.of(configured)
                : Path.of(System.getProperty("user.home"), ".cache");
        Path script = Files.createTempFile("dbus-tools", ".sh");
        try (InputStream in = DebianTools.class.getResourceAsStream(SCRIPT)) {
            Files.write(script, in.readAllBytes());
            Said said = run(List.of(
                    "bash", script.toString(), cache.resolve("dbus/k8s-tools").toString()));
            if (said.exitCode() != 0) {
                throw new ServerUnavailableException("kustomize, promtool and amtool cannot be fetched: "
                        + said.errors().lines().reduce((first, last) -> last).orElse(SCRIPT + " said nothing"));
            }
            return Path.of(said.output().lines().reduce((first, last) -> last).orElseThrow());
        } finally {
            Files.delete(script);
        }
    }

    private static Said run(List<String> command) throws IOException, InterruptedException {
        Path output = Files.createTempFile("dbus-tool", ".out");
        Path errors = Files.createTempFile("dbus-tool", ".err");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectInput(Path.of("/dev/null").toFile())
                    .redirectOutput(output.toFile())
                    .redirectError(errors.toFile())
                    .start();
            int exitCode = process.waitFor();
            return new Said(exitCode, Files.readString(output, UTF_8), Files.readString(errors, UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot run " + command.get(0), e);
        } finally {
            Files.delete(output);
            Files.delete(errors);
        }
    }
}
