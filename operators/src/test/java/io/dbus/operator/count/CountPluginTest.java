package io.dbus.operator.count;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.Message;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.TestRows;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.transformations.SourceTransformation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountPluginTest {
    private static final CountPlugin PLUGIN = new CountPlugin();
    private static final Changes EU1 = Changes.on("eu1");
    private static final Changes CUSTOMERS = EU1.ofTable("customers");

    private final CollectedRejects rejects = new CollectedRejects();

    @Test
    void rowsAreCountedByTableInWindowsAlignedToTheEpoch() throws Exception {
        try (StatefulRun run = run(Map.of("window", "1 min"), Backend.HEAP, 2)) {
            run.clock(59_000).in(rows(EU1, 3)).in(rows(CUSTOMERS, 2));
            run.clock(59_999).in(rows(EU1, 1));
            run.clock(60_000).in(rows(EU1, 5)).clock(60_999);
            assertThat(run.out()).isEmpty();
            run.clock(61_000);

            assertThat(values(run))
                    .containsExactlyInAnyOrder(
                            "{\"window_start\":\"1970-01-01T00:00:00Z\",\"window_end\":\"1970-01-01T00:01:00Z\",\"table\":\"shop.orders\",\"count\":4,\"bytes\":"
                                    + 4 * 22 + "}",
                            "{\"window_start\":\"1970-01-01T00:00:00Z\",\"window_end\":\"1970-01-01T00:01:00Z\",\"table\":\"shop.customers\",\"count\":2,\"bytes\":"
                                    + 2 * 22 + "}");
            // A window without events gives no message.
            run.clock(600_000);
            assertThat(run.out()).hasSize(3);
        }
    }

    @Test
    void aMessageSaysWhereItComesFromAndItsSequenceGrowsWithinItsGroup() throws Exception {
        try (StatefulRun run = run(Map.of("window", "1 min", "by", "table;operation"), Backend.HEAP, 1)) {
            run.in(EU1.insert(1, 1, "1", "a", "x"), EU1.delete(2, 1, "1", "a", "x"), EU1.truncate(3))
                    .clock(61_000);
            run.in(EU1.insert(4, 1, "1", "a", "x")).clock(121_000);

            assertThat(run.out()).hasSize(4);
            Message message = (Message) run.out().stream()
                    .filter(event -> recordKey(event).equals("shop.orders/insert"))
                    .findFirst()
                    .orElseThrow();
            assertThat(message.timestampMillis()).isEqualTo(60_000);
            assertThat(message.origin().transaction().source()).isEqualTo("the-operator");
            assertThat(message.origin().transaction().server()).isEqualTo("shop.orders/insert");
            assertThat(message.origin().transaction().commitMicros()).isEqualTo(60_000_000);
            assertThat(message.key()).hasToString("the-operator['shop.orders', 'insert']");
            assertThat(run.out()).extracting(CountPluginTest::recordKey).contains("shop.orders/truncate");
            assertThat(run.out())
                    .filteredOn(event -> recordKey(event).equals("shop.orders/insert"))
                    .extracting(event -> event.origin().sequence())
                    .containsExactly(60_000_000_000L, 120_000_000_000L);
        }
    }

    @Test
    void rowsAreCountedByTheValueOfAnExpression() throws Exception {
        try (StatefulRun run = run(Map.of("expression", "after.name"), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.insert(2, 2, "2", "a", "x"),
                    EU1.insert(3, 3, "3", "NULL", "x"),
                    EU1.delete(4, 1, "1", "a", "x"),
                    EU1.truncate(5),
                    TestRows.ddl("DROP TABLE t"));
            run.clock(120_000).snapshot();

            assertThat(values(run))
                    .anyMatch(value -> value.contains("\"group\":\"a\",\"count\":2"))
                    .anyMatch(value -> value.contains("\"group\":null,\"count\":1"))
                    .hasSize(2);
            assertThat(rejects.reasons()).containsExactly("expression");
            assertThat(rejects.calls()).endsWith("flush");
            assertThat(run.metric("dropped truncate")).isEqualTo(1);
            assertThat(run.metric("dropped schema-change")).isEqualTo(1);
        }
    }

    @Test
    void aWindowThatIsLongerAfterARestoreStillEnds() throws Exception {
        PluginContext longer = StatefulRun.context(Map.of("window", "1 h"), rejects);
        StatefulRun before = run(Map.of("window", "1 min"), Backend.HEAP, 1).in(rows(EU1, 3));
        try (StatefulRun after = before.restoredAt(1, input -> PLUGIN.apply(input, longer))) {
            after.clock(61_000);
            assertThat(after.out()).isEmpty();
            after.clock(3_601_000);
            assertThat(values(after)).singleElement().asString().contains("\"count\":3");
        }
    }

    @Test
    void messagesAreRejected() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(new Message(null, null, List.of(), 0, TestRows.origin(), TestRows.key(1)));

            assertThat(rejects.reasons()).containsExactly("wrong-kind");
        }
    }

    @ParameterizedTest
    @EnumSource
    void countsAreExactOverARestoreAtAnotherParallelism(Backend backend) throws Exception {
        List<Changes> tables =
                IntStream.range(0, 20).mapToObj(i -> EU1.ofTable("t" + i)).toList();
        StatefulRun before = run(Map.of("window", "1 min"), backend, 2).clock(1_000);
        for (Changes table : tables) {
            before.in(rows(table, 3));
        }
        try (StatefulRun after = before.restoredAt(3)) {
            for (Changes table : tables) {
                after.in(rows(table, 4));
            }
            after.clock(61_000);

            assertThat(values(after)).hasSize(20).allMatch(value -> value.contains("\"count\":7,"));
            assertThat(after.instancesUsed()).isEqualTo(3);
        }
    }

    @Test
    void aRowThatIsCountedAfterItsWindowsMessageComesInAFurtherOne() throws Exception {
        try (StatefulRun run = run(context("commit"), WatermarkStrategy.forMonotonousTimestamps())) {
            run.in(EU1.insertAt(10_000, 1, 1), EU1.insertAt(59_999, 2, 2), EU1.insertAt(60_000, 3, 3));
            run.watermark(59_998);
            assertThat(run.out()).isEmpty();
            run.watermark(59_999);
            assertThat(values(run))
                    .singleElement()
                    .asString()
                    .contains("\"count\":2")
                    .doesNotContain("late");
            run.in(EU1.insertAt(20_000, 4, 1)).watermark(60_500);

            assertThat(values(run)).hasSize(2);
            assertThat(values(run).get(1)).contains("00:00:00Z", "\"count\":1", "\"late\":true");
            assertThat(run.metric("late")).isEqualTo(1);
            assertThat(run.out())
                    .extracting(event -> event.origin().sequence())
                    .containsExactly(60_000_000_000L, 60_000_000_001L);
            run.watermark(119_999);
            assertThat(values(run)).hasSize(3);
        }
    }

    @Test
    void aWatermarkDoesNotOvertakeWhatIsCountedInFrontOfIt() throws Exception {
        try (StatefulRun run = run(context("commit"), WatermarkStrategy.forMonotonousTimestamps())) {
            run.in(EU1.insertAt(10_000, 1, 1)).watermark(70_000);

            assertThat(values(run)).hasSize(1);
            assertThat(run.metric("late")).isZero();
        }
    }

    @Test
    void theEndOfTheInputSendsWindowsThatAreNotOver() throws Exception {
        try (StatefulRun run = run(Map.of("window", "1 h"), Backend.HEAP, 1)) {
            run.in(rows(EU1, 3)).end();

            assertThat(values(run)).singleElement().asString().contains("\"count\":3");
        }
    }

    @Test
    void windowsByCommitTimeAreRefusedWhereASourceDoesNotSayHowFarItIs() {
        assertThatThrownBy(() -> run(context("commit"), WatermarkStrategy.noWatermarks()))
                .hasMessageContaining("'time: commit' cannot work with the source")
                .hasMessageContaining("set 'time' to processing");
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThat(problems(Map.of("by", "table", "expression", "op"))).containsExactly("expression");
        assertThat(problems(Map.of("expression", "after."))).containsExactly("expression");
        assertThat(problems(Map.of("by", "table;table"))).containsExactly("by");
        assertThat(problems(Map.of("window", "10 ms"))).containsExactly("window");
        assertThat(problems(Map.of("window", "2 d"))).containsExactly("window");
        assertThat(problems(Map.of("by", "database;operation", "window", "1 h")))
                .isEmpty();
    }

    private Iterable<String> problems(Map<String, String> options) {
        return PLUGIN.validate(StatefulRun.context(options, rejects)).stream()
                .map(Problem::option)
                .toList();
    }

    private static List<String> values(StatefulRun run) {
        List<String> values = new ArrayList<>();
        run.out()
                .forEach(
                        event -> values.add(new String(((Message) event).value().orElseThrow(), UTF_8)));
        return values;
    }

    private static String recordKey(Event event) {
        return new String(((Message) event).recordKey().orElseThrow(), UTF_8);
    }

    private static Event[] rows(Changes of, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> of.insert(i, i, "" + i, "a", "x"))
                .toArray(Event[]::new);
    }

    private PluginContext context(String time) {
        return StatefulRun.context(Map.of("time", time), rejects);
    }

    private StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        return StatefulRun.of(PLUGIN, StatefulRun.context(options, rejects), backend, parallelism);
    }

    /** On a source that gives watermarks, or does not. */
    private static StatefulRun run(PluginContext context, WatermarkStrategy<Event> watermarks) throws Exception {
        Function<DataStream<Event>, OperatorPlugin.Outputs> operator = input -> {
            StreamExecutionEnvironment environment = input.getExecutionEnvironment();
            Source<Event, ?, ?> source = ((SourceTransformation<Event, ?, ?>) input.getTransformation()).getSource();
            return PLUGIN.apply(
                    environment.fromSource(source, watermarks, "the source", EventTypeInfo.INSTANCE), context);
        };
        return StatefulRun.of(operator, Backend.HEAP, 1);
    }
}
