package io.dbus.sink.mock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.Rows;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MockSinkTest {
    private static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 9));

    @TempDir
    Path directory;

    @Test
    void events_are_counted_by_table_and_operation() throws Exception {
        assertThat(run(1000, MockSinkTest::event, 2, "verify", "order"))
                .containsEntry("events.out.insert.shop.t", 500L)
                .containsEntry("events.out.update.shop.t", 249L)
                .containsEntry("events.out.delete.shop.t", 250L)
                .containsEntry("events.out.truncate.shop.t", 1L)
                .containsEntry("bytes.out.insert.shop.t", 500L * image(1).length())
                .containsEntry("bytes.out.update.shop.t", 498L * image(1).length());
    }

    @Test
    void counts_hold_each_event_once_over_a_failure() throws Exception {
        assertThat(run(2000, MockSinkTest::event, 1, "fail-after", "700", "verify", "order"))
                .containsEntry("events.out.insert.shop.t", 1000L)
                .containsEntry("events.out.update.shop.t", 499L)
                .containsEntry("events.out.delete.shop.t", 500L);
    }

    @Test
    void a_broken_order_fails_the_job_for_good_and_names_the_event() {
        assertThatThrownBy(() -> run(100, index -> event(index == 50 ? 48 : index), 1, "verify", "sequence"))
                .rootCause()
                .isInstanceOf(OrderViolationException.class)
                .hasMessageContaining("Sink out: repeat of key shop-db/shop['24']")
                .hasMessageContaining("source shop-db, server eu1, mysql-bin.000003:484");
    }

    @Test
    void a_broken_order_can_be_counted_instead() throws Exception {
        assertThat(run(100, index -> event(index == 50 ? 48 : index), 1, "verify", "order", "on-violation", "count"))
                .containsEntry("violations.out.repeat.", 1L);
    }

    @Test
    void some_events_are_printed_as_people_read_them() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, UTF_8));
        try {
            run(100, MockSinkTest::event, 1, "print", "2", "print.every", "50");
        } finally {
            System.setOut(before);
        }

        assertThat(printed.toString(UTF_8).lines())
                .containsExactly(
                        "out> truncate shop.t (source shop-db, server eu1, mysql-bin.000003:484, GTID"
                                + " 24bc7850-2c16-11e6-a073-0242ac110002:23, row 0 of the transaction, sequence 1465581029000123000)",
                        "out> insert shop.t {\"c0\":1,\"c1\":\"v\"} (source shop-db, server eu1, mysql-bin.000003:484, GTID"
                                + " 24bc7850-2c16-11e6-a073-0242ac110002:23, row 1 of the transaction, sequence 1465581029000123001)",
                        line("insert", 49),
                        line("insert", 99));
    }

    private static String line(String operation, int index) {
        return "out> " + operation + " shop.t {\"c0\":" + index + ",\"c1\":\"v\"} (source shop-db, server eu1,"
                + " mysql-bin.000003:484, GTID 24bc7850-2c16-11e6-a073-0242ac110002:23, row " + index
                + " of the transaction, sequence " + (1_465_581_029_000_123_000L + index) + ")";
    }

    @Test
    void a_key_change_that_is_not_full_and_a_value_that_cannot_be_read_are_rejected() {
        assertThatThrownBy(() -> run(
                        1,
                        index -> RowChange.partialKeyChange(
                                SCHEMA, image(1), image(2), Rows.origin(1), Rows.key(1), Rows.key(2)),
                        1))
                .rootCause()
                .hasMessageContaining("put a 'complete' operator before the sink");
        GeneratorFunction<Long, Event> damaged = index -> RowChange.insert(
                SCHEMA, Rows.image(SCHEMA.layout(), row -> row.text("abc").text("v")), Rows.origin(1), Rows.key(1));
        assertThatThrownBy(() -> run(1, damaged, 1, "decode", "true"))
                .rootCause()
                .hasMessageContaining("A value of type INT cannot have 3 bytes");
    }

    @Test
    void numbers_below_0_are_refused() {
        assertThat(new MockSinkPlugin()
                        .validate(context("print", "-1", "print.every", "-1", "fail-after", "-1", "verify.keys", "0")))
                .extracting(Problem::option)
                .containsExactly("print", "print.every", "fail-after", "verify.keys");
        assertThat(new MockSinkPlugin().validate(context())).isEmpty();
    }

    @Test
    void counts_of_version_1_are_read_and_are_still_written_so() throws IOException {
        Tally tally = new Tally("insert", "shop.örders", 1L << 40, 3);
        TallySerializer serializer = new TallySerializer();
        try (InputStream in = MockSinkTest.class.getClassLoader().getResourceAsStream("state/mock-tally-v1.bin")) {
            assertThat(in).isNotNull();
            byte[] golden = in.readAllBytes();
            assertThat(serializer.deserialize(1, golden)).isEqualTo(tally);
            assertThat(serializer.serialize(tally)).isEqualTo(golden);
        }
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0])).hasMessageContaining("or a newer one");
    }

    private static RowImage image(int id) {
        return Rows.image(SCHEMA.layout(), row -> {
            row.int64(id);
            row.text("v");
        });
    }

    /** A TRUNCATE first; then inserts of odd numbers, and updates and deletes of even ones in turn. */
    private static Event event(long index) {
        int id = (int) index;
        if (id == 0) {
            return new Truncate(SCHEMA.table(), new TableId("shop", "t"), Rows.origin(0), Rows.key("t"));
        } else if (id % 2 == 1) {
            return RowChange.insert(SCHEMA, image(id), Rows.origin(index), Rows.key(id));
        }
        EventKey key = Rows.key(id / 2);
        return id % 4 == 0
                ? RowChange.update(SCHEMA, image(id), image(id), Rows.origin(index), key)
                : RowChange.delete(SCHEMA, image(id), Rows.origin(index), key);
    }

    private static PluginContext context(String... options) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new PluginContext("pipe", "out", Configuration.fromMap(all), List.of());
    }

    /** Runs a job of so many events to its end and returns the counts, without their common prefix. */
    private Map<String, Long> run(int count, GeneratorFunction<Long, Event> events, int parallelism, String... options)
            throws Exception {
        Configuration flink = new Configuration();
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(50));
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        env.setParallelism(parallelism);
        env.fromSource(
                        new DataGeneratorSource<>(
                                events, count, RateLimiterStrategy.perSecond(2000), EventTypeInfo.INSTANCE),
                        WatermarkStrategy.noWatermarks(),
                        "events")
                .setParallelism(1)
                .keyBy(Event::key, EventKeyTypeInfo.INSTANCE)
                .sinkTo(new MockSinkPlugin().sink(context(options)));
        try {
            Map<String, Long> counts = new TreeMap<>();
            env.executeAsync("mock sink")
                    .getJobExecutionResult()
                    .get(120, TimeUnit.SECONDS)
                    .getAllAccumulatorResults()
                    .forEach((name, value) -> counts.put(name.replaceFirst("^dbus\\.", ""), (Long) value));
            return counts;
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }
}
