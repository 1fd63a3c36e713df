package io.dbus.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TablePatternTest {
    @ParameterizedTest
    @CsvSource({
        "shop.orders, shop, orders, true",
        "shop.orders, shop, Orders, false",
        "shop.orders, shop, orders2, false",
        "shop.orders, myshop, orders, false",
        "shop.*, shop, orders, true",
        "shop.*, shop, a.b, false",
        "shop.**, shop, a.b, true",
        "shop.order_?, shop, order_1, true",
        "shop.order_?, shop, order_, false",
        "*.orders, shop, orders, true",
        "*.*, shop, orders, true",
        "eu_*.t*x, eu_1, tabx, true",
        "shop.a+b, shop, a+b, true",
        "shop.a+b, shop, aab, false",
        "shop.[ab], shop, a, false",
        "shop.$x, shop, $x, true",
        "shop.Straße, shop, Straße, true",
        "/shop\\.o.*/, shop, orders, true",
        "/shop\\.o/, shop, orders, false",
        "/.*/, shop, orders, true",
        "/(?i)SHOP\\.ORDERS/, shop, orders, true",
    })
    void aTableFitsOrNot(String pattern, String database, String table, boolean fits) {
        assertThat(TablePattern.parse(pattern).matches(new TableId(database, table)))
                .isEqualTo(fits);
        assertThat(TablePattern.parse(pattern)
                        .captures(new TableId(database, table))
                        .isPresent())
                .isEqualTo(fits);
    }

    @Test
    void wildcardsAndGroupsAreCaptured() {
        TablePattern glob = TablePattern.parse("eu_*.t?_**");
        TablePattern regex = TablePattern.parse("/(\\w+)\\.(x)?(?:y)(z)/");

        assertThat(glob.captureCount()).isEqualTo(3);
        assertThat(glob.captures(new TableId("eu_1", "t2_a.b"))).contains(List.of("1", "2", "a.b"));
        assertThat(regex.captureCount()).isEqualTo(3);
        assertThat(regex.captures(new TableId("shop", "yz"))).contains(List.of("shop", "", "z"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shop", ".orders", "shop.", "*", "/"})
    void aPatternThatDoesNotSayDatabaseAndTableIsRefused(String text) {
        assertThatThrownBy(() -> TablePattern.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not say database.table");
    }

    @Test
    void anExpressionThatIsNoneIsRefusedWithThePlace() {
        assertThatThrownBy(() -> TablePattern.parse("/shop\\.(/"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/shop\\.(/ is not valid")
                .hasMessageContaining("at character");
    }

    @Test
    void theLastPatternThatFitsDecides() {
        TableSelector selector = TableSelector.parse(List.of("shop.*", "!shop.*_tmp", "shop.keep_tmp"));

        assertThat(selector.selects(new TableId("shop", "orders"))).isTrue();
        assertThat(selector.selects(new TableId("shop", "x_tmp"))).isFalse();
        assertThat(selector.selects(new TableId("shop", "keep_tmp"))).isTrue();
        assertThat(selector.selects(new TableId("crm", "orders"))).isFalse();
    }

    @Test
    void aSelectorThatBeginsWithAnExclusionChoosesAllOthers() {
        TableSelector selector = TableSelector.parse(List.of("!shop.*_tmp"));

        assertThat(selector.selects(new TableId("shop", "orders"))).isTrue();
        assertThat(selector.selects(new TableId("shop", "x_tmp"))).isFalse();
    }

    @Test
    void aSelectorOfNothingIsRefused() {
        assertThatThrownBy(() -> TableSelector.parse(List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no table pattern is given");
        assertThatThrownBy(() -> TableSelector.parse(List.of("shop.*", "!")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not say database.table");
    }
}
