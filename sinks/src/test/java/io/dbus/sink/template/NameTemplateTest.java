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
        SchemaChange ddl = new SchemaChange("shop", "DROP TABLE t", java.util.List.of(), Rows.origin(0), Rows.key(1));
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

    @Test
    void aDatesPartsAreWrittenByAPattern() {
        TableSchema schema = Rows.schema(
                1,
                LogicalType.of(Kind.DATE),
                LogicalType.temporal(Kind.DATETIME, 6),
                LogicalType.of(Kind.TIMESTAMP),
                LogicalType.of(Kind.INT));
        RowChange row = Rows.insert(schema, builder -> {
            builder.date(2024, 2, 29);
            builder.datetime(1999, 12, 31, 23, 59, 59, 999_999, 6);
            // 2023-12-31T23:30:00Z, in UTC whatever zone this JVM has.
            builder.timestamp(1_704_065_400L, 0, 0);
            builder.int64(1);
        });
        assertThat(name("o-${column:c0|yyyy-MM}", row)).isEqualTo("o-2024-02");
        assertThat(name("${column:c1|yyyyMMdd.HH}-${column:c2|yyyy}", row)).isEqualTo("19991231.23-2023");
        assertThat(name("${column:c0|'q'q}/${column:c0|yyyy-MM|none}", row)).isEqualTo("q1/2024-02");
        assertThatThrownBy(() -> name("${column:c3|yyyy}", row)).hasMessageContaining("no DATE, DATETIME or TIMESTAMP");
        assertThatThrownBy(() -> name("${column:c1}", row)).hasMessageContaining("${column:c1|yyyy-MM}");
    }

    @Test
    void aDateThatIsNoneHasNoNameOrTheOneThatStandsForIt() {
        TableSchema schema = Rows.schema(
                1,
                LogicalType.of(Kind.DATE),
                LogicalType.of(Kind.DATETIME),
                LogicalType.of(Kind.TIMESTAMP),
                LogicalType.of(Kind.DATE));
        RowChange row = Rows.insert(schema, builder -> {
            builder.date(2023, 2, 29);
            builder.datetime(0, 1, 1, 0, 0, 0, 0, 0);
            builder.timestamp(0, 0, 0);
            builder.nullValue();
        });
        for (int i = 0; i < 4; i++) {
            String column = "${column:c" + i + "|yyyy-MM";
            assertThatThrownBy(() -> name(column + "}", row))
                    .isInstanceOfSatisfying(
                            TemplateException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.ILLEGAL_NAME))
                    .hasMessageContaining(column + "|none}");
            assertThat(name(column + "|none}", row)).isEqualTo("none");
        }
    }

    @Test
    void aPatternThatWouldNameAnotherDateIsRefusedAtOnce() {
        for (String wrong :
                new String[] {"YYYY-MM", "yyyy-MM-dd-hh", "kk", "", "|none", "yyyy-MM]", "VV", "xxx", "j", "yyyy'"}) {
            assertThatThrownBy(() -> NameTemplate.parse("o-${column:created|" + wrong + "}"))
                    .as(wrong)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("character 3")
                    .hasMessageContaining("${column:name|yyyy-MM}");
        }
        assertThatThrownBy(() -> NameTemplate.parse("${column:created|YYYY}")).hasMessageContaining("write y");
        assertThatThrownBy(() -> NameTemplate.parse("${column:|yyyy}")).isInstanceOf(IllegalArgumentException.class);
        assertThat(NameTemplate.parse("${column:a|yyyy-MM|none}").variables().get(0))
                .hasToString("${column:a|yyyy-MM|none}");
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
