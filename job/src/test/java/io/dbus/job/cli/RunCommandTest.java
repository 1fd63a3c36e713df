package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.plugin.TestSinkPlugin;
import java.io.ByteArrayOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void a_pipeline_that_ends_delivers_each_event_once_and_exits_0() throws Exception {
        Path file = Files.writeString(folder.resolve("p.yaml"), """
                name: first
                sources:
                  numbers: {type: test-source, hostname: h, count: 1000}
                operators:
                  pass: {type: test-pass, inputs: [numbers]}
                  count: {type: test-count, inputs: [pass]}
                sinks:
                  kept: {type: test-sink, inputs: [count], into: run-first}
                pipeline:
                  parallelism: 2
                """);

        int code =
                run("run", file.toString(), "--state", folder.resolve("state").toString());

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(TestSinkPlugin.committed("run-first"))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 1000).mapToObj(Integer::toString).toList());
        assertThat(out.toString(UTF_8)).contains("web UI at http://", "keyed: the operator count keeps state by key");
    }

    private int run(String... args) {
        return Dbus.run(out, err, Map.of(), args);
    }
}
