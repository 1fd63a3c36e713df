package io.dbus.operator.state;

import static io.dbus.operator.state.Changes.row;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.operator.complete.CompletePlugin;
import io.dbus.operator.count.CountPlugin;
import io.dbus.operator.dedupe.DedupePlugin;
import io.dbus.operator.sort.SortPlugin;
import io.dbus.operator.throttle.ThrottlePlugin;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectsFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The operators with state one behind the other in a cluster, on RocksDB, with a failure and a restart in the middle. */
class StatefulChainTest {
    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(3)
            .build());

    private static final AtomicInteger SEEN = new AtomicInteger();
    private static final int FAILS_AT = 1_500;

    @TempDir
    private Path state;

    private final Map<Long, String[]> rows = new TreeMap<>();
    private final List<Event> changes = new ArrayList<>();

    /** Changes as a server logs them with MINIMAL images: rows come and go, change and move to other keys. */
    private void history(Changes on, long seed) {
        Random random = new Random(seed);
        for (long sequence = 10; changes.size() < 3_000; sequence += 10) {
            long id = random.nextInt(60);
            String id1 = Long.toString(id);
            String[] known = rows.get(id);
            long to = random.nextInt(60);
            if (known == null) {
                String[] row = row(id1, "n" + sequence, "t" + sequence);
                rows.put(id, row);
                changes.add(on.insert(sequence, id, row));
            } else if (random.nextInt(8) == 0) {
                rows.remove(id);
                changes.add(on.delete(sequence, id, id1, "-", "-"));
            } else if (random.nextInt(4) == 0 && !rows.containsKey(to)) {
                rows.remove(id);
                rows.put(to, row(Long.toString(to), known[1], known[2]));
                changes.add(on.move(sequence, id, to, row(id1, "-", "-"), Long.toString(to), "-", "-"));
            } else {
                String name = "n" + sequence;
                rows.put(id, row(id1, name, known[2]));
                changes.add(on.update(sequence, id, row(id1, "-", "-"), "-", name, "-"));
            }
            if (random.nextInt(20) == 0) {
                // A repeat: complete passes it on only when it is full.
                changes.add(changes.get(changes.size() - 1));
            }
        }
    }

    @Test
    void rowsThatPassAllOfThemAreWholeInOrderAndThere() throws Exception {
        history(Changes.on("eu1"), 7);
        StreamExecutionEnvironment environment = environment();
        DataStream<Event> stream = environment.fromData(changes, EventTypeInfo.INSTANCE);
        stream = apply(new CompletePlugin(), "complete", Map.of("unknown", "pass"), stream);
        stream = apply(new DedupePlugin(), "dedupe", Map.of(), stream);
        stream = apply(new ThrottlePlugin(), "throttle", Map.of("by", "key", "rows-per-second", "1000"), stream);
        stream = apply(new SortPlugin(), "sort", Map.of("max-delay", "1 s"), stream)
                .map(StatefulChainTest::failOnce)
                .returns(EventTypeInfo.INSTANCE)
                .uid("fails");

        Map<String, String> found = new HashMap<>();
        Map<Object, Long> sequences = new HashMap<>();
        for (Event event : stream.executeAndCollect(10_000)) {
            RowChange change = (RowChange) event;
            Long last = sequences.put(change.key(), change.origin().sequence());
            assertThat(last == null || last < change.origin().sequence())
                    .as("order of " + change.key())
                    .isTrue();
            if (change.newKey().isPresent() || !change.image().isFull()) {
                // The repeats of partial images alone, which the row knows to be from before.
                continue;
            }
            if (change.operation() == Operation.DELETE) {
                found.remove(change.key().toString());
            } else {
                found.put(
                        change.key().toString(),
                        Changes.text(change).replaceAll("\\d+ . (.* -> )?(\\[[^]]*]).*", "$2"));
            }
        }
        Map<String, String> expected = new TreeMap<>();
        rows.forEach((id, row) ->
                expected.put("shop-db/shop/orders[" + id + "]", List.of(row).toString()));
        assertThat(found).isEqualTo(expected);
        assertThat(SEEN.get()).as("it failed").isGreaterThan(FAILS_AT);
    }

    @Test
    void countsAreExactOverAFailure() throws Exception {
        history(Changes.on("eu1"), 8);
        StreamExecutionEnvironment environment = environment();
        DataStream<Event> stream = environment
                .fromData(changes, EventTypeInfo.INSTANCE)
                .map(StatefulChainTest::failOnce)
                .returns(EventTypeInfo.INSTANCE)
                .uid("fails");
        long sum = 0;
        for (Event event : apply(new CountPlugin(), "count", Map.of("window", "1 s", "by", "operation"), stream)
                .executeAndCollect(10_000)) {
            String json = new String(((Message) event).value().orElseThrow(), UTF_8);
            sum += Long.parseLong(json.replaceAll(".*\"count\":(\\d+).*", "$1"));
        }

        assertThat(sum).isEqualTo(changes.size());
        assertThat(SEEN.get()).as("it failed").isGreaterThan(FAILS_AT);
    }

    private static Event failOnce(Event event) {
        if (SEEN.incrementAndGet() == FAILS_AT) {
            throw new IllegalStateException("a failure of the test");
        }
        return event;
    }

    private StreamExecutionEnvironment environment() {
        SEEN.set(0);
        StreamExecutionEnvironment environment =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(Map.of(
                        "restart-strategy.type", "fixed-delay",
                        "restart-strategy.fixed-delay.delay", "10 ms",
                        "pipeline.object-reuse", "true",
                        "pipeline.generic-types", "false",
                        "pipeline.auto-generate-uids", "true",
                        "state.backend.type", "rocksdb",
                        "execution.checkpointing.incremental", "true",
                        "execution.checkpointing.dir", state.toUri().toString(),
                        "execution.checkpointing.interval", "20 ms")));
        environment.setParallelism(3);
        environment.setMaxParallelism(720);
        return environment;
    }

    private static DataStream<Event> apply(
            OperatorPlugin plugin, String component, Map<String, String> options, DataStream<Event> input) {
        var context = new PluginContext("shop", component, Configuration.fromMap(options), List.of())
                .withRejects(RejectsFactory.FAILING);
        assertThat(plugin.validate(context)).isEmpty();
        return plugin.apply(input, context).main().name(component).uid(component);
    }
}
