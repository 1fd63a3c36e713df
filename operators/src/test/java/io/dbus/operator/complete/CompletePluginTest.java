package io.dbus.operator.complete;

import static io.dbus.operator.state.Changes.row;
import static io.dbus.operator.state.Changes.texts;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.state.Changes;
import io.dbus.operator.state.StatefulRun;
import io.dbus.operator.state.StatefulRun.Backend;
import io.dbus.plugin.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompletePluginTest {
    private static final CompletePlugin PLUGIN = new CompletePlugin();
    private static final Changes EU1 = Changes.on("eu1");
    private static final Map<String, String> REJECTING = Map.of("key-changes", "reject");

    private final CollectedRejects rejects = new CollectedRejects();

    @ParameterizedTest
    @EnumSource
    void minimalImagesAreFilledFromTheLastKnownRow(Backend backend) throws Exception {
        try (StatefulRun run = run(Map.of(), backend, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.update(2, 1, row("1", "-", "-"), "-", "b", "-"),
                    EU1.update(3, 1, row("1", "-", "-"), "-", "-", "NULL"),
                    EU1.update(4, 1, row("1", "-", "-"), "-", "-", "y"),
                    EU1.delete(5, 1, "1", "-", "-"));

            assertThat(texts(run.out()))
                    .containsExactly(
                            "1 i [1, a, x]",
                            "2 u [1, a, x] -> [1, b, x]",
                            "3 u [1, b, x] -> [1, b, NULL]",
                            "4 u [1, b, NULL] -> [1, b, y]",
                            "5 d [1, b, y]");
            assertThat(run.metric("completed")).isEqualTo(4);
            assertThat(rejects.reasons()).isEmpty();
        }
    }

    @Test
    void noblobImagesAreFilledFromTheLastKnownRow() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.update(2, 1, row("1", "a", "-"), "1", "b", "-"),
                    EU1.update(3, 1, row("1", "b", "-"), "1", "b", "y"),
                    EU1.delete(4, 1, "1", "b", "-"));

            assertThat(texts(run.out()))
                    .containsExactly(
                            "1 i [1, a, x]",
                            "2 u [1, a, x] -> [1, b, x]",
                            "3 u [1, b, x] -> [1, b, y]",
                            "4 d [1, b, y]");
        }
    }

    @Test
    void fullImagesPassAsTheyAre() throws Exception {
        Event insert = EU1.insert(1, 1, "1", "a", "x");
        Event update = EU1.update(2, 1, row("1", "a", "x"), "1", "b", "x");
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            assertThat(run.in(insert, update).out()).containsExactly(insert, update);
            assertThat(run.metric("completed")).isZero();
        }
    }

    @Test
    void theEventKeepsWhatItIsBesideItsImages() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            RowChange update =
                    EU1.update(2, 1, row("1", "-", "-"), "-", "b", "-").withTable(new TableId("sales", "o"));
            run.in(EU1.insert(1, 1, "1", "a", "x"), update);

            RowChange filled = (RowChange) run.out().get(1);
            assertThat(filled.table()).isEqualTo(new TableId("sales", "o"));
            assertThat(filled.origin()).isEqualTo(update.origin());
            assertThat(filled.key()).isEqualTo(update.key());
            assertThat(filled.schema().key()).isEqualTo(update.schema().key());
        }
    }

    @Test
    void aRowThatIsNotKnownIsRejectedAndNamesItsColumns() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.update(2, 1, row("1", "-", "-"), "-", "b", "-"),
                    EU1.delete(3, 2, "2", "-", "-"),
                    // The server leaves columns out of an insert that got their defaults.
                    EU1.insert(4, 3, "3", "a", "-"));

            assertThat(run.out()).isEmpty();
            assertThat(rejects.reasons()).containsExactly("incomplete-row", "incomplete-row", "incomplete-row");
            assertThat(rejects.rejections().get(0).what()).contains("columns name, note are not in the row's image");
            assertThat(rejects.rejections().get(2).what())
                    .contains("columns note")
                    .contains("defaults");
            assertThat(run.metric("rejected incomplete-row")).isEqualTo(3);
        }
    }

    @Test
    void whatIsSeenOfARejectedRowMakesLaterOnesWhole() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "-"),
                    EU1.update(2, 1, row("1", "-", "-"), "-", "-", "x"),
                    EU1.update(3, 1, row("1", "-", "-"), "-", "b", "-"));

            assertThat(texts(run.out())).containsExactly("3 u [1, a, x] -> [1, b, x]");
            assertThat(rejects.reasons()).hasSize(2);
        }
    }

    @Test
    void unknownRowsPassWithWhatIsKnownWhereTheUserSaysSo() throws Exception {
        try (StatefulRun run = run(Map.of("unknown", "pass"), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "-"),
                    EU1.update(2, 1, row("1", "-", "-"), "-", "b", "-"),
                    EU1.move(3, 8, 9, row("8", "-", "-"), "9", "-", "-"));

            assertThat(texts(run.out()))
                    .containsExactly("1 i [1, a, -]", "2 u [1, a, -] -> [1, b, -]", "3 u [8, -, -] -> [9, -, -]");
            assertThat(run.metric("incomplete")).isEqualTo(3);
        }
    }

    @Test
    void aDeletedRowIsNotKnownAnyMoreAndAnInsertedOneIsNeverFilledFromIt() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.delete(2, 1, "1", "a", "x"),
                    EU1.update(3, 1, row("1", "-", "-"), "-", "b", "-"),
                    EU1.insert(4, 2, "2", "a", "x"),
                    EU1.insert(5, 2, "2", "b", "-"));

            assertThat(run.out()).extracting(e -> e.origin().sequence()).containsExactly(1L, 2L, 4L);
            assertThat(rejects.reasons()).hasSize(2);
        }
    }

    @Test
    void aPartialKeyChangeBecomesADeleteAndAnInsertAndTheRowIsFollowedAlongAChain() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 3)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.move(10, 1, 2, row("1", "-", "-"), "2", "b", "-"),
                    EU1.move(20, 2, 3, row("2", "-", "-"), "3", "-", "-"),
                    EU1.update(30, 3, row("3", "-", "-"), "-", "c", "-"),
                    // The old keys are free again, and nothing is known of them.
                    EU1.insert(40, 1, "1", "z", "z"),
                    EU1.update(50, 2, row("2", "-", "-"), "-", "q", "-"),
                    EU1.move(60, 3, 1, row("3", "-", "-"), "1", "-", "-"));

            assertThat(texts(run.out()))
                    .containsExactly(
                            "1 i [1, a, x]",
                            "10 d [1, a, x] | [2, b, x]",
                            "11 i [2, b, x] | [1, a, x]",
                            "20 d [2, b, x] | [3, b, x]",
                            "21 i [3, b, x] | [2, b, x]",
                            "30 u [3, b, x] -> [3, c, x]",
                            "40 i [1, z, z]",
                            "60 d [3, c, x] | [1, c, x]",
                            "61 i [1, c, x] | [3, c, x]");
            assertThat(rejects.reasons()).containsExactly("incomplete-row");
            RowChange delete = (RowChange) run.out().get(1);
            RowChange insert = (RowChange) run.out().get(2);
            assertThat(delete.origin().last()).isFalse();
            assertThat(insert.origin().last()).isTrue();
            assertThat(insert.key()).isEqualTo(EU1.insert(1, 2, "2", "a", "x").key());
            assertThat(delete.newKey()).isEmpty();
            assertThat(insert.newKey()).isEmpty();
        }
    }

    @Test
    void aPartialKeyChangeOfAnUnknownRowIsRejected() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.move(10, 1, 2, row("1", "-", "-"), "2", "b", "-"));

            assertThat(run.out()).isEmpty();
            assertThat(rejects.reasons()).containsExactly("incomplete-row");
        }
    }

    @Test
    void whereKeysAreNotFollowedAPartialKeyChangeIsRejectedAndItsOldKeyForgotten() throws Exception {
        try (StatefulRun run = run(REJECTING, Backend.HEAP, 1)) {
            run.in(
                    EU1.insert(1, 1, "1", "a", "x"),
                    EU1.move(10, 1, 2, row("1", "-", "-"), "2", "b", "-"),
                    EU1.update(11, 1, row("1", "-", "-"), "-", "c", "-"));

            assertThat(texts(run.out())).containsExactly("1 i [1, a, x]");
            assertThat(rejects.reasons()).containsExactly("partial-key-change", "incomplete-row");
        }
    }

    @Test
    void aTableKeepsOneLaneWhereKeysAreFollowedAndIsSpreadWhereTheyAreNot() throws Exception {
        List<Event> rows = new ArrayList<>();
        for (int id = 0; id < 100; id++) {
            rows.add(EU1.insert(id, id, "" + id, "a", "x"));
        }
        try (StatefulRun follow = run(Map.of(), Backend.HEAP, 4);
                StatefulRun reject = run(REJECTING, Backend.HEAP, 4)) {
            assertThat(follow.in(rows.toArray(Event[]::new)).instancesUsed()).isEqualTo(1);
            assertThat(reject.in(rows.toArray(Event[]::new)).instancesUsed()).isEqualTo(4);
        }
        assertThat(PLUGIN.ordersTables(context(Map.of()))).isTrue();
        assertThat(PLUGIN.ordersTables(context(REJECTING))).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void rowsAreKnownOverARestoreAtAnotherParallelism(Backend backend) throws Exception {
        for (Map<String, String> options : List.of(Map.<String, String>of(), REJECTING)) {
            List<Event> inserts = new ArrayList<>();
            List<Event> updates = new ArrayList<>();
            for (int id = 1; id <= 100; id++) {
                Changes table = EU1.ofTable("t" + id % 7);
                inserts.add(table.insert(id, id, "" + id, "a", "x"));
                updates.add(table.update(1_000 + id, id, row("" + id, "-", "-"), "-", "b", "-"));
            }
            StatefulRun before = run(options, backend, 2).in(inserts.toArray(Event[]::new));
            try (StatefulRun after = before.restoredAt(3)) {
                after.in(updates.toArray(Event[]::new));

                assertThat(rejects.reasons()).isEmpty();
                assertThat(after.instancesUsed()).isEqualTo(3);
                assertThat(texts(after.out()).subList(100, 200))
                        .allMatch(text -> text.matches("\\d+ u \\[(\\d+), a, x\\] -> \\[\\1, b, x\\]"));
            }
        }
    }

    @Test
    void theSizeOfTheStateIsAMetricThatIsTrueAfterARestore() throws Exception {
        for (int parallelism : List.of(2, 3)) {
            StatefulRun before = run(Map.of(), Backend.ROCKSDB, 2);
            for (int id = 1; id <= 100; id++) {
                before.in(EU1.ofTable("t" + id % 7).insert(id, id, "" + id, "a", "x"));
            }
            assertThat(before.metric("keys rows")).isEqualTo(100);
            try (StatefulRun after = before.restoredAt(parallelism)) {
                // Rows of other instances are counted until they are compacted away.
                assertThat(after.metric("keys rows")).isBetween(100L, parallelism == 2 ? 100L : 200L);
            }
        }
    }

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

    @Test
    void aCheckpointWaitsUntilWhatWasRejectedIsStored() throws Exception {
        try (StatefulRun run = run(Map.of(), Backend.HEAP, 1)) {
            run.in(EU1.delete(3, 2, "2", "-", "-")).snapshot();

            assertThat(rejects.calls()).containsExactly("open the-operator", "reject", "flush");
        }
        assertThat(rejects.calls()).endsWith("close");
    }

    private PluginContext context(Map<String, String> options) {
        return StatefulRun.context(options, rejects);
    }

    private StatefulRun run(Map<String, String> options, Backend backend, int parallelism) throws Exception {
        return StatefulRun.of(PLUGIN, context(options), backend, parallelism);
    }
}
