package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.pipeline.DryRun;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.plugin.TestSinkPlugin;
import io.dbus.plugin.PluginContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DryRunTest {
    private static final String PIPELINE = """
            name: dry
            sources:
              made:
                type: mock
                tables:
                  shop.orders: id BIGINT, amount DECIMAL(10,2), PRIMARY KEY (id)
                  shop.lines: id BIGINT, v INT, PRIMARY KEY (id)
                number-of-rows: 4000
                operations: {insert: 1}
                faults: [FAULTS]
            operators:
              some:
                type: filter
                inputs: [made]
                operations: [insert]
            sinks:
              all: {type: test-sink, inputs: [made], into: dry-all}
              few: {type: test-sink, inputs: [some], into: dry-few}
            pipeline:
              parallelism: 2
              flink.execution.checkpointing.dir: file:DIR/real-checkpoints
              flink.restart-strategy.type: none
            """;

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void what_would_have_gone_to_each_sink_is_counted_and_nothing_is_written() throws Exception {
        assertThat(run("", "--dry-run")).as(err.toString(UTF_8)).isZero();

        assertThat(TestSinkPlugin.committed("dry-all")).isEmpty();
        assertThat(TestSinkPlugin.committed("dry-few")).isEmpty();
        String text = out.toString(UTF_8);
        assertThat(text).contains("dry run: nothing was written", "all (test-sink)", "few (test-sink)");
        assertThat(count(text, "all")).isEqualTo(4000);
        assertThat(count(text, "few")).isEqualTo(4000);
        assertThat(text).doesNotContain("rejected;");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).as("no state").containsExactly(folder.resolve("p.yaml"));
        }
    }

    @Test
    void what_the_sinks_would_have_rejected_is_counted_with_the_first_in_words() throws Exception {
        assertThat(run("{kind: undecodable, every: 1000}", "--dry-run")).isZero();

        assertThat(out.toString(UTF_8))
                .contains(
                        "rejected; the first of these would have failed the job, which has no dead-letters section",
                        "  all undecodable-value: 4\n",
                        "  few undecodable-value: 4\n",
                        "first: Component all: column ");
        assertThat(count(out.toString(UTF_8), "all")).isEqualTo(3996);
    }

    @Test
    void a_broken_order_is_told_and_makes_it_fail() throws Exception {
        assertThat(run("{kind: repeat, at: 7}", "--dry-run")).isEqualTo(1);

        assertThat(out.toString(UTF_8))
                .contains("all: the order of keys was broken, repeat: 1 times", "few: the order of keys was broken");
    }

    @Test
    void counts_are_shown_when_the_job_fails_too() throws Exception {
        assertThat(run("{kind: fail, at: 3000}", "--dry-run")).isEqualTo(1);

        assertThat(err.toString(UTF_8)).contains("the job failed: ").contains("Source made fails at row 3000");
        assertThat(out.toString(UTF_8)).contains("dry run: nothing was written");
    }

    @Test
    void it_takes_no_state_and_says_so() throws Exception {
        assertThat(run("", "--dry-run", "--from", "last")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--dry-run starts fresh and keeps no state; leave out --from");
    }

    @Test
    void sources_go_by_another_name_towards_their_servers_in_each_run() throws Exception {
        Pipeline real = Pipelines.read("""
                name: shop
                sources:
                  db: {type: mysql, hostname: db.example, username: u, tables: ['a.*'], server-id: 4711}
                sinks:
                  out: {type: test-sink, inputs: [db], into: x}
                """);
        PluginCatalog plugins = PluginCatalog.load(getClass().getClassLoader());
        PluginContext first =
                DryRun.of(real, plugins, new CountedRejects()).sources().get(0).context();
        PluginContext second =
                DryRun.of(real, plugins, new CountedRejects()).sources().get(0).context();

        assertThat(first.pipeline()).isNotEqualTo("shop").isNotEqualTo(second.pipeline());
        var serverId = ConfigOptions.key("server-id").longType().noDefaultValue();
        assertThat(real.sources().get(0).context().options().getOptional(serverId))
                .hasValue(4711L);
        assertThat(first.options().getOptional(serverId)).isEmpty();
        assertThat(first.component()).isEqualTo("db");
    }

    @Test
    void options_of_flink_that_say_where_state_is_are_left_out_and_others_are_not() throws Exception {
        Pipeline real = Pipelines.read(PIPELINE.replace("FAULTS", "").replace("DIR", folder.toString()));
        Configuration flink = DryRun.of(real, PluginCatalog.load(getClass().getClassLoader()), new CountedRejects())
                .settings()
                .flink();

        assertThat(real.settings().flink().getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY))
                .isPresent();
        assertThat(flink.toMap()).isEqualTo(Map.of("restart-strategy.type", "none"));
        assertThat(DryRun.isOfState("high-availability.type")).isTrue();
    }

    private int run(String faults, String... options) throws IOException {
        String file = Files.writeString(
                        folder.resolve("p.yaml"),
                        PIPELINE.replace("FAULTS", faults).replace("DIR", folder.toString()))
                .toString();
        String[] args =
                Stream.concat(Stream.of("run", file), Stream.of(options)).toArray(String[]::new);
        return Dbus.run(out, err, Map.of(), args);
    }

    private static long count(String text, String sink) {
        return text.lines()
                .map(line -> line.trim().split("\\s+"))
                .filter(cells -> cells.length == 5 && cells[0].equals(sink) && cells[2].equals("insert"))
                .mapToLong(cells -> Long.parseLong(cells[3]))
                .sum();
    }
}
