package io.dbus.sink.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.event.Event;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.SchemaChanges;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSinkTest {
    private static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(Kind.INT));
    private static final AtomicBoolean FAILED = new AtomicBoolean();
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void a_file_holds_each_line_once_and_behind_what_it_held_over_a_failure_after_a_checkpoint() throws Exception {
        Path file = directory.resolve("out/lines");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "before\n");
        FAILED.set(false);

        run(3000, index -> message(index), 2, true, "path", file.toString());

        assertThat(FAILED).isTrue();
        List<String> lines = Files.readAllLines(file);
        assertThat(lines.get(0)).isEqualTo("before");
        assertThat(lines.subList(1, lines.size()))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 3000).mapToObj(i -> "line " + i).toList());
    }

    @Test
    void what_was_written_before_the_first_checkpoint_is_taken_back_when_the_job_begins_once_more() throws Exception {
        Path file = directory.resolve("lines");
        Files.writeString(file, "before\n");
        FileOutput first = FileOutput.open("out", file, "job-1", List.of());
        first.write("lost".getBytes(UTF_8));
        first.flush(false);
        first.close();
        assertThat(file).hasContent("before\nlost\n");

        FileOutput again = FileOutput.open("out", file, "job-1", List.of());
        again.write("one".getBytes(UTF_8));
        again.flush(true);
        again.close();
        assertThat(file).hasContent("before\none\n");

        FileOutput other = FileOutput.open("out", file, "job-2", List.of());
        other.close();
        assertThat(file).as("another job goes on behind").hasContent("before\none\n");
    }

    @Test
    void a_restore_cuts_the_file_back_and_one_that_lacks_lines_is_refused() throws Exception {
        Path file = directory.resolve("lines");
        Files.writeString(file, "one\ntwo\nhal");

        FileOutput.open("out", file, "job", List.of(new WrittenFile(file.toString(), 8)))
                .close();
        assertThat(file).hasContent("one\ntwo\n");
        assertThatThrownBy(() -> FileOutput.open("out", file, "job", List.of(new WrittenFile(file.toString(), 9))))
                .hasMessageContaining(
                        "has 8 bytes, but the checkpoint knows of 9: lines are missing; bring the file back");
        assertThat(file).hasContent("one\ntwo\n");
    }

    @Test
    void rows_are_lines_of_their_format_and_a_tombstone_is_none() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            run(2, StreamSinkTest::insertAndDelete, 1, false, "stdout", "true", "format", "debezium-json");
        } finally {
            System.setOut(before);
        }
        assertThat(printed.toString(UTF_8).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("{\"before\":") && line.endsWith("}"));
    }

    @Test
    void schema_changes_are_lines_where_that_is_asked_for() throws Exception {
        Path file = directory.resolve("ddl");
        run(3, SchemaChanges::alter, 1, false, "path", file.toString(), "include.schema.changes", "true");
        assertThat(Files.readAllLines(file)).hasSize(3).allMatch(line -> line.contains("\"ddl\":\"ALTER TABLE"));

        Path none = directory.resolve("none");
        run(3, SchemaChanges::alter, 1, false, "path", none.toString());
        assertThat(none).isEmptyFile();
    }

    @Test
    void a_statement_that_the_format_does_not_tell_of_fails_nothing() throws Exception {
        Path file = directory.resolve("ddl");
        run(
                2,
                index -> SchemaChanges.change("CREATE DATABASE shop", index),
                1,
                false,
                "path",
                file.toString(),
                "format",
                "maxwell-json",
                "include.schema.changes",
                "true");
        assertThat(file).isEmptyFile();
    }

    @Test
    void what_is_no_line_is_rejected() {
        assertThatThrownBy(
                        () -> run(1, index -> insertAndDelete(1), 1, false, "stdout", "true", "format", "plain-json"))
                .rootCause()
                .hasMessageContaining("a key without a value, which is no line; set delete.tombstone.handling.mode");
        assertThatThrownBy(() -> run(1, index -> message("a\nb"), 1, false, "stdout", "true"))
                .rootCause()
                .hasMessageContaining("the message holds a line feed and would become two lines");
        GeneratorFunction<Long, Event> keyChange = index ->
                RowChange.partialKeyChange(SCHEMA, image(1), image(2), Rows.origin(1), Rows.key(1), Rows.key(2));
        assertThatThrownBy(() -> run(1, keyChange, 1, false, "stdout", "true"))
                .rootCause()
                .hasMessageContaining("put a complete operator before the sink");
    }

    @Test
    void a_command_gets_all_lines_and_its_end_of_input_and_must_end_well() throws Exception {
        Path copy = directory.resolve("copy");
        run(500, index -> message(index), 2, false, "command", "sh;-c;cat > " + copy);
        assertThat(Files.readAllLines(copy))
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 500).mapToObj(i -> "line " + i).toList());

        assertThatThrownBy(() -> run(
                        5, index -> message(index), 1, false, "command", "sh;-c;cat > /dev/null\necho bad >&2\nexit 4"))
                .rootCause()
                .hasMessageContaining(
                        "the command sh ended with exit code 4; the last of its error output: bad; correct it");
        assertThatThrownBy(() -> run(5, index -> message(index), 1, false, "command", "/no/such/program"))
                .rootCause()
                .hasMessageContaining("No such file");
    }

    @Test
    void a_command_that_ends_early_fails_the_job_or_is_started_again() throws Exception {
        CommandOutput never = command(Restart.NEVER, "exit 3");
        assertThatThrownBy(() -> fill(never))
                .hasMessageContaining("ended with exit code 3; correct it, or set restart");
        CommandOutput done = command(Restart.ON_FAILURE, "exit 0");
        assertThatThrownBy(() -> fill(done)).hasMessageContaining("ended with exit code 0");

        Path marks = directory.resolve("marks");
        CommandOutput again = command(
                Restart.ON_FAILURE,
                "echo x >> " + marks + "; test $(wc -l < " + marks + ") -ge 3 && exec cat > /dev/null; exit 1");
        fill(again);
        again.flush(true);
        again.close();
        assertThat(Files.readAllLines(marks)).hasSize(3);
    }

    @Test
    void a_command_that_reads_no_more_does_not_hold_up_the_end_of_a_job_and_ends_with_it() throws Exception {
        CommandOutput output = command(Restart.NEVER, "trap '' TERM; echo $$ > " + directory + "/pid; sleep 1000");
        Thread task = new Thread(() -> {
            try {
                fill(output);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        Path pid = directory.resolve("pid");
        try {
            task.start();
            await().atMost(PATIENCE).until(() -> Files.exists(pid) && Files.size(pid) > 0);
            task.interrupt();
            task.join(PATIENCE.toMillis());
            assertThat(task.isAlive()).isFalse();
        } finally {
            output.close();
        }
        long id = Long.parseLong(Files.readString(pid).strip());
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(id).filter(ProcessHandle::isAlive).isEmpty());
    }

    private static void fill(CommandOutput output) throws Exception {
        byte[] line = new byte[1000];
        for (int i = 0; i < 1000; i++) {
            output.write(line);
            output.flush(false);
        }
    }

    private static CommandOutput command(Restart restart, String script) throws IOException {
        return new CommandOutput("out", List.of("sh", "-c", script), restart, new SimpleCounter(), 1);
    }

    @Test
    void lines_go_to_one_place() {
        assertThat(problems()).containsExactly("nothing says where lines go");
        assertThat(problems("path", "/a", "stdout", "true")).containsExactly("lines cannot go to several places");
        assertThat(problems("path", "/a/")).containsExactly("'/a/' is no file");
        assertThat(problems("stdout", "true", "restart", "always")).containsExactly("it says nothing without command");
        assertThat(problems("stdout", "true", "format", "xml")).containsExactly("there is no format 'xml'");
        assertThat(problems("stdout", "true", "format", "dbus-json", "add.fields", "op"))
                .containsExactly("it is an option of the format plain-json, and the format is dbus-json");
        assertThat(problems("stdout", "true", "format", "avro", "avro-confluent.url", "http://a"))
                .containsExactly("values of the format avro are no text, and this sink writes lines");
        assertThat(problems("path", "/a/b", "format", "plain-json", "add.fields", "op"))
                .isEmpty();
    }

    private static List<String> problems(String... options) {
        return new StreamSinkPlugin()
                .validate(context(options)).stream().map(Problem::what).toList();
    }

    @Test
    void state_of_version_1_is_read_and_is_still_written_so() throws IOException {
        WrittenFile file = new WrittenFile("/var/ä", 1L << 40);
        WrittenFileSerializer serializer = new WrittenFileSerializer();
        try (InputStream in =
                StreamSinkTest.class.getClassLoader().getResourceAsStream("state/stream-written-file-v1.bin")) {
            assertThat(in).isNotNull();
            byte[] golden = in.readAllBytes();
            assertThat(serializer.deserialize(1, golden)).isEqualTo(file);
            assertThat(serializer.serialize(file)).isEqualTo(golden);
        }
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0])).hasMessageContaining("or a newer one");
    }

    private static Event message(long index) {
        return message("line " + index);
    }

    private static Event message(String text) {
        Transaction transaction = new Transaction("s", "s", "", 0, "", "", 0, 0, -1, 0);
        return new Message(
                null,
                text.getBytes(UTF_8),
                List.of(),
                -1,
                new Origin(transaction, 0, 0, 0, 1, 0, true, ""),
                Rows.key(text));
    }

    private static RowImage image(int id) {
        return Rows.image(SCHEMA.layout(), row -> row.int64(id));
    }

    private static Event insertAndDelete(long index) {
        return index == 0
                ? RowChange.insert(SCHEMA, image(1), Rows.origin(0), Rows.key(1))
                : RowChange.delete(SCHEMA, image(1), Rows.origin(1), Rows.key(1));
    }

    private static PluginContext context(String... options) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new PluginContext("pipe", "out", Configuration.fromMap(all), List.of());
    }

    /** Fails once, when a checkpoint is complete and more events have come since. */
    private static final class FailOnce implements MapFunction<Event, Event>, CheckpointListener {
        private static final long serialVersionUID = 1L;

        private int since = -1;

        @Override
        public Event map(Event event) {
            if (since >= 0 && ++since > 20 && FAILED.compareAndSet(false, true)) {
                throw new IllegalStateException("the test fails the job here");
            }
            return event;
        }

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            since = Math.max(0, since);
        }
    }

    private void run(int count, GeneratorFunction<Long, Event> events, int parallelism, boolean fail, String... options)
            throws Exception {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, fail ? "fixed-delay" : "none");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        env.setParallelism(parallelism);
        env.fromSource(
                        new DataGeneratorSource<>(
                                events,
                                count,
                                fail ? RateLimiterStrategy.perSecond(500) : RateLimiterStrategy.noOp(),
                                EventTypeInfo.INSTANCE),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .setParallelism(1)
                .keyBy(Event::key, EventKeyTypeInfo.INSTANCE)
                .map(fail ? new FailOnce() : event -> event)
                .returns(EventTypeInfo.INSTANCE)
                .sinkTo(new StreamSinkPlugin().sink(context(options)));
        try {
            env.executeAsync("stream sink").getJobExecutionResult().get(120, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
