package io.dbus.source.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.TableId;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableTextTest {
    @Test
    void a_table_is_read_as_between_the_parentheses_of_create_table() {
        MockTable table = TableText.parse(
                "shop.orders",
                "id bigint unsigned not null, `unit price` DECIMAL(10, 2), kind ENUM('a b','(c),') NULL, at DATETIME(3), primary key (kind, id)");

        assertThat(table.id()).isEqualTo(new TableId("shop", "orders"));
        assertThat(table.columns())
                .containsExactly(
                        new MockColumn("id", LogicalType.unsigned(Kind.BIGINT), false),
                        new MockColumn("unit price", LogicalType.decimal(10, 2), true),
                        new MockColumn("kind", LogicalType.labelled(Kind.ENUM, List.of("a b", "(c),")), true),
                        new MockColumn("at", LogicalType.temporal(Kind.DATETIME, 3), true));
        assertThat(table.key()).containsExactly("kind", "id");
    }

    @Test
    void a_key_may_stand_behind_its_column_and_may_be_missing() {
        assertThat(TableText.parse("a.b", "x INT, id INT PRIMARY KEY").key()).containsExactly("id");
        assertThat(TableText.parse("a.b", "x INT").key()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "a.b | | a column's name is missing",
                "a.b | id | the type of id is missing",
                "a.b | id BIGNUM | the type BIGNUM of column id of table a.b is not known",
                "a.b | id INT id INT | 'id' after the type of id is not understood",
                "a.b | id INT, id INT | there are two columns id",
                "a.b | id INT, PRIMARY KEY (x) | the primary key names a column x, which there is not",
                "a.b | id INT, PRIMARY KEY (id, id) | the primary key has id twice",
                "a.b | id INT, PRIMARY KEY id | '(' is missing before 'id'",
                "a.b | id SMALLINT PRIMARY KEY | cannot number the rows",
                "a.b | id VARCHAR(19) PRIMARY KEY | cannot number the rows",
                "a.b | d DECIMAL(66) | [66] is not possible for the DECIMAL column d",
                "a.b | d VARCHAR(x) | [x] is not possible",
                "a.b | e ENUM | [] is not possible for the ENUM column e",
                "a.b | e ENUM('a | opens a text that is empty or has no end",
                "b | id INT | the table name 'b' does not say database.table",
            })
    void what_is_wrong_is_said(String name, String columns, String message) {
        assertThatThrownBy(() -> TableText.parse(name, columns == null ? "" : columns))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }
}
