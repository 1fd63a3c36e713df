package io.dbus.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.operator.filter.FilterOptions;
import io.dbus.operator.rename.RenameOptions;
import io.dbus.operator.route.RouteOptions;
import io.dbus.plugin.PluginContext;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;
import org.junit.jupiter.api.Test;

/** How the values of lists and maps come to operators: whoever fills the configuration must know what Flink makes of them. */
class OptionValuesTest {
    private static final List<String> ODD = List.of("!a.b", "*.x", "/a;b, c{1,2}: 'd' #e/", "x: y", "~", "1.10", "yes");

    @Test
    void listsAndMapsSetAsObjectsArriveAsTheyAre() {
        Configuration options = new Configuration();
        options.set(FilterOptions.TABLES, ODD);
        options.set(RouteOptions.ROUTES, List.of(Map.of("tables", ODD.get(2), "to", "1.10")));

        ReadableConfig read = new PluginContext("shop", "c", options, List.of()).options();

        assertThat(read.get(FilterOptions.TABLES)).isEqualTo(ODD);
        assertThat(read.get(RouteOptions.ROUTES)).containsExactly(Map.of("tables", ODD.get(2), "to", "1.10"));
    }

    @Test
    void listsAndMapsInFlowTextArriveAsTheyAreWhenQuoted() {
        ReadableConfig read = OperatorRun.context(Map.of(
                        "tables",
                        "['!a.b', '*.x', '/a;b, c{1,2}: ''d'' #e/', 'x: y', '~', '1.10', 'yes']",
                        "routes",
                        "[{tables: a.b, to: '1.10'}, {tables: '*.*', to: c.d}]"))
                .options();

        assertThat(read.get(FilterOptions.TABLES)).isEqualTo(ODD);
        assertThat(read.get(RouteOptions.ROUTES))
                .containsExactly(Map.of("tables", "a.b", "to", "1.10"), Map.of("tables", "*.*", "to", "c.d"));
    }

    @Test
    void oneTextStandsForAListOfOne() {
        assertThat(OperatorRun.context(Map.of("tables", "!shop.x")).options().get(FilterOptions.TABLES))
                .containsExactly("!shop.x");
    }

    @Test
    void aConditionIsTextWhateverItLooksLike() {
        String where = "[1, 2].exists(x, x == after.id) && {'a': 1}.a == 1 # not CEL's";

        assertThat(OperatorRun.context(Map.of("where", where)).options().get(FilterOptions.WHERE))
                .isEqualTo(where);
    }

    @Test
    void aMapInFlowTextKeepsItsEntries() {
        assertThat(OperatorRun.context(Map.of("columns", "{cust: customer_id, 'shop.*.a': \"b: c\"}"))
                        .options()
                        .get(RenameOptions.COLUMNS))
                .isEqualTo(Map.of("cust", "customer_id", "shop.*.a", "b: c"));
    }
}
