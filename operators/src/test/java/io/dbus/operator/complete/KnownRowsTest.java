package io.dbus.operator.complete;

import static io.dbus.operator.state.Changes.row;
import static io.dbus.operator.state.Changes.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.PluginContext;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which known rows fill a later image, and which do not since they may not be what the row was. */
class KnownRowsTest {
    private static final CompletePlugin PLUGIN = new CompletePlugin();
    private static final Changes EU1 = Changes.on("eu1");
    private static final Map<String, String> REJECTING = Map.of("key-changes", "reject");

    private final CollectedRejects rejects = new CollectedRejects();

    @Test
    void rowsFromBeforeATruncateFillNothingThatCameAfterIt() throws Exception {
        for (Map<String, String> options : List.of(Map.<String, String>of(), REJECTING)) {
            try (StatefulRun run = run(options, Backend.HEAP, 3)) {
                run.in(
                        EU1.insert(1, 1, "1", "a", "x"),
                        EU1.insert(2, 2, "2", "a", "x"),
                        EU1.insert(3, 3, "3", "a", "x"),
                        EU1.truncate(10),
                        EU1.update(11, 1, row("1", "-", "-"), "-", "b", "-"),
                        // It came before the truncate, on another way.
                        EU1.update(9, 2, row("2", "-", "-"), "-", "b", "-"),
                        EU1.insert(12, 3, "3", "c", "y"),
                        EU1.update(13, 3, row("3", "-", "-"), "-", "d", "-"));

                assertThat(texts(run.out()))
                        .containsExactly(
                                "1 i [1, a, x]",
                                "2 i [2, a, x]",
                                "3 i [3, a, x]",
                                "10 truncate",
                                "9 u [2, a, x] -> [2, b, x]",
                                "12 i [3, c, y]",
                                "13 u [3, c, y] -> [3, d, y]");
                assertThat(run.out().get(3)).isEqualTo(EU1.truncate(10));
            }
        }
        assertThat(rejects.reasons()).containsExactly("incomplete-row", "incomplete-row");
        assertThat(rejects.rejections().get(0).what()).contains("the table was truncated");
    }

    @Test
    void anEarlierChangeThatComesOnceMoreDoesNotTakeTheRowBack() throws Exception {
        StatefulRun before = run(Map.of(), Backend.HEAP, 2)
                .in(
                        EU1.insert(1, 1, "1", "a", "x"),
                        EU1.update(20, 1, row("1", "a", "x"), "1", "b", "y"),
                        EU1.update(2, 1, row("1", "a", "x"), "1", "old", "old"),
                        EU1.update(21, 1, row("1", "-", "-"), "-", "c", "-"));
        try (StatefulRun after = before.restoredAt(3)) {
            after.in(
                    EU1.update(3, 1, row("1", "a", "x"), "1", "old", "old"),
                    EU1.update(4, 1, row("1", "old", "old"), "1", "older", "older"),
                    EU1.delete(5, 1, "1", "older", "older"),
                    EU1.update(22, 1, row("1", "-", "-"), "-", "d", "-"),
                    EU1.move(6, 8, 1, row("8", "-", "-"), "1", "stale", "stale"),
                    EU1.update(23, 1, row("1", "-", "-"), "-", "-", "z"));

            assertThat(texts(after.out()))
                    .containsSubsequence(
                            "2 u [1, a, x] -> [1, old, old]",
                            "21 u [1, b, y] -> [1, c, y]",
                            "4 u [1, old, old] -> [1, older, older]",
                            "5 d [1, older, older]",
                            "22 u [1, c, y] -> [1, d, y]",
                            "23 u [1, d, y] -> [1, d, z]");
        }
    }

    @Test
    void aTruncateOnAnotherServerSaysNothing() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    Changes.on("eu2").truncate(5),
                    EU1.update(11, 1, row("1", "-", "-"), "-", "b", "-"));

            assertThat(run.out()).hasSize(3);
        }
    }

    @Test
    void truncatesAreRememberedOverARestore() throws Exception {
        StatefulRun before = run(Map.of(), Backend.ROCKSDB, 1).in(EU1.insert(1, 1, "1", "a", "x"), EU1.truncate(10));
        try (StatefulRun after = before.restoredAt(2)) {
            after.in(EU1.update(11, 1, row("1", "-", "-"), "-", "b", "-"));

            assertThat(rejects.reasons()).containsExactly("incomplete-row");
        }
    }

    @Test
    void rowsOfTwoServersWithOneKeyAreTwoRows() throws Exception {
        Changes eu2 = Changes.on("eu2");
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    eu2.insert(1, 1, "1", "b", "y"),
                    EU1.update(2, 1, row("1", "-", "-"), "-", "c", "-"));

            assertThat(texts(run.out())).contains("2 u [1, a, x] -> [1, c, x]");
        }
    }

    @Test
    void aRowThatIsKnownFromLaterFillsNothing() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(5, 1, "1", "a", "x"),
                    EU1.update(4, 1, row("1", "-", "-"), "-", "b", "-"),
                    EU1.update(6, 1, row("1", "-", "-"), "-", "-", "y"));

            assertThat(texts(run.out())).containsExactly("5 i [1, a, x]", "6 u [1, a, x] -> [1, a, y]");
            assertThat(rejects.rejections().get(0).what()).contains("after a later change");
        }
    }

    @Test
    void aRowThatDiffersFromTheImageBeforeFillsNothingSinceAChangeWasMissed() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    // NOBLOB; somewhere 'a' became 'z', and perhaps the note changed too.
                    EU1.update(9, 1, row("1", "z", "-"), "1", "b", "-"));

            assertThat(run.out()).hasSize(1);
            assertThat(rejects.rejections().get(0).what()).contains("a change of it was not seen");
        }
    }

    @Test
    void aTableWithoutAKeyIsFilledFromItsOwnImageBeforeAlone() throws Exception {
        TableSchema keyless = TableSchema.of(
                new TableId("shop", "log"), Changes.ORDERS.layout(), List.of("id", "name", "note"), List.of());
        Changes log = EU1.of(keyless);
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    log.insert(1, 0, "1", "a", "x"),
                    log.insert(2, 0, "2", "b", "y"),
                    log.update(3, 0, row("1", "a", "x"), "-", "c", "-"),
                    log.update(4, 0, row("1", "c", "-"), "-", "d", "-"));

            assertThat(texts(run.out())).contains("3 u [1, a, x] -> [1, c, x]").hasSize(3);
            assertThat(rejects.reasons()).containsExactly("incomplete-row");
            assertThat(rejects.rejections().get(0).what()).contains("the table has no key");
        }
    }

    @Test
    void columnsOfARowThatIsKnownAreFoundByNameAndTypeAfterADdl() throws Exception {
        LogicalType number = LogicalType.of(Kind.INT);
        LogicalType text = LogicalType.of(Kind.TEXT);
        // 'name' longer and in another place, 'note' a number now, 'extra' new.
        TableSchema altered = TableSchema.of(
                new TableId("shop", "orders"),
                RowBuilder.layout(LogicalType.of(Kind.VARCHAR, 40), number, number),
                List.of("name", "id", "note"),
                List.of("id"));
        TableSchema added = TableSchema.of(
                new TableId("shop", "orders"),
                RowBuilder.layout(number, LogicalType.of(Kind.VARCHAR, 20), text, text),
                List.of("id", "name", "note", "extra"),
                List.of("id"));
        TableSchema dropped = TableSchema.of(
                new TableId("shop", "orders"), RowBuilder.layout(number, text), List.of("id", "note"), List.of("id"));
        try (StatefulRun run = run(Map.of("unknown", "pass"), Backend.ROCKSDB, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.insert(2, 2, "2", "a", "x"),
                    EU1.insert(3, 3, "3", "a", "x"),
                    EU1.of(altered).update(4, 1, row("-", "1", "-"), "-", "-", "7"),
                    EU1.of(added).update(5, 2, row("2", "-", "-", "-"), "-", "b", "-", "-"),
                    EU1.of(dropped).update(6, 3, row("3", "-"), "-", "y"));

            assertThat(texts(run.out()).subList(3, 6))
                    .containsExactly(
                            "4 u [a, 1, -] -> [a, 1, 7]", "5 u [2, a, x, -] -> [2, b, x, -]", "6 u [3, x] -> [3, y]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aRowIsForgottenAfterItsTimeAndNeverGuessed(Backend backend) throws Exception {
        try (StatefulRun run = run(Map.of("state.ttl", "1 min"), backend, 1)) {
            run.in(EU1.insert(1, 1, "1", "a", "x"))
                    .clock(59_000)
                    .in(EU1.update(2, 1, row("1", "-", "-"), "-", "b", "-"))
                    .clock(118_000)
                    .in(EU1.update(3, 1, row("1", "-", "-"), "-", "c", "-"))
                    .clock(179_000)
                    .in(EU1.update(4, 1, row("1", "-", "-"), "-", "d", "-"));

            assertThat(run.out()).hasSize(3);
            assertThat(rejects.reasons()).containsExactly("incomplete-row");
        }
    }

    private PluginContext context(Map<String, String> options) {
        return StatefulRun.context(options, rejects);
    }

    private StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        return StatefulRun.of(PLUGIN, context(options), backend, parallelism);
    }
}
