package io.dbus.operator.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.CountingRowFormat;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SplitPluginTest {
    private static final String TWO =
            "[{name: small, where: 'after == null || after.id < 10'}, {name: even, where: 'after != null && after.id % 2 == 0'}]";

    private final SplitPlugin plugin = new SplitPlugin();

    @Test
    void aRowGoesToTheFirstOutputThatFitsAndTheOthersAreDroppedAndCounted() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("outputs", TWO),
                TestRows.insert("shop", "orders", 2, "a"),
                TestRows.insert("shop", "orders", 12, "b"),
                TestRows.insert("shop", "orders", 13, "c"),
                TestRows.delete("shop", "orders", 12, "b"));

        assertThat(run.rows("small")).containsExactly("shop.orders +I[2, a]", "shop.orders -D[12, b]");
        assertThat(run.rows("even")).containsExactly("shop.orders +I[12, b]");
        assertThat(run.events()).isEmpty();
        assertThat(run.dropped()).isEqualTo(Map.of("no-route", 1L));
    }

    @Test
    void aRowGoesToEveryOutputThatFitsWhenTheUserSaysSo() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("outputs", TWO, "match", "all", "default", "rest"),
                TestRows.insert("shop", "orders", 2, "a"),
                TestRows.insert("shop", "orders", 12, "b"),
                TestRows.insert("shop", "orders", 13, "c"));

        assertThat(run.rows("small")).containsExactly("shop.orders +I[2, a]");
        assertThat(run.rows("even")).containsExactly("shop.orders +I[2, a]", "shop.orders +I[12, b]");
        assertThat(run.rows("rest")).containsExactly("shop.orders +I[13, c]");
        assertThat(run.dropped()).isEmpty();
    }

    @Test
    void truncatesAndSchemaChangesGoToAllOutputs() throws Exception {
        Event truncate = TestRows.truncate("shop", "orders");
        Event ddl = TestRows.ddl("ALTER TABLE orders ADD x INT");

        OperatorRun run = OperatorRun.of(plugin, Map.of("outputs", TWO, "default", "rest"), truncate, ddl);

        assertThat(run.named()).containsOnlyKeys("small", "even", "rest");
        assertThat(run.named().values()).allSatisfy(events -> assertThat(events).containsExactly(truncate, ddl));
    }

    @Test
    void aRowWithoutAnAnswerIsRejectedAndGoesNowhere() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        String outputs = "[{name: any, where: 'true'}, {name: bad, where: 'after.nope == 1'}]";

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of("outputs", outputs, "match", "all")).withRejects(rejects),
                TestRows.insert("shop", "orders", 2, "a"),
                TestRows.message("x"));

        assertThat(run.rows("any")).isEmpty();
        assertThat(rejects.reasons()).containsExactly("expression", "wrong-kind");
        assertThat(rejects.rejections().get(0).cure()).contains("correct 'outputs'");
    }

    @Test
    void onlyTheColumnsOfTheConditionsThatAreAskedAreDecoded() throws Exception {
        RowChange row = CountingRowFormat.change(TestRows.update("shop", "orders", 2, "a", "b"));
        long reads = CountingRowFormat.reads();

        OperatorRun.of(plugin, Map.of("outputs", TWO), row, row);

        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 2);
    }

    @Test
    void theOutputsAreThoseOfTheOptionsAndThereIsNoMainOne() {
        assertThat(plugin.outputs(OperatorRun.context(Map.of("outputs", TWO, "default", "rest"))))
                .isEqualTo(List.of("small", "even", "rest"));
        assertThat(plugin.hasMainOutput()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] | no output is given",
                "[{name: a}] | output 1: the key where is missing",
                "[{where: 'true'}] | output 1: the key name is missing",
                "[{name: a, where: 'true', x: y}] | output 1: an output has no key [x]; its keys are name and where",
                "[{name: a.b, where: 'true'}] | output 1: 'a.b' is no name of an output",
                "[{name: a, where: 'true'}, {name: a, where: 'true'}] | output 2: there is another output named a",
                "[{name: rest, where: 'true'}] | the default output has the name of another, rest",
                "[{name: a, where: 'tabel == 1'}] | output 1: the condition is not valid: line 1, column 1: undeclared reference",
            })
    void outputsThatCannotWorkAreAProblem(String outputsAndMessage) {
        String[] parts = outputsAndMessage.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of("outputs", parts[0], "default", "rest"))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("outputs");
                    assertThat(problem.what()).contains(parts[1]);
                });
    }
}
