package io.dbus.sink.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.Rows;
import org.junit.jupiter.api.Test;

class NameTemplateTest {
    private static final TableSchema SCHEMA = Rows.schema(
            1, LogicalType.unsigned(Kind.BIGINT), LogicalType.of(Kind.VARCHAR, 9), LogicalType.of(Kind.BLOB));

    @Test
    void variablesStandForTheEventsPlace() {
        RowChange row = row().withTable(new TableId("sales", "orders"));
        assertThat(name("a.${source}-${server}.${db}.${table}", row)).isEqualTo("a.shop-db-eu1.sales.orders");
        assertThat(name("${table}${table}", row)).isEqualTo("ordersorders");
        assertThat(name("cost$ $5 {x} }", row)).isEqualTo("cost$ $5 {x} }");
    }

    @Test
    void aTruncateHasTheTableThatSinksSeeAndNoColumn() {
        assertThat(name("a.${source}-${server}.${db}.${table}", Rows.truncate()))
                .isEqualTo("a.shop-db-eu1.sales.orders");
        assertThatThrownBy(() -> name("${column:c0}", Rows.truncate()))
                .isInstanceOf(TemplateException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.ILLEGAL_NAME)
                .hasMessageContaining("${column:c0}");
    }

    @Test
    void aColumnsValueIsItsText() {
        assertThat(name("${column:c0}/${column:c1}", row())).isEqualTo("18446744073709551615/text");
    }

    @Test
    void aColumnThatCannotNameAnythingFailsAndSaysWhy() {
        assertThatThrownBy(() -> name("${column:c9}", row()))
                .isInstanceOf(TemplateException.class)
                .hasMessageContaining("${column:c9}")
                .hasFieldOrPropertyWithValue("reason", RejectReason.ILLEGAL_NAME)
                .hasMessageContaining("c0, c1, c2");
        assertThatThrownBy(() -> name("${column:c2}", row())).hasMessageContaining("no text");
        RowBuilder builder = new RowBuilder(SCHEMA.layout());
        builder.uint64(1);
        builder.nullValue();
        RowChange nulls = RowChange.insert(SCHEMA, builder.absent().build(), Rows.origin(0), Rows.key(1));
        assertThatThrownBy(() -> name("${column:c1}", nulls)).hasMessageContaining("NULL");
        assertThatThrownBy(() -> name("${column:c2}", nulls))
                .hasFieldOrPropertyWithValue("reason", RejectReason.INCOMPLETE_ROW)
                .hasMessageContaining("partial image");
    }

    @Test
    void anEventWithoutATableHasNoTablesName() {
        SchemaChange ddl = new SchemaChange("shop", "DROP TABLE t", Rows.origin(0), Rows.key(1));
        assertThat(name("${source}", ddl)).isEqualTo("shop-db");
        assertThatThrownBy(() -> name("${table}", ddl))
                .isInstanceOf(TemplateException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.WRONG_KIND);
    }

    @Test
    void aWrongTemplateSaysWhereAndWhatWasMeant() {
        assertThatThrownBy(() -> NameTemplate.parse("shop.${tabel}"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("${tabel}")
                .hasMessageContaining("character 6")
                .hasMessageContaining("did you mean ${table}?");
        assertThatThrownBy(() -> NameTemplate.parse("${column:}")).hasMessageContaining("did you mean ${column:name}?");
        assertThatThrownBy(() -> NameTemplate.parse("${}")).hasMessageContaining("there is no variable ${}");
        assertThatThrownBy(() -> NameTemplate.parse("ab${table"))
                .hasMessageContaining("character 3")
                .hasMessageContaining("closing brace");
        assertThatThrownBy(() -> NameTemplate.parse("")).hasMessageContaining("empty");
    }

    @Test
    void thePatternFitsItsNamesAndTakesTheRestAsWritten() {
        var pattern = NameTemplate.parse("a.b-${db}").pattern();
        assertThat("a.b-x.y").matches(pattern);
        assertThat("axb-x").doesNotMatch(pattern);
    }

    private static String name(String template, Event event) {
        NameTemplate parsed = NameTemplate.parse(template);
        return parsed.join(parsed.values(event));
    }

    private static RowChange row() {
        return Rows.insert(SCHEMA, builder -> {
            builder.uint64(-1);
            builder.text("text");
            builder.binary(new byte[1], 0, 1);
        });
    }
}
