package io.dbus.job.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.cli.Dbus;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The command line, as a user of a cluster has it. */
final class CommandLine {
    private static final Pattern JOB = Pattern.compile("job ([0-9a-f]{32})");

    private final Path folder;
    private final Optional<String> url;
    private final Map<String, String> environment;

    /** What one command printed and how it ended. */
    record Result(int code, String out, String err) {
        Result succeeded() {
            assertThat(code).as(out + err).isZero();
            return this;
        }

        Result failedWith(int expected) {
            assertThat(code).as(out + err).isEqualTo(expected);
            return this;
        }

        /** The id of the last job that was named. */
        String job() {
            return lastJob(out).orElseThrow(() -> new AssertionError("no job is named: " + out + err));
        }
    }

    /** The id of the last job that an output names. */
    static Optional<String> lastJob(String output) {
        return JOB.matcher(output).results().map(match -> match.group(1)).reduce((first, second) -> second);
    }

    CommandLine(Path folder, String url, Map<String, String> environment) {
        this(folder, Optional.of(url), environment);
    }

    private CommandLine(Path folder, Optional<String> url, Map<String, String> environment) {
        this.folder = folder;
        this.url = url;
        this.environment = environment;
    }

    /** Of a user who says no address: the environment names the cluster. */
    static CommandLine of(Path folder, Map<String, String> environment) {
        return new CommandLine(folder, Optional.empty(), environment);
    }

    Result run(String... args) {
        return run(new ByteArrayOutputStream(), args);
    }

    /** A command whose output is read while it runs. */
    Result run(ByteArrayOutputStream out, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        url.ifPresent(address -> all.addAll(List.of("--jobmanager", address)));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Dbus.run(out, err, environment, all.toArray(new String[0]));
        return new Result(code, out.toString(UTF_8), err.toString(UTF_8));
    }

    /** A file of a text. */
    String file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "pipeline", ".yaml"), text)
                .toString();
    }
}
