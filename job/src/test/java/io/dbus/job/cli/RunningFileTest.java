package io.dbus.job.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.graph.Exchange;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Pipeline;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.CheckpointingOptions;
import org.junit.jupiter.api.Test;

class RunningFileTest {
    private static final String FILE = """
            name: told
            sources:
              numbers: {type: test-source, hostname: h}
            sinks:
              kept: {type: test-sink, inputs: [numbers], into: told}
            pipeline: {flink.execution.checkpointing.savepoint-dir: /savepoints}
            """;

    private final Console console =
            Console.of(OutputStream.nullOutputStream(), OutputStream.nullOutputStream(), Map.of());

    @Test
    void the_options_of_flink_are_those_of_the_file_that_the_job_tells() throws Exception {
        assertThat(RunningFile.flink(console, parameters()).get(CheckpointingOptions.SAVEPOINT_DIRECTORY))
                .isEqualTo("/savepoints");
    }

    @Test
    void a_job_whose_file_cannot_be_read_here_leaves_them_to_the_cluster() throws Exception {
        Map<String, String> newer = new HashMap<>(parameters());
        newer.put("dbus.facts", "2");
        Map<String, String> unknown = new HashMap<>(parameters());
        unknown.replace("dbus.file", FILE.replace("test-source", "a-source-of-elsewhere"));

        for (Map<String, String> parameters : List.of(Map.<String, String>of(), newer, unknown)) {
            assertThat(RunningFile.flink(console, parameters).toMap()).isEmpty();
        }
    }

    private static Map<String, String> parameters() throws Exception {
        Pipeline pipeline = Pipelines.read(FILE);
        return JobFacts.of(pipeline, Exchange.of(pipeline, 1)).toParameters();
    }
}
