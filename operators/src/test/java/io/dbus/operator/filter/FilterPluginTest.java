package io.dbus.operator.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectedEventException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FilterPluginTest {
    private final FilterPlugin plugin = new FilterPlugin();

    @Test
    void theLastPatternThatFitsATableDecides() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "[shop.orders, 'shop.customer_*', '!shop.*_tmp', '/crm\\..{3}/']"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.insert("shop", "customer_eu", 2, "a"),
                TestRows.insert("shop", "customer_tmp", 3, "a"),
                TestRows.insert("crm", "abc", 4, "a"),
                TestRows.insert("crm", "abcd", 5, "a"));

        assertThat(run.rows()).containsExactly("shop.orders +I[1, a]", "shop.customer_eu +I[2, a]", "crm.abc +I[4, a]");
        assertThat(run.dropped()).containsExactly(Map.entry("table", 2L));
    }

    @Test
    void tablesAreKnownByTheNameTheyWereRoutedTo() throws Exception {
        RowChange routed = TestRows.insert("shop", "orders", 1, "a").withTable(new TableId("sales", "o"));

        assertThat(OperatorRun.of(plugin, Map.of("tables", "sales.*"), routed).rows())
                .hasSize(1);
        assertThat(OperatorRun.of(plugin, Map.of("tables", "shop.*"), routed).rows())
                .isEmpty();
    }

    @Test
    void operationsAreChosenByName() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("operations", "[insert, delete]"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.update("shop", "orders", 1, "a", "b"),
                TestRows.delete("shop", "orders", 1, "b"));

        assertThat(run.rows()).containsExactly("shop.orders +I[1, a]", "shop.orders -D[1, b]");
        assertThat(run.dropped()).containsExactly(Map.entry("operation", 1L));
    }

    @Test
    void aRowMustFulfilEveryConditionAndIsCountedByTheFirstItFails() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "shop.orders", "operations", "insert", "where", "after.id > 1 && table == 'orders'"),
                TestRows.insert("shop", "other", 2, "a"),
                TestRows.delete("shop", "orders", 2, "a"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.insert("shop", "orders", 2, "a"));

        assertThat(run.rows()).containsExactly("shop.orders +I[2, a]");
        assertThat(run.dropped()).isEqualTo(Map.of("table", 1L, "operation", 1L, "condition", 1L));
    }

    @Test
    void aFilterByTableAndOperationDecodesNothing() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "shop.orders", "operations", "insert"),
                TestRows.unreadable("shop", "orders"),
                TestRows.unreadable("shop", "other"));

        assertThat(run.events()).hasSize(1);
        assertThat(run.dropped()).isEqualTo(Map.of("table", 1L));
    }

    @Test
    void schemaChangesPass() throws Exception {
        Event ddl = TestRows.ddl("ALTER TABLE orders ADD x INT");

        OperatorRun run =
                OperatorRun.of(plugin, Map.of("tables", "shop.none", "operations", "insert", "where", "false"), ddl);

        assertThat(run.events()).containsExactly(ddl);
    }

    @Test
    void aConditionWithoutAnAnswerFailsTheJobAndNamesTheRow() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin, Map.of("where", "after.amount > 1"), TestRows.insert("shop", "orders", 5, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessage(
                        "Component the-operator: the condition after.amount > 1 has no answer: line 1, column 6: table"
                                + " shop.orders has no column 'amount'; its columns are id, cust: has(after.amount) asks whether there is"
                                + " one (INSERT of table shop.orders, key shop-db/shop/orders[5], source shop-db, server eu1,"
                                + " binlog.000003:500, GTID u:23, row 3 of the transaction); correct 'where', or exclude such rows in it"
                                + " first. Such events can also be set aside: give the pipeline a 'dead-letters' section.");
    }

    @Test
    void aRowThatCannotBeDecodedFailsTheJob() {
        assertThatThrownBy(() ->
                        OperatorRun.of(plugin, Map.of("where", "after.id > 1"), TestRows.unreadable("shop", "orders")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("The row image ends before column 0")
                .hasMessageContaining("binlog.000003:500");
    }

    @Test
    void aMessageFailsTheJobForItHasNoTable() {
        Message message = new Message(null, new byte[0], List.of(), -1, TestRows.origin(), TestRows.key(1));

        assertThatThrownBy(() -> OperatorRun.of(plugin, Map.of("tables", "shop.*"), message))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("a filter speaks of row changes, and this is a message");
    }

    @Test
    void aTruncatePassesByItsTableAlone() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "shop.orders", "operations", "insert", "where", "after.nope == 1"),
                TestRows.truncate("shop", "orders"),
                TestRows.truncate("shop", "other"));

        assertThat(run.events()).containsExactly(TestRows.truncate("shop", "orders"));
        assertThat(run.dropped()).isEqualTo(Map.of("table", 1L));
    }

    @Test
    void whatCannotBeTakenGoesToTheDeadLettersUnderItsReasonAndTheRestGoesOn() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        Event message = TestRows.message("x");
        Event broken = TestRows.unreadable("shop", "orders");
        Event row = TestRows.insert("shop", "orders", 5, "a");

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of("where", "after.id == 5 || after.nope == 1"))
                        .withRejects(rejects),
                message,
                broken,
                TestRows.insert("shop", "orders", 4, "a"),
                row);

        assertThat(run.events()).containsExactly(row);
        assertThat(run.dropped()).isEmpty();
        assertThat(run.rejected()).isEqualTo(Map.of("wrong-kind", 1L, "undecodable-value", 1L, "expression", 1L));
        assertThat(rejects.reasons()).containsExactly("wrong-kind", "undecodable-value", "expression");
        assertThat(rejects.rejections().get(1).event()).isSameAs(broken);
        assertThat(rejects.calls())
                .containsExactly("open the-operator", "reject", "reject", "reject", "flush", "close");
    }

    @Test
    void mistakesInTheOptionsAreProblemsOfTheirOption() {
        assertThat(problems(Map.of("tables", "[shop]"))).singleElement().satisfies(problem -> {
            assertThat(problem.option()).isEqualTo("tables");
            assertThat(problem.what()).contains("'shop' does not say database.table");
        });
        assertThat(problems(Map.of("where", "after.id = 1"))).singleElement().satisfies(problem -> {
            assertThat(problem.option()).isEqualTo("where");
            assertThat(problem.what()).contains("line 1, column 10");
        });
        assertThat(problems(Map.of("where", "tabel == 'x'"))).singleElement().satisfies(problem -> assertThat(
                        problem.what())
                .contains("undeclared reference to 'tabel'", "before, after, op, db, table, ts"));
        assertThat(problems(Map.of("operations", "[]")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.option()).isEqualTo("operations"));
        assertThat(problems(Map.of())).singleElement().satisfies(problem -> assertThat(problem.what())
                .contains("everything would pass"));
        assertThat(problems(Map.of("where", "op == 'insert'", "tables", "shop.*")))
                .isEmpty();
    }

    private List<Problem> problems(Map<String, String> options) {
        return plugin.validate(OperatorRun.context(options));
    }
}
