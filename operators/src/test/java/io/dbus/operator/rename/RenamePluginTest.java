package io.dbus.operator.rename;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Column;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import io.dbus.reject.RejectedEventException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RenamePluginTest {
    private final RenamePlugin plugin = new RenamePlugin();

    @Test
    void tablesGetNewNamesAndKeepTheirDatabaseUnlessItIsSaid() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "{shop.cust: customers, 'shop.tmp_*': 'scratch.$1', '/crm\\.(.)./': '$1'}"),
                TestRows.insert("shop", "cust", 1, "a"),
                TestRows.insert("shop", "tmp_x", 2, "a"),
                TestRows.insert("crm", "yz", 3, "a"),
                TestRows.insert("shop", "other", 4, "a"));

        assertThat(run.rows())
                .containsExactly(
                        "shop.customers +I[1, a]", "scratch.x +I[2, a]", "crm.y +I[3, a]", "shop.other +I[4, a]");
    }

    @Test
    void columnsGetNewNamesWhereverTheyAre() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("columns", "{cust: customer_id, nowhere: x}"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.delete("crm", "other", 1, "a"));

        assertThat(columns(run)).containsExactly("[id, customer_id]", "[id, customer_id]");
        assertThat(run.rows()).containsExactly("shop.orders +I[1, a]", "crm.other -D[1, a]");
    }

    @Test
    void theMostExactEntryForAColumnWins() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of(
                        "columns",
                        "{cust: everywhere, 'shop.*.cust': in_shop, shop.orders.cust: in_orders, '/c.m\\.x/.cust': in_x}"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.insert("shop", "other", 1, "a"),
                TestRows.insert("crm", "x", 1, "a"),
                TestRows.insert("crm", "y", 1, "a"));

        assertThat(columns(run)).containsExactly("[id, in_orders]", "[id, in_shop]", "[id, in_x]", "[id, everywhere]");
    }

    @Test
    void columnsCanSwapTheirNames() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin, Map.of("columns", "{id: cust, cust: id}"), TestRows.insert("shop", "orders", 1, "a"));

        assertThat(columns(run)).containsExactly("[cust, id]");
    }

    @Test
    void keyColumnsAreRenamedToo() throws Exception {
        OperatorRun run =
                OperatorRun.of(plugin, Map.of("columns", "{id: nr}"), TestRows.insert("shop", "orders", 1, "a"));

        assertThat(((RowChange) run.events().get(0)).schema().key()).containsExactly(new Column("nr", 0));
    }

    @Test
    void columnsAreFoundByTheTableNameBeforeTheRenaming() throws Exception {
        RowChange routed = TestRows.insert("shop", "orders", 1, "a").withTable(new TableId("sales", "o"));

        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "{sales.o: orders}", "columns", "{sales.o.cust: c, shop.orders.id: no}"),
                routed);

        assertThat(run.rows()).containsExactly("sales.orders +I[1, a]");
        assertThat(columns(run)).containsExactly("[id, c]");
    }

    @Test
    void rowsOfOneTableShareOneNewSchemaAndNothingIsDecoded() throws Exception {
        RowChange row = TestRows.unreadable("shop", "orders");

        OperatorRun run =
                OperatorRun.of(plugin, Map.of("columns", "{cust: c}"), row, row, TestRows.unreadable("shop", "orders"));

        List<RowChange> rows = run.events().stream().map(RowChange.class::cast).toList();
        assertThat(rows).allSatisfy(renamed -> assertThat(renamed.schema())
                .isSameAs(rows.get(0).schema()));
    }

    @Test
    void twoColumnsWithOneNameFailTheJob() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin, Map.of("columns", "{cust: id}"), TestRows.insert("shop", "orders", 5, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("Component the-operator: Table shop.orders has two columns named id")
                .hasMessageContaining("key shop-db/shop/orders[5]");
    }

    @Test
    void aColumnNamedWithItsTableMustBeThere() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin, Map.of("columns", "{shop.orders.custt: c}"), TestRows.insert("shop", "orders", 5, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("table shop.orders has no column custt; its columns are id, cust");
    }

    @Test
    void aColumnNamedWithAPatternNeedNotBeThere() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin, Map.of("columns", "{'shop.*.custt': c}"), TestRows.insert("shop", "orders", 5, "a"));

        assertThat(columns(run)).containsExactly("[id, cust]");
    }

    @Test
    void twoPatternsThatFitOneTableFailTheJob() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin,
                        Map.of("tables", "{'shop.*': a, '*.orders': b}"),
                        TestRows.insert("shop", "orders", 5, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("both *.orders and shop.* fit table shop.orders");
    }

    @Test
    void anExactTableGoesBeforeThePatternsThatFitIt() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "{'shop.*': a, '*.orders': b, shop.orders: c}"),
                TestRows.insert("shop", "orders", 5, "a"));

        assertThat(run.rows()).containsExactly("shop.c +I[5, a]");
    }

    @Test
    void aTruncateGetsTheNewNameOfItsTable() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("tables", "{shop.orders: o}", "columns", "{shop.orders.custt: c}"),
                TestRows.truncate("shop", "orders"));

        assertThat(run.events())
                .containsExactly(TestRows.truncate("shop", "orders").withTable(new TableId("shop", "o")));
    }

    @Test
    void schemaChangesPass() throws Exception {
        Event ddl = TestRows.ddl("ALTER TABLE orders ADD x INT");

        assertThat(OperatorRun.of(plugin, Map.of("tables", "{shop.orders: o}"), ddl)
                        .events())
                .containsExactly(ddl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tables | {shop: a} | does not say database.table",
                "tables | {shop.a: a.b.c} | is not one database and one table",
                "tables | {shop.a: $1} | takes $1, but its pattern captures nothing",
                "tables | {shop.a: ''} | '' is not one database and one table",
                "columns | {orders.cust: a} | 'orders.cust' is neither column nor db.table.column",
                "columns | {shop.orders.: a} | 'shop.orders.' is neither column nor db.table.column",
                "columns | {cust: ''} | no name can be empty",
            })
    void aRenameThatCannotWorkIsAProblem(String text) {
        String[] parts = text.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of(parts[0], parts[1]))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo(parts[0]);
                    assertThat(problem.what()).contains(parts[2]);
                });
    }

    @Test
    void aRenameOfNothingIsAProblem() {
        assertThat(plugin.validate(OperatorRun.context(Map.of()))).hasSize(1);
    }

    private static List<String> columns(OperatorRun run) {
        return run.events().stream()
                .map(event -> ((RowChange) event)
                        .schema().columns().stream().map(Column::name).toList().toString())
                .toList();
    }
}
