package io.dbus.source.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MockSourcePluginTest {
    private final MockSourcePlugin plugin = new MockSourcePlugin();

    @Test
    void sound_options_have_no_problem() {
        assertThat(plugin.validate(MockRows.context(
                        "servers", "a;b", "number-of-rows", "10", "rows-per-second", "2.5", "key.skew", "1.1")))
                .isEmpty();
        assertThat(plugin.servers(MockRows.context("servers", "a;b"))).containsExactly("a", "b");
        assertThat(plugin.servers(MockRows.context())).containsExactly("mock");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "tables | {a.b: 'id NUMBER'} | the type NUMBER of column id of table a.b is not known",
                "table.weights | {a.b: 2} | there is no table a.b",
                "table.weights | {shop.orders: 0} | '0' is no weight of shop.orders",
                "servers | a;a | two have one",
                "servers | a;b;c;d;e | 4 is not possible",
                "number-of-rows | -1 | -1 is not possible",
                "rows-per-second | 0 | 0.0 is not possible",
                "splits | 0 | 0 is not possible",
                "keys | 0 | 0 is not possible",
                "key.skew | 3.5 | 3.5 is not possible",
                "operations | {insert: 1, delete: 2} | fewer than deletes",
                "operations | {update: 2} | there are no inserts",
                "operations | {upsert: 2} | there is no operation 'upsert'",
                "operations | {insert: many} | 'many' is no share of insert",
                "null-ratio | 1.5 | 1.5 is not possible",
                "transaction.rows | 0 | 0 is not possible",
                "faults | {kind: explode, at: 1} | 'explode' is no kind of fault",
                "faults | {kind: pause, at: 1} | needs 'for'",
                "faults | {kind: repeat} | needs either 'at' or 'every'",
                "faults | {kind: repeat, at: 1, every: 2} | needs either 'at' or 'every'",
                "faults | {kind: repeat, every: 0} | must be at least 1, not 0",
                "faults | {kind: repeat, at: x} | must be a number of rows, not x",
                "faults | {kind: repeat, at: 1, for: 5 s} | the fault repeat knows no [for]",
                "faults | {kind: pause, at: 1, for: soon} | the fault pause cannot have 'soon'",
            })
    void what_is_wrong_is_said_with_its_option(String option, String value, String what) {
        assertThat(plugin.validate(MockRows.context(option, value)))
                .extracting(Problem::what)
                .anyMatch(text -> text.contains(what));
    }

    @Test
    void a_row_that_is_to_be_too_large_needs_a_column_for_it() {
        assertThat(plugin.validate(MockRows.context(
                        "tables",
                        "{a.b: 'id INT PRIMARY KEY, v INT'}",
                        "faults",
                        "{kind: too-large, at: 1, bytes: 2 mb}")))
                .extracting(Problem::what)
                .containsExactly("no column of table a.b outside of its key can be too large");
    }
}
