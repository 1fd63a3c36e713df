package io.dbus.operator.dedupe;

import static io.dbus.operator.state.Changes.row;
import static io.dbus.operator.state.Changes.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectsFactory;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DedupePluginTest {
    private static final DedupePlugin PLUGIN = new DedupePlugin();
    private static final Changes EU1 = Changes.on("eu1");

    @Test
    void anUpdateThatChangesNoColumnIsDroppedAndCounted() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.update(1, 1, row("1", "a", "x"), "1", "a", "x"),
                    EU1.update(2, 1, row("1", "a", "NULL"), "1", "a", "NULL"),
                    EU1.update(3, 1, row("1", "a", "NULL"), "1", "a", ""),
                    EU1.update(4, 1, row("1", "a", "x"), "1", "b", "x"),
                    EU1.insert(5, 2, "2", "a", "x"),
                    EU1.delete(6, 2, "2", "a", "x"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(3L, 4L, 5L, 6L);
            assertThat(run.metric("dropped unchanged")).isEqualTo(2);
        }
    }

    @Test
    void onlyTheColumnsThatAreLookedAtCount() throws Exception {
        try (StatefulRun run = run(Map.of("columns", "*;!note"), Backend.HEAP, 1)) {
            run.in(
                    EU1.update(1, 1, row("1", "a", "x"), "1", "a", "y"),
                    EU1.update(2, 1, row("1", "a", "x"), "1", "b", "x"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(2L);
        }
    }

    @Test
    void updatesOfATableThatHasNoneOfTheColumnsPass() throws Exception {
        try (StatefulRun run = run(Map.of("columns", "price"), Backend.HEAP, 1)) {
            run.in(EU1.update(1, 1, row("1", "a", "x"), "1", "a", "x"));

            assertThat(run.out()).hasSize(1);
        }
    }

    @Test
    void anUpdateWithPartialImagesIsDroppedOnlyWhereItIsSureToChangeNothing() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    // MINIMAL: the key before, what was set after. 'name' may have been 'a' before.
                    EU1.update(1, 1, row("1", "-", "-"), "-", "a", "-"),
                    // Nothing was set.
                    EU1.update(2, 1, row("1", "-", "-"), "-", "-", "-"),
                    // NOBLOB: a blob that was not set is not there after.
                    EU1.update(3, 1, row("1", "a", "-"), "1", "a", "-"),
                    // A blob that was set may have changed.
                    EU1.update(4, 1, row("1", "a", "-"), "1", "a", "x"),
                    EU1.move(5, 1, 2, row("1", "-", "-"), "2", "-", "-"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(1L, 4L, 5L);
        }
    }

    @ParameterizedTest
    @EnumSource
    void repeatsAreToldByKeyAndSequenceOverARestoreAtAnotherParallelism(Backend backend) throws Exception {
        Event[] first = LongStream.rangeClosed(1, 50)
                .mapToObj(id -> EU1.insert(id, id, Long.toString(id), "a", "x"))
                .toArray(Event[]::new);
        StatefulRun before = run(Map.of(), backend, 2).in(first).in(first[0]);
        assertThat(before.metric("dropped repeat")).isEqualTo(1);
        assertThat(before.instancesUsed()).isEqualTo(2);

        try (StatefulRun after = before.restoredAt(3)) {
            after.in(first).in(EU1.delete(51, 1, "1", "a", "x"));

            assertThat(after.instancesUsed()).isEqualTo(3);
            assertThat(after.out())
                    .extracting(e -> e.origin().sequence())
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 51).boxed().toList());
            assertThat(after.metric("dropped repeat")).isEqualTo(50);
        }
    }

    @Test
    void sequencesOfDifferentServersSayNothingOfEachOther() throws Exception {
        Changes eu2 = Changes.on("eu2");
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(100, 1, "1", "a", "x"),
                    eu2.insert(7, 1, "1", "a", "x"),
                    EU1.insert(100, 1, "1", "a", "x"),
                    eu2.insert(7, 1, "1", "a", "x"),
                    eu2.insert(8, 1, "1", "a", "x"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(100L, 7L, 8L);
        }
    }

    @Test
    void anUpdateThatIsDroppedAsUnchangedIsARepeatTheNextTime() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            Event same = EU1.update(5, 1, row("1", "a", "x"), "1", "a", "x");
            run.in(same, same, EU1.insert(4, 1, "1", "a", "x"), EU1.truncate(6), EU1.truncate(6));

            assertThat(texts(run.out())).containsExactly("6 truncate");
            assertThat(run.metric("dropped unchanged")).isEqualTo(1);
            assertThat(run.metric("dropped repeat")).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aKeyIsForgottenAfterItsTime(Backend backend) throws Exception {
        try (StatefulRun run = run(Map.of("state.ttl", "10 s"), backend, 1)) {
            Event event = EU1.insert(1, 1, "1", "a", "x");
            run.in(event).clock(9_000).in(event).clock(10_001).in(event);

            assertThat(run.out()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTimeToLiveCanBeGivenAndTakenAwayOverARestore(Backend backend) throws Exception {
        Event event = EU1.insert(1, 1, "1", "a", "x");
        StatefulRun forEver = run(Map.of(), backend, 1).in(event);
        StatefulRun timed = forEver.restoredAt(1, input -> PLUGIN.apply(input, context(Map.of("state.ttl", "1 h"))));
        timed.in(event);
        assertThat(timed.out()).hasSize(1);
        try (StatefulRun again = timed.restoredAt(1, input -> PLUGIN.apply(input, context(Map.of())))) {
            again.in(event);

            assertThat(again.out()).hasSize(1);
        }
    }

    @Test
    void anEventThatWasRejectedIsNoRepeatWhenItComesOnceMore() throws Exception {
        RowChange whole = EU1.update(5, 1, row("1", "a", "x"), "1", "b", "x");
        RowImage before = whole.before().orElseThrow();
        RowImage cut = RowImage.partial(
                before.layout(), before.copyOfPresence(), before.copyOfBytes(), 0, before.length() - 3);
        RowChange unreadable =
                RowChange.update(whole.schema(), cut, whole.after().orElseThrow(), whole.origin(), whole.key());
        CollectedRejects rejects = new CollectedRejects();
        try (StatefulRun run = StatefulRun.of(PLUGIN, StatefulRun.context(Map.of(), rejects), Backend.HEAP, 1)) {
            assertThat(run.in(unreadable, whole, whole).out()).containsExactly(whole);
            assertThat(rejects.reasons()).containsExactly("undecodable-value");
            assertThat(run.metric("dropped repeat")).isEqualTo(1);
        }
    }

    @Test
    void whatIsSetToPassPasses() throws Exception {
        Event same = EU1.update(5, 1, row("1", "a", "x"), "1", "a", "x");
        try (StatefulRun run = run(Map.of("unchanged", "pass"), Backend.HEAP, 1)) {
            assertThat(run.in(same, same).out()).hasSize(1);
        }
        try (StatefulRun run = run(Map.of("repeats", "pass"), Backend.HEAP, 1)) {
            Event insert = EU1.insert(5, 1, "1", "a", "x");
            assertThat(run.in(insert, insert, same).out()).hasSize(2);
        }
    }

    @Test
    void optionsThatMakeNoSenseAreRefusedWithTheCure() {
        assertThat(problems(Map.of("unchanged", "pass", "repeats", "pass"))).containsExactly("");
        assertThat(problems(Map.of("columns", "!a"))).containsExactly("columns");
        assertThat(problems(Map.of("columns", "a", "unchanged", "pass"))).containsExactly("columns");
        assertThat(problems(Map.of("state.ttl", "1 h", "repeats", "pass"))).containsExactly("state.ttl");
        assertThat(problems(Map.of("state.ttl", "0 s"))).containsExactly("state.ttl");
        assertThat(problems(Map.of("columns", "*;!updated_at", "state.ttl", "1 d")))
                .isEmpty();
    }

    private static Iterable<String> problems(Map<String, String> options) {
        return PLUGIN.validate(context(options)).stream().map(Problem::option).toList();
    }

    private static PluginContext context(Map<String, String> options) {
        return StatefulRun.context(options, RejectsFactory.FAILING);
    }

    private static StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        return StatefulRun.of(PLUGIN, context(options), backend, parallelism);
    }
}
