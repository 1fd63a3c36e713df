package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.TableId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyColumnsTest {
    @Test
    void theFirstPatternThatFitsATableNamesItsColumns() {
        KeyColumns columns = KeyColumns.parse("shop.log: day , number; /shop\\..*:x/:a;crm.*:id");
        assertThat(columns.of(new TableId("shop", "log"))).containsExactly("day", "number");
        assertThat(columns.of(new TableId("shop", "a:x"))).containsExactly("a");
        assertThat(columns.of(new TableId("crm", "any"))).containsExactly("id");
        assertThat(columns.of(new TableId("other", "log"))).isEmpty();
        assertThat(KeyColumns.NONE.of(new TableId("shop", "log"))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"shop.log", "shop.log:", "shop.log:a,,b", ":a", "log:a"})
    void whatNamesNoColumnsIsRefused(String text) {
        assertThatThrownBy(() -> KeyColumns.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }
}
