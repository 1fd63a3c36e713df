package io.dbus.job.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.pipeline.Secrets;
import io.dbus.job.plugin.TestSinkPlugin;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalFlinkTest {
    private static final String ENDLESS = """
            name: endless
            sources:
              numbers: {type: test-source, hostname: h, count: -1, password: '${env:PW}', properties.token: tok-3f9a}
            operators:
              count: {type: test-count, inputs: [numbers]}
            sinks:
              kept: {type: test-sink, inputs: [count], into: INTO}
            pipeline:
              parallelism: 2
              flink.execution.checkpointing.interval: 100 ms
            """;

    @TempDir
    Path folder;

    @Test
    void an_edited_pipeline_goes_on_from_a_savepoint_at_another_parallelism_without_loss_or_repeat() throws Exception {
        String into = "edited";
        String savepoint;
        try (LocalFlink first = start(ENDLESS, into, LocalFlink.Options.in(folder))) {
            awaitCommitted(into, 100);
            savepoint = first.stop(Duration.ofMinutes(1));
            assertThat(first.result().getJobStatus()).contains(JobStatus.FINISHED);
        }
        int before = TestSinkPlugin.committed(into).size();

        String edited = ENDLESS.replace("operators:\n", "operators:\n  pass: {type: test-pass, inputs: [numbers]}\n")
                .replace("test-count, inputs: [numbers]", "test-count, inputs: [pass]")
                .replace("parallelism: 2", "parallelism: 3");
        try (LocalFlink second = start(edited, into, from(savepoint, false))) {
            awaitCommitted(into, before + 100);
            second.stop(Duration.ofMinutes(1));
        }

        List<Long> values =
                TestSinkPlugin.committed(into).stream().map(Long::valueOf).toList();
        assertThat(values).doesNotHaveDuplicates();
        // Each of the two splits counts on from its own begin.
        long half = Long.MAX_VALUE / 2;
        for (boolean upper : new boolean[] {false, true}) {
            TreeSet<Long> split = new TreeSet<>(
                    values.stream().filter(v -> (v >= half - 1) == upper).toList());
            assertThat(split.last() - split.first() + 1).isEqualTo(split.size());
        }
    }

    @Test
    void state_of_a_component_that_is_gone_is_dropped_only_when_asked() throws Exception {
        String into = "dropped";
        String savepoint;
        try (LocalFlink first = start(ENDLESS, into, LocalFlink.Options.in(folder))) {
            awaitCommitted(into, 10);
            savepoint = first.stop(Duration.ofMinutes(1));
        }
        String without = ENDLESS.replace("type: test-count", "type: test-pass")
                .replace("  count:", "  other:")
                .replace("[count]", "[other]");
        int before = TestSinkPlugin.committed(into).size();

        try (LocalFlink refused = start(without, into, from(savepoint, false))) {
            assertThat(refused.result().getJobStatus()).contains(JobStatus.FAILED);
        } catch (Exception e) {
            assertThat(e).hasStackTraceContaining("Cannot map checkpoint/savepoint state");
        }
        try (LocalFlink second = start(without, into, from(savepoint, true))) {
            awaitCommitted(into, before + 10);
            assertThat(second.status()).isEqualTo(JobStatus.RUNNING);
        }
    }

    @Test
    void no_secret_is_in_what_the_web_ui_shows() throws Exception {
        try (LocalFlink running = start(ENDLESS, "web", LocalFlink.Options.in(folder))) {
            awaitCommitted("web", 10);
            String job = "/jobs/" + running.job();
            StringBuilder shown = new StringBuilder();
            for (String path : List.of(
                    job,
                    job + "/plan",
                    job + "/config",
                    job + "/exceptions",
                    job + "/checkpoints",
                    job + "/checkpoints/config",
                    job + "/accumulators",
                    job + "/metrics",
                    "/jobs/overview",
                    "/config",
                    "/jobmanager/config",
                    "/jobmanager/environment",
                    "/taskmanagers")) {
                shown.append(get(running.webUi(), path));
            }

            assertThat(shown).contains("numbers").doesNotContain("pw-8c1d").doesNotContain("tok-3f9a");
        }
    }

    private static String get(URI server, String path) throws Exception {
        var response = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(server.resolve(path)).build(), BodyHandlers.ofString());
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        return response.body();
    }

    private LocalFlink.Options from(String savepoint, boolean dropState) {
        return new LocalFlink.Options(folder, 0, savepoint, dropState, new Configuration());
    }

    private static LocalFlink start(String text, String into, LocalFlink.Options options) throws Exception {
        return LocalFlink.start(
                Pipelines.read(text.replace("INTO", into), Map.of("PW", "pw-8c1d"), new Secrets()), options);
    }

    private static void awaitCommitted(String into, int count) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> TestSinkPlugin.committed(into).size() >= count);
    }
}
