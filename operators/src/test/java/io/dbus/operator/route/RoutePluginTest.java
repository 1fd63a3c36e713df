package io.dbus.operator.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectedEventException;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RoutePluginTest {
    private static final String ODD_TABLES = "/shop\\.(a|b), \\{c\\}: 'd' #e/";

    private final RoutePlugin plugin = new RoutePlugin();

    @Test
    void theFirstRouteThatFitsNamesTheTable() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("routes", "[{tables: shop.order_1, to: first.one}, {tables: 'shop.order_*', to: sales.orders}]"),
                TestRows.insert("shop", "order_1", 1, "a"),
                TestRows.insert("shop", "order_2", 2, "a"),
                TestRows.update("shop", "order_3", 3, "a", "b"),
                TestRows.insert("shop", "other", 4, "a"));

        assertThat(run.rows())
                .containsExactly(
                        "first.one +I[1, a]",
                        "sales.orders +I[2, a]",
                        "sales.orders U[3, a -> 3, b]",
                        "shop.other +I[4, a]");
        assertThat(run.dropped()).isEmpty();
    }

    @Test
    void capturesOfGlobsAndExpressionsGoIntoTheName() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of(
                        "routes",
                        "[{tables: 'eu_*.*', to: 'eu.$1_$2'}, {tables: '/(\\w+)\\.t(\\d)/', to: '$1.${2}0$$'}]"),
                TestRows.insert("eu_1", "orders", 1, "a"),
                TestRows.insert("shop", "t7", 2, "a"));

        assertThat(run.rows()).containsExactly("eu.1_orders +I[1, a]", "shop.70$ +I[2, a]");
    }

    @Test
    void aPointInACaptureDoesNotMoveTheDatabase() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("routes", "[{tables: 'shop.**', to: '$1.all'}]"),
                TestRows.insert("shop", "a.b", 1, "a"));

        RowChange row = (RowChange) run.events().get(0);
        assertThat(row.table().database()).isEqualTo("a.b");
        assertThat(row.table().table()).isEqualTo("all");
    }

    @Test
    void whatNoRouteFitsIsDroppedAndCountedWhenTheUserSaysSo() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("routes", "[{tables: shop.a, to: x.y}]", "unmatched", "drop"),
                TestRows.insert("shop", "a", 1, "a"),
                TestRows.insert("shop", "b", 2, "a"),
                TestRows.insert("shop", "b", 3, "a"));

        assertThat(run.rows()).containsExactly("x.y +I[1, a]");
        assertThat(run.dropped()).isEqualTo(Map.of("no-route", 2L));
    }

    @Test
    void whatNoRouteFitsFailsTheJobWhenTheUserSaysSo() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin,
                        Map.of("routes", "[{tables: shop.a, to: x.y}]", "unmatched", "fail"),
                        TestRows.insert("shop", "b", 2, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("Component the-operator: no route fits table shop.b")
                .hasMessageContaining("key shop-db/shop/orders[2], source shop-db, server eu1");
    }

    @Test
    void anEmptyNameFailsTheJob() {
        assertThatThrownBy(() -> OperatorRun.of(
                        plugin,
                        Map.of("routes", "[{tables: 'shop.order_*', to: 'sales.$1'}]"),
                        TestRows.insert("shop", "order_", 2, "a")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("gives the empty name 'sales.'");
    }

    @Test
    void aTruncateGetsTheNameOfItsTable() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("routes", "[{tables: shop.a, to: x.y}]", "unmatched", "drop"),
                TestRows.truncate("shop", "a"),
                TestRows.truncate("shop", "b"));

        assertThat(run.events()).containsExactly(TestRows.truncate("shop", "a").withTable(new TableId("x", "y")));
        assertThat(run.dropped()).isEqualTo(Map.of("no-route", 1L));
    }

    @Test
    void rowsWithoutANameGoToTheDeadLetters() throws Exception {
        CollectedRejects rejects = new CollectedRejects();

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of("routes", "[{tables: 'shop.o*', to: 'sales.$1'}]", "unmatched", "fail"))
                        .withRejects(rejects),
                TestRows.insert("shop", "o", 2, "a"),
                TestRows.insert("shop", "x", 3, "a"),
                TestRows.insert("shop", "ok", 4, "a"));

        assertThat(run.rows()).containsExactly("sales.k +I[4, a]");
        assertThat(rejects.reasons()).containsExactly("illegal-name", "no-route");
    }

    @Test
    void nothingIsDecodedAndTheKeyAndOriginStay() throws Exception {
        RowChange row = TestRows.unreadable("shop", "orders");
        Event ddl = TestRows.ddl("DROP TABLE orders");

        OperatorRun run = OperatorRun.of(plugin, Map.of("routes", "[{tables: shop.orders, to: a.b}]"), row, ddl);

        RowChange routed = (RowChange) run.events().get(0);
        assertThat(routed.table()).hasToString("a.b");
        assertThat(routed.schema()).isSameAs(row.schema());
        assertThat(routed.key()).isEqualTo(row.key());
        assertThat(routed.origin()).isEqualTo(row.origin());
        assertThat(run.events().get(1)).isSameAs(ddl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] | no route is given",
                "[{tables: shop, to: a.b}] | route 1: the table pattern 'shop' does not say database.table",
                "[{tables: shop.a, to: a.b}, {tables: shop.b, to: b}] | route 2: 'b' does not say db.table",
                "[{tables: shop.a, to: a.b.c}] | route 1: 'a.b.c' is not one database and one table",
                "[{tables: shop.a, to: .b}] | route 1: '.b' is not one database and one table",
                "[{tables: shop.a, to: a.$1}] | route 1: 'a.$1' takes $1, but its pattern captures nothing",
                "[{tables: 'shop.*', to: a.$2}] | route 1: 'a.$2' takes $2, but its pattern has the capture $1 only",
                "[{tables: '*.*', to: a.$0}] | route 1: 'a.$0' takes $0, but its pattern has the captures $1 to $2",
                "[{tables: '*.*', to: a.b$}] | has a $ that no number follows",
                "[{tables: '*.*', to: 'a.${1'}] | has a $ that no number follows",
                "[{tables: '/shop.(/', to: a.b}] | route 1: the regular expression /shop.(/ is not valid",
                "[{tables: '!shop.a', to: a.b}] | route 1: '!shop.a' excludes",
                "[{table: shop.a, to: a.b}] | route 1: a route has no key [table]; its keys are tables and to",
                "[{tables: shop.a}] | route 1: the key to is missing",
                "[{tables: shop.a, to: a.b}, {tables: shop.a, to: c.d}] | route 2: route 1 takes all tables of shop.a",
            })
    void aRouteThatCannotWorkIsAProblem(String routesAndMessage) {
        String[] parts = routesAndMessage.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of("routes", parts[0]))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("routes");
                    assertThat(problem.what()).contains(parts[1]);
                });
    }

    @Test
    void routesMayAlsoComeAsObjectsAndNotAsText() throws Exception {
        Configuration options = new Configuration();
        options.set(RouteOptions.ROUTES, List.of(Map.of("tables", ODD_TABLES, "to", "x.y")));
        PluginContext context = new PluginContext("shop", "the-operator", options, List.of());

        OperatorRun run = OperatorRun.of(plugin, context, TestRows.insert("shop", "a, {c}: 'd' #e", 1, "a"));

        assertThat(plugin.validate(context)).isEmpty();
        assertThat(run.rows()).containsExactly("x.y +I[1, a]");
    }

    @Test
    void quotedTextMayHoldTheCharactersOfYaml() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("routes", "[{tables: '" + ODD_TABLES.replace("'", "''") + "', to: x.y}]"),
                TestRows.insert("shop", "a, {c}: 'd' #e", 1, "a"));

        assertThat(run.rows()).containsExactly("x.y +I[1, a]");
    }
}
