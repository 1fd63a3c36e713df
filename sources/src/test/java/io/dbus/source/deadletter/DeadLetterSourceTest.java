package io.dbus.source.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeadLetterSourceTest {
    private static final DeadLetterSourcePlugin PLUGIN = new DeadLetterSourcePlugin();

    @TempDir
    Path folder;

    private List<String> letters;

    /** The letters of the golden file of the sinks, the first four again as a restart makes them, and a line that a death cut off. */
    @BeforeEach
    void store() throws IOException {
        try (InputStream golden = getClass().getResourceAsStream("dead-letters-v1.jsonl")) {
            letters = new String(golden.readAllBytes(), UTF_8).lines().toList();
        }
        Files.write(folder.resolve("shop.topics.0-0.a.jsonl"), letters.subList(0, 4));
        Files.write(folder.resolve("shop.topics.0-1.b.jsonl.inprogress"), letters);
        Files.writeString(
                folder.resolve("shop.topics.0-1.b.jsonl.inprogress"), "{\"id\":\"cut", StandardOpenOption.APPEND);
        Files.writeString(folder.resolve("notes.txt"), "none of ours");
    }

    @SuppressWarnings("try") // close() may be interrupted
    @Test
    void eachEventComesOnceAsItWasRejected() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, new Configuration());
        List<Event> events = new ArrayList<>();
        try (CloseableIterator<Event> emitted = env.fromSource(
                        PLUGIN.source(context(Map.of())),
                        WatermarkStrategy.noWatermarks(),
                        "replay",
                        EventTypeInfo.INSTANCE)
                .executeAndCollect()) {
            emitted.forEachRemaining(events::add);
        }

        assertThat(events).hasSize(7);
        assertThat(events.get(1)).isInstanceOfSatisfying(RowChange.class, row -> {
            assertThat(row.operation()).isEqualTo(Operation.UPDATE);
            assertThat(row.table()).isEqualTo(new TableId("sales", "t"));
            assertThat(row.schema().table()).isEqualTo(new TableId("shop", "t"));
            assertThat(row.origin().transaction().gtid()).isEqualTo("24bc7850-2c16-11e6-a073-0242ac110002:23");
            assertThat(row.origin().sequence()).isEqualTo(1_465_581_029_000_123_001L);
        });
        assertThat(events.get(2)).isInstanceOfSatisfying(RowChange.class, row -> assertThat(row.counterpart())
                .isPresent());
        assertThat(events.subList(4, 7))
                .extracting(Object::getClass)
                .containsExactly(Truncate.class, SchemaChange.class, Message.class);
    }

    @Test
    void aReplayGoesOnFromWhereItsStateSays() throws Exception {
        LetterSplit whole = split();
        for (int done = 0; done <= 7; done++) {
            Replay first = whole.with(settings(false)).getIterator();
            List<Long> sequences = new ArrayList<>();
            for (int i = 0; i < done; i++) {
                sequences.add(first.next().origin().sequence());
            }
            LetterSplit state = restored(whole.with(settings(false)).getUpdatedSplitForIterator(first));
            state.with(settings(false))
                    .getIterator()
                    .forEachRemaining(event -> sequences.add(event.origin().sequence()));

            assertThat(sequences).as("after %d", done).hasSize(7);
            assertThat(new TreeSet<>(sequences)).isEqualTo(new TreeSet<>(sequences(whole)));
        }
    }

    @Test
    void whatIsWrittenOrRenamedAfterTheStartChangesNothing() throws Exception {
        LetterSplit whole = split();
        List<Long> expected = sequences(whole);
        Path progress = folder.resolve("shop.topics.0-1.b.jsonl.inprogress");
        Files.writeString(progress, "\nmore that is not read\n", StandardOpenOption.APPEND);
        Files.move(progress, folder.resolve("shop.topics.0-1.b.jsonl"));

        assertThat(sequences(whole)).isEqualTo(expected);
    }

    @Test
    void aLetterThatHoldsADigestOnlyFailsOrIsSkippedAsAsked() throws Exception {
        Files.writeString(
                folder.resolve("z.jsonl"),
                "{\"id\":\"d\",\"reason\":\"no-form\",\"pipeline\":\"shop\",\"component\":\"topics\",\"event\":{\"size\":9,\"sha256\":\"00\"}}\n");

        assertThatThrownBy(() -> sequences(split()))
                .isInstanceOf(ReplayException.class)
                .hasMessageContaining("the dead letter d holds only the digest")
                .hasMessageContaining("without-bytes");
        List<Event> events = new ArrayList<>();
        split().with(settings(true)).getIterator().forEachRemaining(events::add);
        assertThat(events).hasSize(7);
    }

    @Test
    void onlyTheLettersThatAreAskedForAreReplayed() throws Exception {
        Files.writeString(
                folder.resolve("z.jsonl"),
                letters.get(0)
                                .replaceFirst("\"id\":\"[^\"]+\"", "\"id\":\"other\"")
                                .replace("record-too-large", "expression")
                                .replace("\"component\":\"topics\"", "\"component\":\"filter\"")
                        + "\n");

        assertThat(count(settings(Map.of("components", "filter")))).isEqualTo(1);
        assertThat(count(settings(Map.of("reasons", "record-too-large")))).isEqualTo(7);
        assertThat(count(settings(Map.of("pipelines", "another")))).isZero();
        assertThat(count(settings(Map.of()))).isEqualTo(8);
    }

    @Test
    void aLineThatIsNoDeadLetterFailsAndItsFileIsNamed() throws Exception {
        Files.writeString(folder.resolve("z.jsonl"), "{\"id\":1}\n");

        assertThatThrownBy(() -> sequences(split()))
                .isInstanceOf(ReplayException.class)
                .hasMessageContaining("z.jsonl is no dead letter");
    }

    @Test
    void wrongOptionsAndAMissingFolderAreProblems() {
        assertThat(ServiceLoader.load(SourcePlugin.class))
                .extracting(SourcePlugin::type)
                .contains("dead-letters");
        assertThat(PLUGIN.validate(context(Map.of("reasons", "to-large"))))
                .extracting(Problem::option)
                .containsExactly("reasons");
        assertThat(PLUGIN.validate(context(Map.of("path", "here"))))
                .extracting(Problem::option)
                .containsExactly("path");
        assertThat(PLUGIN.validate(context(Map.of()))).isEmpty();
        assertThat(PLUGIN.preflight(context(Map.of()))).isEmpty();
        assertThat(PLUGIN.preflight(context(Map.of("path", folder + "/none"))))
                .extracting(Problem::option)
                .containsExactly("path");
    }

    private PluginContext context(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("path", folder.toString()));
        all.putAll(options);
        return new PluginContext("shop", "replay", Configuration.fromMap(all), List.of());
    }

    private ReplaySettings settings(boolean skipDigests) {
        return settings(Map.of("without-bytes", skipDigests ? "skip" : "fail"));
    }

    private ReplaySettings settings(Map<String, String> options) {
        return ((DeadLetterSource) PLUGIN.source(context(options))).settings();
    }

    private LetterSplit split() {
        return ((DeadLetterSource) PLUGIN.source(context(Map.of()))).start();
    }

    private static LetterSplit restored(LetterSplit split) throws IOException {
        LetterSplitSerializer serializer = new LetterSplitSerializer();
        return serializer.deserialize(serializer.getVersion(), serializer.serialize(split));
    }

    private List<Long> sequences(LetterSplit split) {
        List<Long> sequences = new ArrayList<>();
        split.with(settings(false))
                .getIterator()
                .forEachRemaining(event -> sequences.add(event.origin().sequence()));
        return sequences;
    }

    private int count(ReplaySettings settings) {
        List<Event> events = new ArrayList<>();
        split().with(settings).getIterator().forEachRemaining(events::add);
        return events.size();
    }
}
