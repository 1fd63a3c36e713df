package io.dbus.operator.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectsFactory;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ThrottlePluginTest {
    private static final ThrottlePlugin PLUGIN = new ThrottlePlugin();
    private static final Changes EU1 = Changes.on("eu1");

    /** Waits by moving the clock of the run at hand. */
    private static final AtomicReference<Clock> CLOCK = new AtomicReference<>();

    private static final class Clock {
        private StatefulRun run;
        private long now;
        private long longest;
    }

    @Test
    void aTableGetsItsLimitAndABurst() throws Exception {
        try (StatefulRun run = run(Map.of("by", "table", "rows-per-second", "10"), Backend.HEAP, 1)) {
            // A second's worth goes on at once.
            run.in(rows(EU1, 1, 30));

            assertThat(run.out()).hasSize(10);
            run.clock(99);
            assertThat(run.out()).hasSize(10);
            run.clock(101);
            assertThat(run.out()).hasSize(11);
            run.clock(502);
            assertThat(run.out()).hasSize(15);
            step(run, 502, 2_002);
            assertThat(run.out()).hasSize(30);
            assertThat(run.metric("held")).isZero();
        }
    }

    @Test
    void aTableOverItsLimitDoesNotHoldUpOthersAndKeepsItsOrder() throws Exception {
        Changes other = EU1.ofTable("customers");
        try (StatefulRun run = run(Map.of("by", "table", "rows-per-second", "1"), Backend.HEAP, 1)) {
            run.in(EU1.insert(1, 1, "1", "a", "x"));
            run.in(rows(EU1, 10, 5));
            run.in(other.insert(2, 1, "1", "a", "x"));
            run.clock(1_001).in(other.insert(20, 1, "1", "a", "x"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(1L, 2L, 10L, 20L);
            step(run, 1_001, 6_000);
            assertThat(run.out())
                    .filteredOn(e -> ((RowChange) e).table().table().equals("orders"))
                    .extracting(e -> e.origin().sequence())
                    .containsExactly(1L, 10L, 11L, 12L, 13L, 14L);
        }
    }

    @Test
    void eachKeyHasALimitOfItsOwn() throws Exception {
        try (StatefulRun run = run(Map.of("by", "key", "rows-per-second", "1"), Backend.HEAP, 2)) {
            run.in(rows(EU1, 1, 20));
            assertThat(run.out()).hasSize(20);
            run.in(rows(EU1, 21, 20)).in(EU1.insert(99, 99, "99", "a", "x"));
            assertThat(run.out()).hasSize(21);
            run.clock(1_001);

            assertThat(run.out()).hasSize(41);
            assertThat(run.metric("held")).isZero();
        }
    }

    @Test
    void bytesAreLimitedAndOneThatIsLargerThanABurstPassesAndIsPaidForLater() throws Exception {
        try (StatefulRun run = run(Map.of("by", "table", "bytes-per-second", "1000 bytes"), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 0, "0", "a", "x"),
                    EU1.insert(2, 1, "1", "a", "x".repeat(3_000)),
                    EU1.insert(3, 2, "2", "a", "x"));

            assertThat(run.out()).hasSize(1);
            // A burst of 1,000 is there again.
            run.clock(30);
            assertThat(run.out()).hasSize(2);
            // Some 3,020 bytes: 1,000 were there, the rest takes two seconds.
            step(run, 30, 1_900);
            assertThat(run.out()).hasSize(2);
            run.clock(2_200);
            assertThat(run.out()).hasSize(3);
        }
    }

    @Test
    void whenTooMuchIsHeldTheInstanceWaitsAndDropsNothing() throws Exception {
        // An event counts for some 520 bytes, so two are held.
        try (StatefulRun run = run(
                Map.of("by", "table", "rows-per-second", "10", "burst", "100 ms", "max-held", "1100 bytes"),
                Backend.HEAP,
                1)) {
            run.in(rows(EU1, 1, 10));

            // One at once, then one in a tenth of a second each, but for the two that are held.
            assertThat(run.out()).hasSize(8);
            assertThat(CLOCK.get().now).isBetween(695L, 800L);
            assertThat(run.metric("waitedMs")).isBetween(650L, 800L);
            assertThat(run.metric("held")).isEqualTo(2);
        }
    }

    @Test
    void theWholeComponentGetsItsLimitSharedByItsInstances() throws Exception {
        try (StatefulRun run = run(Map.of("rows-per-second", "10"), Backend.HEAP, 1)) {
            run.in(rows(EU1, 1, 100));

            assertThat(run.out()).hasSize(100);
            // The bucket begins empty: 100 rows take ten seconds.
            assertThat(CLOCK.get().now).isBetween(9_900L, 10_200L);
            assertThat(CLOCK.get().longest).isLessThanOrEqualTo(Pause.LONGEST_MILLIS);
        }
        Limits share = new Limits(10, 100, 1).share(4);
        assertThat(share.rows()).isEqualTo(2.5);
        assertThat(share.bytes()).isEqualTo(25);
        assertThat(PLUGIN.keyed(context(Map.of()))).isFalse();
        assertThat(PLUGIN.keyed(context(Map.of("by", "server")))).isTrue();
    }

    @Test
    void aWatermarkWaitsForTheEventsThatCameBeforeIt() throws Exception {
        try (StatefulRun run = run(Map.of("by", "table", "rows-per-second", "1"), Backend.HEAP, 1)) {
            run.watermark(0)
                    .in(rows(EU1, 1, 2))
                    .watermark(2)
                    .watermark(3)
                    .in(rows(EU1, 4, 1))
                    .watermark(5);
            assertThat(run.flow(Changes::text)).containsExactly("watermark 0", "1 i [1, a, x]");
            run.clock(1_001);
            assertThat(run.flow(Changes::text))
                    .containsExactly("watermark 0", "1 i [1, a, x]", "2 i [2, a, x]", "watermark 3");
            run.clock(2_002);
            assertThat(run.flow(Changes::text)).endsWith("4 i [4, a, x]", "watermark 5");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsHeldIsInTheCheckpointAndGoesOnAfterARestoreAtAnotherParallelism(Backend backend) throws Exception {
        StatefulRun before = run(Map.of("by", "key", "rows-per-second", "1"), backend, 2);
        before.in(rows(EU1, 1, 40));
        assertThat(before.out()).hasSize(20);
        before.snapshot();
        before.clock(1_001);
        assertThat(before.out()).hasSize(40);
        before.in(rows(EU1, 41, 40));
        StatefulRun after = before.restoredAt(3);
        CLOCK.get().run = after;
        assertThat(after.metric("held")).isEqualTo(40);
        after.clock(1_900);
        assertThat(after.out()).hasSize(40);
        after.clock(2_010);
        assertThat(after.out()).hasSize(60);
        after.clock(3_050);
        assertThat(after.out()).hasSize(80);
        try (StatefulRun last = after.restoredAt(2)) {
            assertThat(last.metric("held")).isZero();
        }
    }

    @Test
    void theEndOfTheInputWaitsForWhatIsHeld() throws Exception {
        try (StatefulRun run = run(Map.of("by", "table", "rows-per-second", "10"), Backend.HEAP, 1)) {
            run.in(rows(EU1, 1, 20)).end();

            assertThat(run.out()).hasSize(20);
            assertThat(CLOCK.get().now).isBetween(950L, 1_100L);
            assertThat(run.flow(Changes::text)).endsWith("watermark " + Long.MAX_VALUE);
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThat(problems(Map.of())).containsExactly("");
        assertThat(problems(Map.of("rows-per-second", "0"))).containsExactly("rows-per-second");
        assertThat(problems(Map.of("rows-per-second", "NaN"))).containsExactly("rows-per-second");
        assertThat(problems(Map.of("bytes-per-second", "0 bytes"))).containsExactly("bytes-per-second");
        assertThat(problems(Map.of("rows-per-second", "1", "burst", "0 s"))).containsExactly("burst");
        assertThat(problems(Map.of("rows-per-second", "1", "max-held", "1 mb"))).containsExactly("max-held");
        assertThat(problems(Map.of("rows-per-second", "0.5", "bytes-per-second", "2 mb", "by", "server")))
                .isEmpty();
    }

    private static void step(StatefulRun run, long from, long to) throws Exception {
        for (long now = from; now <= to; now += 100) {
            run.clock(now);
        }
    }

    private static Iterable<String> problems(Map<String, String> options) {
        return PLUGIN.validate(context(options)).stream().map(Problem::option).toList();
    }

    private static Event[] rows(Changes of, int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> of.insert(i, i % 20, "" + i, "a", "x"))
                .toArray(Event[]::new);
    }

    private static PluginContext context(Map<String, String> options) {
        return StatefulRun.context(options, RejectsFactory.FAILING);
    }

    private static StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        Clock clock = new Clock();
        CLOCK.set(clock);
        clock.run = StatefulRun.of(
                input -> ThrottlePlugin.apply(input, context(options), ThrottlePluginTest::pause),
                backend,
                parallelism);
        return clock.run;
    }

    private static void pause(long millis) {
        Clock clock = CLOCK.get();
        clock.longest = Math.max(clock.longest, millis);
        clock.now += millis;
        clock.run.clockAtWork(clock.now);
    }
}
