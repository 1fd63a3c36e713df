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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The command line, as a user of a cluster has it. */
final class CommandLine {
    private static final Pattern JOB = Pattern.compile("job ([0-9a-f]{32})");

    private final Path folder;
    private final String url;
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
            String id = "";
            Matcher matcher = JOB.matcher(out);
            while (matcher.find()) {
                id = matcher.group(1);
            }
            assertThat(id).as(out + err).isNotEmpty();
            return id;
        }
    }

    CommandLine(Path folder, String url, Map<String, String> environment) {
        this.folder = folder;
        this.url = url;
        this.environment = environment;
    }

    Result run(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--jobmanager");
        all.add(url);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
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
