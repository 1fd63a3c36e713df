package io.dbus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType.Kind;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class TableSchemaTest {
    private static final TableId TABLE = new TableId("shop", "orders");
    private static final RowLayout LAYOUT =
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 20), LogicalType.decimal(10, 2));
    private static final TableSchema SCHEMA =
            TableSchema.of(TABLE, LAYOUT, List.of("id", "cust", "amount"), List.of("cust", "id"));

    @Test
    void renamingKeepsPlacesTypesAndTheOrderOfTheKey() {
        TableSchema renamed = SCHEMA.renamed(name -> name.equals("cust") ? "customer_id" : name);

        assertThat(renamed.columns())
                .containsExactly(new Column("id", 0), new Column("customer_id", 1), new Column("amount", 2));
        assertThat(renamed.key()).containsExactly(new Column("customer_id", 1), new Column("id", 0));
        assertThat(renamed.layout()).isSameAs(LAYOUT);
        assertThat(renamed.table()).isEqualTo(TABLE);
        assertThat(renamed.indexOf("customer_id")).isEqualTo(OptionalInt.of(1));
        assertThat(renamed.indexOf("cust")).isEmpty();
        assertThat(SCHEMA.indexOf("cust")).isEqualTo(OptionalInt.of(1));
        assertThat(renamed).hasToString("shop.orders(id INT, customer_id VARCHAR(20), amount DECIMAL(10,2))");
    }

    @Test
    void twoColumnsOfOneNameAreRefused() {
        assertThatThrownBy(() -> SCHEMA.renamed(name -> name.equals("cust") ? "id" : name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Table shop.orders has two columns named id");
    }

    @Test
    void twoKeyColumnsOfOneNameAreRefusedAlsoWhenTheyAreNotSeen() {
        TableSchema hidden = new TableSchema(TABLE, LAYOUT, List.of(new Column("amount", 2)), SCHEMA.key());

        assertThatThrownBy(() -> hidden.renamed(name -> name.equals("cust") ? "id" : name))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Table shop.orders has two key columns named id");
    }

    @Test
    void schemasAreEqualWhenAllTheySayIs() {
        TableSchema same = TableSchema.of(
                new TableId("shop", "orders"),
                RowBuilder.layout(
                        LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 20), LogicalType.decimal(10, 2)),
                List.of("id", "cust", "amount"),
                List.of("cust", "id"));

        assertThat(same).isEqualTo(SCHEMA).hasSameHashCodeAs(SCHEMA);
        assertThat(SCHEMA.renamed(name -> name)).isEqualTo(SCHEMA);
        assertThat(SCHEMA)
                .isNotEqualTo(SCHEMA.renamed(name -> name.equals("amount") ? "sum" : name))
                .isNotEqualTo(TableSchema.of(TABLE, LAYOUT, List.of("id", "cust", "amount"), List.of("id", "cust")))
                .isNotEqualTo(TableSchema.of(
                        new TableId("shop", "o"), LAYOUT, List.of("id", "cust", "amount"), List.of("cust", "id")))
                .isNotEqualTo(TableSchema.of(
                        TABLE,
                        RowBuilder.layout(
                                LogicalType.unsigned(Kind.INT),
                                LogicalType.of(Kind.VARCHAR, 20),
                                LogicalType.decimal(10, 2)),
                        List.of("id", "cust", "amount"),
                        List.of("cust", "id")));
    }

    @Test
    void aColumnOutsideTheLayoutIsRefused() {
        assertThatThrownBy(() -> new TableSchema(TABLE, LAYOUT, List.of(new Column("x", 3)), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("position 3 in a layout of 3");
        assertThatThrownBy(() -> TableSchema.of(TABLE, LAYOUT, List.of("id"), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("3 columns but 1 names");
        assertThatThrownBy(() -> TableSchema.of(TABLE, LAYOUT, List.of("a", "b", "c"), List.of("d")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no key column d");
    }

    @Test
    void aRowTakesNoSchemaOfAnotherLayout() {
        RowChange row = RowChange.insert(
                SampleEvents.schema(),
                SampleEvents.row(SampleEvents.schema()),
                SampleEvents.all().get(0).origin(),
                SampleEvents.all().get(0).key());

        assertThatThrownBy(() -> row.withSchema(SCHEMA))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has another layout");
    }
}
