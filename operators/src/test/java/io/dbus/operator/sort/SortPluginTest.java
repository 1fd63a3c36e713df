package io.dbus.operator.sort;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectsFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SortPluginTest {
    private static final SortPlugin PLUGIN = new SortPlugin();
    private static final Changes EU1 = Changes.on("eu1");
    private static final Changes EU2 = Changes.on("eu2");
    private static final Changes EU3 = Changes.on("eu3");

    @Test
    void eventsOfSeveralServersGoOnInTheOrderOfTheirCommitsWhenAllServersArePastThem() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                            EU1.insertAt(100, 1, 1),
                            EU1.insertAt(300, 2, 2),
                            EU2.insertAt(50, 900, 3),
                            EU2.insertAt(200, 901, 4),
                            EU2.insertAt(400, 902, 5))
                    .watermark(300)
                    .watermark(350);

            assertThat(run.flow(SortPluginTest::text))
                    .containsExactly("eu2 50", "eu1 100", "eu2 200", "eu1 300", "watermark 300", "watermark 350");
            assertThat(run.metric("held")).isEqualTo(1);
            run.watermark(400);
            assertThat(run.metric("held")).isZero();
            assertThat(run.metric("heldBytes")).isZero();
            assertThat(run.metric("late")).isZero();
        }
    }

    @Test
    void anEventIsHeldForNoLongerThanTheDelayWithWhatIsInFrontOfIt() throws Exception {
        try (StatefulRun run = run(Map.of("max-delay", "5 s"), Backend.HEAP, 1)) {
            run.clock(1_000).in(EU1.insertAt(300, 1, 1));
            run.clock(3_000).in(EU2.insertAt(200, 1, 2), EU2.insertAt(400, 2, 3));

            run.clock(5_999);
            assertThat(run.out()).isEmpty();
            run.clock(6_000);
            assertThat(texts(run)).containsExactly("eu2 200", "eu1 300");
            run.clock(8_000);
            assertThat(texts(run)).containsExactly("eu2 200", "eu1 300", "eu2 400");
        }
    }

    @Test
    void eventsOfOneServerStayInTheOrderOfTheirSequencesThoughTheirCommitTimesGoBack() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(100, 1, 1), EU1.insertAt(90, 2, 1), EU2.insertAt(95, 7, 2), EU1.insertAt(110, 3, 1));
            run.watermark(200);

            assertThat(run.out())
                    .filteredOn(e -> e.origin().transaction().server().equals("eu1"))
                    .extracting(e -> e.origin().sequence())
                    .containsExactly(1L, 2L, 3L);
            assertThat(texts(run)).startsWith("eu2 95");
        }
    }

    @Test
    void eventsOfOneServerThatCameOnSeveralWaysGoOnInTheOrderOfTheirSequences() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(100, 3, 1), EU1.insertAt(100, 1, 2), EU1.insertAt(100, 2, 3))
                    .watermark(100);

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(1L, 2L, 3L);
        }
    }

    @Test
    void equalCommitTimesAreOrderedByServer() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU3.insertAt(100, 1, 1), EU1.insertAt(100, 5, 2), EU2.insertAt(100, 3, 3))
                    .watermark(100);

            assertThat(texts(run)).containsExactly("eu1 100", "eu2 100", "eu3 100");
        }
    }

    @Test
    void anyArrivalOfTheSameEventsGivesTheSameOrder() throws Exception {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            events.add(Changes.on("eu" + i % 3).insertAt(1_000 + i / 10, i, i));
        }
        List<String> expected = null;
        for (int seed = 0; seed < 5; seed++) {
            Collections.shuffle(events, new Random(seed));
            try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
                run.in(events.toArray(Event[]::new)).watermark(5_000);
                List<String> order = run.out().stream()
                        .map(event -> text(event) + " " + event.origin().sequence())
                        .toList();
                expected = expected == null ? order : expected;
                assertThat(order).isEqualTo(expected).hasSize(200);
            }
        }
    }

    @Test
    void aLateEventIsCountedAndPassesAtOnceBehindEarlierOnesOfItsServer() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(500, 1, 1)).watermark(500);
            // The clock of eu2 goes back between the two: the second must not pass the first.
            run.in(EU2.insertAt(600, 1, 9)).in(EU2.insertAt(400, 2, 9));

            assertThat(texts(run)).containsExactly("eu1 500", "eu2 600", "eu2 400");
            assertThat(run.metric("late")).isEqualTo(1);
        }
    }

    @Test
    void aLateEventIsDroppedAndCountedWhereTheUserSaysSo() throws Exception {
        try (StatefulRun run = run(Map.of("late", "drop"), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(500, 7, 1)).watermark(500);
            run.in(EU2.insertAt(400, 1, 2), EU1.insertAt(500, 6, 3), EU2.insertAt(501, 2, 4))
                    .watermark(501);

            assertThat(texts(run)).containsExactly("eu1 500", "eu2 501");
            assertThat(run.metric("late")).isEqualTo(2);
            assertThat(run.metric("dropped late")).isEqualTo(2);
        }
    }

    @Test
    void whenTooMuchIsHeldTheOldestGoesOnBeforeItsTimeAndIsCounted() throws Exception {
        // An event counts for some 510 bytes.
        try (StatefulRun run = run(Map.of("max-held", "1600 bytes"), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(300, 1, 1), EU2.insertAt(200, 1, 2), EU2.insertAt(400, 2, 3), EU2.insertAt(500, 3, 4));

            assertThat(texts(run)).containsExactly("eu2 200", "eu1 300");
            assertThat(run.metric("early")).isEqualTo(1);
            assertThat(run.metric("held")).isEqualTo(2);
        }
    }

    @Test
    void theEndOfTheInputLetsAllGoInOrder() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.insertAt(300, 1, 1), EU2.insertAt(200, 1, 2)).endWithoutWatermark();

            assertThat(texts(run)).containsExactly("eu2 200", "eu1 300");
        }
    }

    @Test
    void eachGroupIsOrderedForItself() throws Exception {
        Changes other = EU2.ofTable("customers");
        Event[] events = {EU1.insertAt(300, 1, 1), other.insertAt(400, 1, 1)};
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(events).watermark(400).in(EU3.insertAt(350, 2, 2)).watermark(500);
            assertThat(run.metric("late")).isZero();
        }
        try (StatefulRun run = run(Map.of("by", ""), Backend.HEAP, 2)) {
            run.in(events).watermark(400).in(EU3.insertAt(350, 2, 2)).watermark(500);
            assertThat(run.metric("late")).isEqualTo(1);
            assertThat(run.instancesUsed()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsHeldIsInTheCheckpointAndGoesOnAfterARestoreAtAnotherParallelism(Backend backend) throws Exception {
        Map<String, Integer> held = new HashMap<>();
        StatefulRun before = run(Map.of(), backend, 2);
        for (int i = 0; i < 60; i++) {
            Changes table = (i % 2 == 0 ? EU1 : EU2).ofTable("t" + i % 6 / 2);
            before.in(table.insertAt(1_000 - i, i, i));
            held.merge("t" + i % 6 / 2, 1, Integer::sum);
        }
        // A checkpoint that is followed by another holds what the last one left, too.
        before.snapshot();
        try (StatefulRun after = before.restoredAt(3)) {
            assertThat(after.out()).isEmpty();
            assertThat(after.metric("held")).isEqualTo(60);
            after.watermark(5_000);

            Map<String, Integer> came = new HashMap<>();
            after.out().forEach(event -> came.merge(((RowChange) event).table().table(), 1, Integer::sum));
            assertThat(came).isEqualTo(held);
            try (StatefulRun last = after.restoredAt(2)) {
                assertThat(last.metric("held")).isZero();
                // It knows how far it had gone on.
                last.in(EU2.ofTable("t0").insertAt(10, 1_000, 5));
                assertThat(last.metric("late")).isEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatWasHeldBeforeARestoreGoesOnAfterTheDelayWithoutFurtherEvents(Backend backend) throws Exception {
        StatefulRun before = run(Map.of(), backend, 1).clock(1_000).in(EU1.insertAt(300, 1, 1));
        try (StatefulRun after = before.restoredAt(1)) {
            after.clock(6_000);

            assertThat(texts(after)).containsExactly("eu1 300");
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() {
        assertThat(PLUGIN.validate(context(Map.of("max-delay", "0 s", "max-held", "0 bytes"))))
                .extracting(Problem::option)
                .containsExactly("max-delay", "max-held");
        assertThat(PLUGIN.validate(context(Map.of("max-delay", "2 h")))).hasSize(1);
        assertThat(PLUGIN.validate(context(Map.of("by", "database;server")))).isEmpty();
    }

    private static String text(Event event) {
        return event.origin().transaction().server() + " "
                + event.origin().transaction().commitMicros() / 1000;
    }

    private static List<String> texts(StatefulRun run) {
        return run.out().stream().map(SortPluginTest::text).toList();
    }

    private static PluginContext context(Map<String, String> options) {
        return StatefulRun.context(options, RejectsFactory.FAILING);
    }

    private static StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        return StatefulRun.of(PLUGIN, context(options), backend, parallelism);
    }
}
