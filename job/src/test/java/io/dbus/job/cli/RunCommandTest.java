package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.plugin.TestSinkPlugin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunCommandTest {
    private static final String PIPELINE = """
            name: runs
            sources:
              numbers: {type: test-source, hostname: h, count: COUNT, password: '${env:PW}'}
            operators:
              pass: {type: test-pass, inputs: [numbers]}
              count: {type: test-count, inputs: [pass]}
            sinks:
              kept: {type: test-sink, inputs: [count], into: INTO}
            pipeline:
              parallelism: 2
              flink.execution.checkpointing.interval: 200 ms
              flink.restart-strategy.type: none
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void end() {
        processes.forEach(Process::destroyForcibly);
    }

    @Test
    void a_pipeline_that_ends_delivers_each_event_once_and_exits_0() throws Exception {
        int code = run("a-good-password", "run", file("1000", "run-once"), "--state", folder + "/state");

        assertThat(err.toString(UTF_8)).isEmpty();
        assertThat(code).isZero();
        assertThat(TestSinkPlugin.committed("run-once"))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 1000).mapToObj(Integer::toString).toList());
        assertThat(out.toString(UTF_8))
                .contains("web UI at http://", "keyed: the operator count keeps state by key", "the job has finished");
    }

    @Test
    void a_job_that_fails_exits_1_with_the_root_cause_in_one_line_and_no_secret() throws Exception {
        int code = run("wrong-pw-77", "run", file("10", "run-fails"), "--state", folder + "/state");

        assertThat(code).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .startsWith("dbus: the job failed: ")
                .contains("The server refuses the password ******")
                .doesNotContain("wrong-pw-77")
                .doesNotContain("\tat ");
        assertThat(err.toString(UTF_8).lines()).hasSize(2);
    }

    @Test
    void verbose_shows_where_a_failure_comes_from_and_still_no_secret() throws Exception {
        run("wrong-pw-77", "run", "-v", file("10", "run-fails"), "--state", folder + "/state");

        assertThat(err.toString(UTF_8)).contains("\tat io.dbus.").doesNotContain("wrong-pw-77");
    }

    @Test
    void a_preflight_that_finds_something_keeps_the_job_from_starting() throws Exception {
        Path file = Path.of(file("10", "run-preflight"));
        Files.writeString(file, Files.readString(file).replace("hostname: h", "hostname: down.example"));

        assertThat(run("a-good-password", "run", file.toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .isEqualTo(file + ":3:32: sources.numbers.hostname: down.example does not answer; start it\n");
    }

    @Test
    void from_last_without_a_state_is_bad_usage() throws Exception {
        assertThat(run("a-good-password", "run", file("10", "x"), "--state", folder + "/none", "--from", "last"))
                .isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("no completed savepoint or checkpoint in " + folder + "/none");
    }

    @Test
    void interrupted_it_stops_with_a_savepoint_exits_0_and_goes_on_from_there() throws Exception {
        String file = file("-1", "elsewhere");

        Process first = start("run", file, "--state", folder + "/state");
        await(first, "TestSource connects with password ******");
        assertThat(run("a-good-password", "run", file, "--state", folder + "/state"))
                .isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("another run, process " + first.pid() + ", uses the state in ");
        interrupt(first);
        assertThat(first.exitValue()).as(output(first)).isZero();
        assertThat(output(first)).contains("stopped; --from last goes on from file:" + folder + "/state/savepoints/");

        Process second = start("run", file, "--state", folder + "/state", "--from", "last", "-v");
        await(second, "from savepoint");
        interrupt(second);
        assertThat(output(first) + output(second)).doesNotContain("secret-of-processes");
        assertThat(second.exitValue()).as(output(second)).isZero();
    }

    @Test
    void stopped_from_outside_it_ends_and_leaves_its_savepoint_where_from_last_finds_it() throws Exception {
        String file = file("-1", "elsewhere");
        // What this machine's Flink is configured with is for its clusters.
        Path conf = Files.createDirectory(folder.resolve("conf"));
        Files.writeString(
                conf.resolve("config.yaml"), "execution.checkpointing.savepoint-dir: file://" + folder + "/clusters\n");

        Process first = start("run", file, "--state", folder + "/state");
        await(first, "TestSource connects with password ******");
        Matcher webUi = Pattern.compile("web UI at (\\S+),").matcher(output(first));
        assertThat(webUi.find()).as(output(first)).isTrue();
        int code = Dbus.run(
                out,
                err,
                Map.of("FLINK_CONF_DIR", conf.toString()),
                "stop",
                "runs",
                "--jobmanager",
                webUi.group(1),
                "--timeout",
                "5m");

        assertThat(code).as(err.toString(UTF_8)).isZero();
        String savepoint = "file:" + folder + "/state/savepoints/runs/savepoint-";
        assertThat(out.toString(UTF_8)).contains("stopped; dbus run --from last goes on from " + savepoint);
        assertThat(first.waitFor(90, TimeUnit.SECONDS)).isTrue();
        assertThat(first.exitValue()).as(output(first)).isZero();

        Process second = start("run", file, "--state", folder + "/state", "--from", "last", "-v");
        await(second, "from savepoint");
        interrupt(second);
        assertThat(output(second))
                .containsPattern("the latest state is a savepoint made .* ago: file:/+.*/savepoints/runs/savepoint-");
    }

    private String file(String count, String into) throws IOException {
        return Files.writeString(
                        folder.resolve("p.yaml"),
                        PIPELINE.replace("COUNT", count).replace("INTO", into))
                .toString();
    }

    private int run(String password, String... args) {
        return Dbus.run(out, err, Map.of("PW", password), args);
    }

    private Process start(String... args) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.dbus.job.cli.Dbus"));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(folder.resolve("output-" + processes.size()).toFile());
        builder.environment().put("PW", "secret-of-processes");
        Process process = builder.start();
        processes.add(process);
        return process;
    }

    private void await(Process process, String text) throws IOException {
        Awaitility.await()
                .atMost(90, TimeUnit.SECONDS)
                .until(() -> !process.isAlive() || output(process).contains(text));
        assertThat(output(process)).contains(text);
    }

    private static void interrupt(Process process) throws Exception {
        new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
        assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
    }

    private String output(Process process) throws IOException {
        return Files.readString(folder.resolve("output-" + processes.indexOf(process)));
    }
}
