package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.graph.Exchange;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.graph.StateFit;
import io.dbus.job.pipeline.Pipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is refused before a job is stopped would indeed go wrong: Flink fails, or state is lost without a word. */
@RequiresServers
class RestoreITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int ROWS = 3_000;

    private static final String FILE = """
            name: restored
            sources:
              rows:
                type: mock
                tables: {shop.orders: 'id BIGINT, amount DECIMAL(10,2) NOT NULL, PRIMARY KEY (id)'}
                number-of-rows: %d
                rows-per-second: 600
                keys: 100
            operators:
              slow: {type: throttle, inputs: [rows], rows-per-second: 100, by: table}
            sinks:
              lines: {type: stream, inputs: [slow], path: LINES, format: plain-json, include.provenance: true}
            pipeline:
              parallelism: 2
              flink: {execution.checkpointing.interval: 300 ms, restart-strategy.type: none}
            """.formatted(ROWS);

    @TempDir
    Path folder;

    private final FlinkCluster flink = SharedServers.flink();

    @Test
    void what_the_check_refuses_goes_wrong_and_what_it_passes_loses_nothing() throws Exception {
        String job = flink.submit(submission(FILE, "lines"));
        Awaitility.await("the first lines")
                .atMost(PATIENCE)
                .until(() -> lines("lines").size() > 100);
        String savepoint = flink.stopWithSavepoint(job);
        int written = lines("lines").size();
        assertThat(written).isLessThan(ROWS / 2);

        assertFails(
                savepoint,
                FILE.replace("parallelism: 2\n", "parallelism: 2\n  max-parallelism: 128\n"),
                "Max parallelism mismatch");
        assertFails(savepoint, FILE.replace("keys: 100", "keys: 100\n    splits: 8"), "set splits to 16");
        assertFails(savepoint, FILE.replace("  slow:", "  calm:").replace("[slow]", "[calm]"), "Cannot map");
        assertFails(savepoint, FILE.replace("  lines:", "  line:"), "Cannot map");
        assertFails(
                savepoint,
                FILE.replace("type: mock", "type: stream\n    path: /tmp/none")
                        .replaceAll("    (tables|number-of-rows|rows-per-second|keys): .*\n", ""),
                "");

        // The events that are held are in nobody's state then.
        String forAll = FILE.replace("rows-per-second: 100, by: table", "rows-per-second: 100000, by: all");
        assertThat(problems(forAll, true)).singleElement().asString().contains("the events that it holds");
        assertThat(finish(savepoint, forAll, "all", false)).hasSizeLessThan(ROWS - written);

        String faster = FILE.replace("rows-per-second: 100, by", "rows-per-second: 100000, by")
                .replace("parallelism: 2", "parallelism: 3\n  exchange: keyed");
        assertThat(problems(faster, false)).isEmpty();
        List<String> rest = finish(savepoint, faster, "faster", false);
        rest.addAll(lines("lines").subList(0, written));
        assertThat(rest).hasSize(ROWS).doesNotHaveDuplicates();

        String without = FILE.replaceAll("operators:\n.*\n", "").replace("[slow]", "[rows]");
        assertThat(problems(without, false)).singleElement().asString().startsWith("operators.slow is gone");
        assertThat(problems(without, true)).isEmpty();
        assertThat(finish(savepoint, without, "without", true)).doesNotHaveDuplicates();
    }

    /** Refused by the check, and by Flink or by the component itself. */
    private void assertFails(String savepoint, String text, String why) throws Exception {
        assertThat(problems(text, false)).isNotEmpty();
        assertThatThrownBy(() -> {
                    String job = flink.submit(submission(text, "none").fromSavepoint(savepoint));
                    flink.awaitState(job, JobState.FINISHED, PATIENCE);
                })
                .hasMessageContaining(why);
    }

    /** The lines of a job that goes on from a savepoint until all rows are there. */
    private List<String> finish(String savepoint, String text, String file, boolean dropState) throws Exception {
        JobSubmission submission = submission(text, file).fromSavepoint(savepoint);
        String job = flink.submit(dropState ? submission.allowNonRestoredState() : submission);
        flink.awaitState(job, JobState.FINISHED, PATIENCE);
        return lines(file);
    }

    private List<String> lines(String file) throws IOException {
        Path path = folder.resolve(file);
        return Files.exists(path) ? Files.readAllLines(path) : List.of();
    }

    private JobSubmission submission(String text, String lines) throws Exception {
        Path file = Files.createTempFile(folder, "pipeline", ".yaml");
        Files.writeString(file, text.replace("LINES", folder.resolve(lines).toString()));
        return JobSubmission.of(FleetFlow.jobJar()).arguments(file.toString());
    }

    private List<String> problems(String text, boolean dropState) throws Exception {
        return StateFit.problems(facts(FILE), facts(text), dropState);
    }

    private JobFacts facts(String text) throws Exception {
        Pipeline pipeline = SearchFlow.read(Files.writeString(folder.resolve("facts.yaml"), text));
        return JobFacts.of(pipeline, Exchange.of(pipeline, 2));
    }
}
