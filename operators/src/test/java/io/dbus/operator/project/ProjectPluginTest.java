package io.dbus.operator.project;

import static io.dbus.operator.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Column;
import io.dbus.event.CountingRowFormat;
import io.dbus.event.Event;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.ValueText;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import io.dbus.reject.RejectedEventException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProjectPluginTest {
    private static final LogicalType INT = LogicalType.of(Kind.INT);
    private static final LogicalType PRICE = LogicalType.decimal(10, 2);
    private static final String TOTAL = "[{column: total, value: row.price * row.qty, type: 'decimal(12,2)'}]";

    private final ProjectPlugin plugin = new ProjectPlugin();

    @Test
    void columnsStayInTheOrderOfThePatternsThatTakeThem() throws Exception {
        assertThat(names(run(Map.of("columns", "['*', '!price']")))).isEqualTo("[id, qty, note]");
        assertThat(names(run(Map.of("columns", "[note, id]")))).isEqualTo("[note, id]");
        assertThat(names(run(Map.of("columns", "['!n*']")))).isEqualTo("[id, price, qty]");
        assertThat(names(run(Map.of("columns", "[note, '*', '!/p.*|q.y/']")))).isEqualTo("[note, id]");
        assertThat(names(run(Map.of("columns", "['*', '!*e', price]")))).isEqualTo("[id, qty, price]");
        assertThat(names(run(Map.of("columns", "['?d']")))).isEqualTo("[id]");
        assertThat(names(run(Map.of("columns", "[NOTE, '*', '!PRICE']")))).isEqualTo("[note, id, qty]");
    }

    @Test
    void choosingAndRenamingTouchNoByte() throws Exception {
        RowChange broken = TestRows.unreadable("shop", "orders");

        OperatorRun run = OperatorRun.of(
                plugin, Map.of("columns", "[cust]", "rename", "{cust: customer, id: nr, nowhere: x}"), broken, broken);

        RowChange made = (RowChange) run.events().get(0);
        assertThat(names(made)).isEqualTo("[customer]");
        assertThat(made.after().orElseThrow()).isSameAs(broken.after().orElseThrow());
        assertThat(made.schema()).isSameAs(((RowChange) run.events().get(1)).schema());
    }

    @Test
    void aKeyColumnThatIsLeftOutStaysInTheKeyUnderItsNewName() throws Exception {
        RowChange made = run(Map.of("columns", "['*', '!id']", "rename", "{id: nr}", "add", TOTAL));

        assertThat(names(made)).isEqualTo("[price, qty, note, total]");
        assertThat(made.schema().key()).extracting(Column::name).containsExactly("nr");
        assertThat(ValueText.of(made.image(), made.schema().key().get(0).position()))
                .isEqualTo("1");
        assertThat(made.key()).isEqualTo(order("2.50", 4, "a").inserted().key());
    }

    @Test
    void aComputedColumnIsEvaluatedForEachImageFromItsOwnColumns() throws Exception {
        RowChange update = order("2.50", 4, "a").updatedTo(order("3.00", 4, "a"));
        RowChange half = order("2.50", 4, "a").insertedFor(order("9.00", 1, "a"));

        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("add", TOTAL, "columns", "[total]"),
                update,
                order("2.50", 4, "a").deleted(),
                half);

        assertThat(run.rows())
                .containsExactly("shop.things U[10.00 -> 12.00]", "shop.things -D[10.00]", "shop.things +I[10.00]");
        RowChange made = (RowChange) run.events().get(2);
        assertThat(ValueText.of(made.schema(), made.counterpart().orElseThrow()))
                .isEqualTo(Map.of("total", "9.00"));
    }

    @Test
    void onlyWhatExpressionsAndCastsReadIsDecoded() throws Exception {
        RowChange change = CountingRowFormat.change(order("2.50", 4, "a").updatedTo(order("3.00", 4, "a")));
        long reads = CountingRowFormat.reads();

        OperatorRun.of(plugin, Map.of("add", TOTAL, "columns", "[id, total]"), change);
        assertThat(CountingRowFormat.reads()).as("two columns of two images").isEqualTo(reads + 4);

        OperatorRun.of(plugin, Map.of("cast", "{qty: varchar(20)}"), change);
        assertThat(CountingRowFormat.reads()).as("one column of two images").isEqualTo(reads + 6);

        long walks = CountingRowFormat.walks();
        OperatorRun.of(plugin, Map.of("columns", "['!note']", "rename", "{qty: quantity}"), change);
        OperatorRun.of(plugin, Map.of("add", "[{column: lane, value: db + table}]"), change);
        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 6);
        assertThat(CountingRowFormat.walks()).isEqualTo(walks);
    }

    @Test
    void theTypeOfAComputedColumnIsSaidOrSeenAndTheSameForEveryRow() throws Exception {
        String add =
                "[{column: a, value: 'string(row.id)'}, {column: b, value: 'row.qty > 3'}, {column: c, value: 'size(row.note)'},"
                        + " {column: d, value: ts}, {column: e, value: '1.5'}, {column: f, value: 'null', type: int}, {column: g, value: 'row.qty == null ? null : row.qty', type: bigint}]";

        OperatorRun run = OperatorRun.of(
                plugin,
                Map.of("add", add, "columns", "[a, b, c, d, e, f, g]"),
                order("2.50", 4, "ab").inserted(),
                row().with("id", INT, b -> b.int64(1))
                        .with("price", PRICE, RowBuilder::nullValue)
                        .with("qty", INT, b -> b.int64(-1))
                        .with("note", LogicalType.of(Kind.VARCHAR, 20), b -> b.text("😀"))
                        .inserted());

        RowChange first = (RowChange) run.events().get(0);
        assertThat(first.schema())
                .hasToString("shop.things(a TEXT, b BIT(1), c BIGINT, d TIMESTAMP(6), e DOUBLE, f INT, g BIGINT)")
                .isSameAs(((RowChange) run.events().get(1)).schema());
        assertThat(run.rows())
                .containsExactly(
                        "shop.things +I[1, 1, 2, 2023-11-14T22:13:20.123456Z, 1.5, null, 4]",
                        "shop.things +I[1, 0, 1, 2023-11-14T22:13:20.123456Z, 1.5, null, -1]");
    }

    @Test
    void aComputedColumnTakesThePlaceOfAnotherInTheKeyToo() throws Exception {
        RowChange made = run(Map.of("add", "[{column: id, value: \"'k' + string(row.id)\"}]", "rename", "{id: nr}"));

        assertThat(names(made)).isEqualTo("[nr, price, qty, note]");
        assertThat(ValueText.of(made)).isEqualTo("+I[k1, 2.50, 4, a]");
        assertThat(made.schema().key())
                .isEqualTo(List.of(made.schema().columns().get(0)));
    }

    @Test
    void castsAreExactAndKeepNullAndPlace() throws Exception {
        RowChange made = run(Map.of("cast", "{price: 'varchar(10)', qty: double, id: 'bigint unsigned'}"));

        assertThat(made.schema())
                .hasToString("shop.things(id BIGINT UNSIGNED, price VARCHAR(10), qty DOUBLE, note VARCHAR(20))");
        assertThat(ValueText.of(made)).isEqualTo("+I[1, 2.50, 4.0, a]");
        assertThat(made.schema().key())
                .isEqualTo(List.of(made.schema().columns().get(0)));
    }

    @Test
    void aValueThatDoesNotFitIsRejectedAndTheNextRowIsWhole() throws Exception {
        CollectedRejects rejects = new CollectedRejects();

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of(
                                "cast",
                                "{price: int}",
                                "add",
                                "[{column: first, value: row.note}, {column: share, value: row.price, type: 'decimal(5,1)'}]"
                                        .replace("value: row.note", "value: row.note, type: text")))
                        .withRejects(rejects),
                order("2.50", 4, "a").inserted(),
                order("2.55", 4, "b").inserted(),
                order("3.00", 4, "c").inserted());

        assertThat(run.rows()).containsExactly("shop.things +I[1, 3, 4, c, c, 3.0]");
        assertThat(rejects.reasons()).containsExactly("conversion", "conversion");
        assertThat(rejects.rejections().get(0).what())
                .isEqualTo(
                        "column price of type DECIMAL(10,2) cannot be cast: the number 2.50 is no INT, and would become one only with loss");
        assertThat(((RowChange) rejects.rejections().get(0).event()).schema().columns())
                .hasSize(4);
    }

    @Test
    void whatARejectedRowHadComputedIsNotInTheNextOne() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        String add =
                "[{column: first, value: row.note, type: text}, {column: share, value: row.price, type: 'decimal(5,1)'}]";

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of("add", add, "columns", "[first, share]"))
                        .withRejects(rejects),
                order("2.55", 4, "a").inserted(),
                order("2.50", 4, "b").inserted());

        assertThat(rejects.reasons()).containsExactly("conversion");
        assertThat(run.rows()).containsExactly("shop.things +I[b, 2.5]");
    }

    @Test
    void withoutDeadLettersTheJobFailsWithThePlaceOfTheRow() {
        assertThatThrownBy(() -> run(Map.of("cast", "{price: int}")))
                .isInstanceOf(RejectedEventException.class)
                .hasMessageContaining("Component the-operator: column price of type DECIMAL(10,2) cannot be cast")
                .hasMessageContaining("binlog.000003:500");
        assertThatThrownBy(() -> run(Map.of("add", "[{column: x, value: row.nope, type: int}]")))
                .hasMessageContaining("the expression row.nope of column x has no value")
                .hasMessageContaining("has no column 'nope'");
    }

    @Test
    void absentColumnsStayAbsentAndSoDoesWhatIsComputedFromThem() throws Exception {
        Map<String, String> options = Map.of("add", TOTAL, "cast", "{price: 'varchar(9)'}");
        TestRows key = partial(RowBuilder::absent, RowBuilder::absent);

        OperatorRun run = OperatorRun.of(
                plugin,
                options,
                key.updatedTo(partial(RowBuilder::absent, RowBuilder::absent)),
                key.updatedTo(order("2.50", 4, "a")),
                partial(b -> b.decimal(new BigDecimal("1.00")), RowBuilder::absent)
                        .deleted());

        assertThat(images(run, 0)).isEqualTo("{id=1} {id=1}");
        assertThat(images(run, 1)).isEqualTo("{id=1} {id=1, price=2.50, qty=4, note=a, total=10.00}");
        assertThat(images(run, 2)).as("before a change, absent is not known").isEqualTo("{id=1, price=1.00} ");
    }

    @Test
    void aColumnThatChangedInPartCannotBeComputedAndIsRejected() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        TestRows key = partial(RowBuilder::absent, RowBuilder::absent);

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(Map.of("add", TOTAL)).withRejects(rejects),
                key.updatedTo(partial(RowBuilder::absent, b -> b.int64(9))),
                key.keyChangedTo(partial(b -> b.decimal(BigDecimal.ONE), RowBuilder::absent)));

        assertThat(run.events()).isEmpty();
        assertThat(rejects.reasons()).containsExactly("incomplete-row", "incomplete-row");
        assertThat(rejects.rejections().get(0).cure()).contains("'complete' operator");
    }

    @Test
    void anExpressionThatAsksForItsColumnsWorksOnPartialRows() throws Exception {
        RowChange made = run(
                Map.of("add", "[{column: x, value: \"has(row.price) ? string(row.price) : 'none'\", type: text}]"),
                partial(RowBuilder::absent, b -> b.int64(1)).inserted());

        assertThat(ValueText.of(made.schema(), made.image())).isEqualTo(Map.of("id", "1", "qty", "1", "x", "none"));
    }

    @Test
    void tablesThatAreNotMeantAndEventsThatAreNoRowsPass() throws Exception {
        Event other = TestRows.insert("shop", "other", 1, "a");
        Event truncate = TestRows.truncate("shop", "things");
        Event ddl = TestRows.ddl("ALTER TABLE things ADD x INT");
        Event message = TestRows.message("x");

        OperatorRun run = OperatorRun.of(
                plugin, Map.of("tables", "[shop.things]", "columns", "[qty]"), other, truncate, ddl, message);

        assertThat(run.events()).containsExactly(other, truncate, ddl, message);
    }

    @Test
    void namesThatDoNotFitTheTableAreRejected() throws Exception {
        for (Map<String, String> options : List.of(
                Map.of("columns", "[id, nope]"),
                Map.of("cast", "{nope: int}"),
                Map.of("rename", "{qty: note}"),
                Map.of("columns", "['!*']"))) {
            CollectedRejects rejects = new CollectedRejects();
            OperatorRun.of(
                    plugin,
                    OperatorRun.context(options).withRejects(rejects),
                    order("2.50", 4, "a").inserted());
            assertThat(rejects.reasons()).as(options.toString()).containsExactly("illegal-name");
        }
    }

    @Test
    void projectionsBehindOneAnotherKeepWhatEachMade() throws Exception {
        OperatorRun first = OperatorRun.of(
                plugin,
                Map.of("add", TOTAL),
                CountingRowFormat.change(order("2.50", 4, "a").updatedTo(order("3.00", 4, "a"))));
        OperatorRun second = OperatorRun.of(
                plugin,
                Map.of(
                        "add",
                        "[{column: twice, value: row.total * 2, type: 'decimal(12,2)'}]",
                        "columns",
                        "['*', '!price']"),
                first.events().get(0));

        RowChange made = (RowChange) second.events().get(0);
        assertThat(ValueText.of(made)).isEqualTo("U[1, 4, a, 10.00, 20.00 -> 1, 4, a, 12.00, 24.00]");
        assertThat(made.schema().layout().format().name()).isEqualTo("layered:counting");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "columns | [''] | a column pattern is empty",
                "columns | ['!/(/'] | the regular expression /(/ is not valid",
                "add | [{column: x}] | computed column 1: the key value is missing",
                "add | [{value: '1'}] | computed column 1: the key column is missing",
                "add | [{column: x, value: 'after.id', type: int}] | there are the variables row, op, db, table, ts",
                "add | [{column: x, value: 'row.a'}] | the type of x depends on the columns",
                "add | [{column: x, value: 'row.a', type: number}] | computed column 1: 'number' is no type",
                "add | [{column: x, value: '1', of: y}] | it has no key [of]",
                "add | [{column: x, value: '1'}, {column: x, value: '2'}] | computed column 2: there is another column named x",
                "cast | {x: enum} | 'enum' is no type",
                "rename | {x: ''} | no name can be empty",
                "tables | [shop] | does not say database.table",
            })
    void optionsThatCannotWorkAreAProblemOfTheirOption(String text) {
        String[] parts = text.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of(parts[0], parts[1]))))
                .anySatisfy(problem -> {
                    assertThat(problem.option()).isEqualTo(parts[0]);
                    assertThat(problem.what()).contains(parts[2]);
                });
    }

    @Test
    void aProjectionThatChangesNothingAndAColumnBothComputedAndCastAreProblems() {
        assertThat(plugin.validate(OperatorRun.context(Map.of())))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("changes nothing"));
        assertThat(plugin.validate(OperatorRun.context(Map.of("add", TOTAL, "cast", "{total: int}"))))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains("is computed and cast"));
        assertThat(plugin.validate(OperatorRun.context(Map.of("add", TOTAL, "columns", "[total]"))))
                .isEmpty();
    }

    private RowChange run(Map<String, String> options) throws Exception {
        return run(options, order("2.50", 4, "a").inserted());
    }

    private RowChange run(Map<String, String> options, RowChange row) throws Exception {
        return (RowChange) OperatorRun.of(plugin, options, row).events().get(0);
    }

    private static TestRows order(String price, long qty, String note) {
        return partial(b -> b.decimal(new BigDecimal(price)), b -> b.int64(qty), b -> b.text(note));
    }

    private static TestRows partial(Consumer<RowBuilder> price, Consumer<RowBuilder> qty) {
        return partial(price, qty, RowBuilder::absent);
    }

    private static TestRows partial(Consumer<RowBuilder> price, Consumer<RowBuilder> qty, Consumer<RowBuilder> note) {
        return row().with("id", INT, b -> b.int64(1))
                .with("price", PRICE, price)
                .with("qty", INT, qty)
                .with("note", LogicalType.of(Kind.VARCHAR, 20), note);
    }

    private static String names(RowChange row) {
        return row.schema().columns().stream().map(Column::name).toList().toString();
    }

    private static String images(OperatorRun run, int index) {
        RowChange row = (RowChange) run.events().get(index);
        return text(row, row.before().orElse(null)) + " "
                + text(row, row.after().orElse(null));
    }

    private static String text(RowChange row, RowImage image) {
        return image == null ? "" : ValueText.of(row.schema(), image).toString();
    }
}
