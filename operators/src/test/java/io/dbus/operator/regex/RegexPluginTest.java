package io.dbus.operator.regex;

import static io.dbus.operator.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.CountingRowFormat;
import io.dbus.event.Event;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.ValueText;
import io.dbus.operator.CollectedRejects;
import io.dbus.operator.OperatorRun;
import io.dbus.operator.TestRows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RegexPluginTest {
    private static final LogicalType INT = LogicalType.of(Kind.INT);
    private static final LogicalType NAME = LogicalType.of(Kind.VARCHAR, 20);

    private final RegexPlugin plugin = new RegexPlugin();

    @Test
    void everyPlaceThatFitsIsReplacedWithItsGroups() throws Exception {
        assertThat(replaced("+49 170-12", "{columns: name, pattern: '\\+(\\d+) ', replace: '00$1-'}"))
                .isEqualTo("0049-170-12");
        assertThat(replaced("a-b-c", "{columns: name, pattern: '(?P<x>[a-c])-?', replace: '[${x}]'}"))
                .isEqualTo("[a][b][c]");
        assertThat(replaced("5", "{columns: name, pattern: '(\\d)', replace: '\\$$1'}"))
                .isEqualTo("$5");
        assertThat(replaced("Zoë 😀", "{columns: name, pattern: 'ë 😀$', replace: 'e'}"))
                .isEqualTo("Zoe");
        assertThat(replaced("nothing fits", "{columns: name, pattern: 'x', replace: 'y'}"))
                .isEqualTo("nothing fits");
    }

    @Test
    void severalRulesOnOneColumnWorkOneAfterTheOther() throws Exception {
        assertThat(replaced(
                        "abc",
                        "{columns: name, pattern: 'b', replace: 'x'}",
                        "{columns: 'n*', pattern: 'ax', replace: 'y'}"))
                .isEqualTo("yc");
    }

    @Test
    void allImagesAreReplacedAndNullAndAbsentColumnsStay() throws Exception {
        TestRows absent = named(RowBuilder::absent);
        TestRows nothing = named(RowBuilder::nullValue);
        OperatorRun run = OperatorRun.of(
                plugin,
                rules("{columns: name, pattern: '.+', replace: 'x'}"),
                named("a").updatedTo(named("b")),
                named("a").insertedFor(named("b")),
                nothing.inserted(),
                absent.updatedTo(named("b")),
                named("a").keyChangedTo(absent));

        assertThat(run.rows())
                .containsExactly(
                        "shop.things U[1, x -> 1, x]",
                        "shop.things +I[1, x]",
                        "shop.things +I[1, null]",
                        "shop.things U[1 -> 1, x]",
                        "shop.things U[1, x -> 1]");
        RowChange half = (RowChange) run.events().get(1);
        assertThat(ValueText.of(half.schema(), half.counterpart().orElseThrow()))
                .containsEntry("name", "x");
    }

    @Test
    void aReplacedColumnIsTextOfNoStatedLengthInTheKeyToo() throws Exception {
        RowChange row = row().with("code", NAME, b -> b.text("007"))
                .with("doc", LogicalType.of(Kind.JSON), b -> b.json("{}"))
                .with("note", LogicalType.of(Kind.TEXT), b -> b.text("n"))
                .with("kind", LogicalType.labelled(Kind.ENUM, List.of("a")), b -> b.text("a"))
                .inserted();

        RowChange made = (RowChange) OperatorRun.of(plugin, rules("{columns: '*', pattern: '^0+', replace: ''}"), row)
                .events()
                .get(0);

        assertThat(made.schema()).hasToString("shop.things(code VARCHAR, doc VARCHAR, note TEXT, kind VARCHAR)");
        assertThat(ValueText.of(made)).isEqualTo("+I[7, {}, n, a]");
        assertThat(made.schema().key())
                .isEqualTo(List.of(made.schema().columns().get(0)));
        assertThat(made.key()).isEqualTo(row.key());
    }

    @Test
    void rowsAreKeptOrDroppedByWhatTheyAreAfterTheChange() throws Exception {
        Event[] rows = {
            named("test 1").inserted(),
            named("real").inserted(),
            named("test 1").updatedTo(named("real")),
            named("real").updatedTo(named("a test")),
            named("test 2").deleted(),
            named(RowBuilder::nullValue).inserted()
        };

        OperatorRun keep = OperatorRun.of(plugin, rules("{columns: name, pattern: '^test', rows: keep}"), rows);
        OperatorRun drop = OperatorRun.of(plugin, rules("{columns: name, pattern: '^test', rows: drop}"), rows);

        assertThat(keep.rows()).containsExactly("shop.things +I[1, test 1]", "shop.things -D[1, test 2]");
        assertThat(keep.dropped()).isEqualTo(Map.of("condition", 4L));
        assertThat(drop.rows())
                .containsExactly(
                        "shop.things +I[1, real]",
                        "shop.things U[1, test 1 -> 1, real]",
                        "shop.things U[1, real -> 1, a test]",
                        "shop.things +I[1, null]");
        assertThat(drop.dropped()).isEqualTo(Map.of("condition", 2L));
    }

    @Test
    void rowsAreJudgedByTheValuesAsTheyCame() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                rules(
                        "{columns: name, pattern: '^test', replace: 'x'}",
                        "{columns: name, pattern: '^test', rows: keep}"),
                named("test").inserted());

        assertThat(run.rows()).containsExactly("shop.things +I[1, x]");
    }

    @Test
    void aColumnThatAMinimalImageLacksIsTakenFromTheRowBeforeOrTheRowIsRejected() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        TestRows absent = named(RowBuilder::absent);

        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(rules("{columns: name, pattern: '^test', rows: keep}"))
                        .withRejects(rejects),
                named("test").updatedTo(absent),
                named("real").updatedTo(absent),
                absent.updatedTo(absent));

        assertThat(run.rows()).containsExactly("shop.things U[1, test -> 1]");
        assertThat(run.dropped()).isEqualTo(Map.of("condition", 1L));
        assertThat(rejects.reasons()).containsExactly("incomplete-row");
    }

    @Test
    void rulesAreForTheirTables() throws Exception {
        OperatorRun run = OperatorRun.of(
                plugin,
                rules(
                        "{tables: 'shop.o*', columns: cust, pattern: a, rows: drop}",
                        "{tables: shop.cust, columns: cust, pattern: a, replace: b}"),
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.insert("shop", "cust", 1, "a"),
                TestRows.insert("shop", "x", 1, "a"));

        assertThat(run.rows()).containsExactly("shop.cust +I[1, b]", "shop.x +I[1, a]");
    }

    @Test
    void columnsThatAreNoTextAreRefusedWhenNamedAndElsePassedOver() throws Exception {
        CollectedRejects rejects = new CollectedRejects();
        OperatorRun.of(
                plugin,
                OperatorRun.context(rules("{columns: id, pattern: x, replace: y}"))
                        .withRejects(rejects),
                named("a").inserted());
        OperatorRun.of(
                plugin,
                OperatorRun.context(rules("{tables: shop.things, columns: nope, pattern: x, rows: drop}"))
                        .withRejects(rejects),
                named("a").inserted());
        OperatorRun run = OperatorRun.of(
                plugin,
                OperatorRun.context(rules("{columns: '*', pattern: '1', replace: y}"))
                        .withRejects(rejects),
                named("1").inserted(),
                TestRows.message("x"));

        assertThat(rejects.reasons()).containsExactly("conversion", "illegal-name", "wrong-kind");
        assertThat(run.rows()).containsExactly("shop.things +I[1, y]");
    }

    @Test
    void truncatesAndSchemaChangesPass() throws Exception {
        Event truncate = TestRows.truncate("shop", "things");
        Event ddl = TestRows.ddl("ALTER TABLE things ADD x INT");

        assertThat(OperatorRun.of(plugin, rules("{columns: name, pattern: x, rows: keep}"), truncate, ddl)
                        .events())
                .containsExactly(truncate, ddl);
    }

    @Test
    void onlyTheColumnsOfTheRulesAreDecoded() throws Exception {
        RowChange row = CountingRowFormat.change(named("a").updatedTo(named("b")));
        long reads = CountingRowFormat.reads();

        OperatorRun.of(plugin, rules("{columns: name, pattern: b, rows: keep}"), row);
        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 1);
        OperatorRun.of(plugin, rules("{columns: name, pattern: b, replace: c}"), row);
        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 3);
    }

    @Test
    void aTextThatBacktrackingWouldTryForYearsIsDoneAtOnce() {
        // (a+)+$ on a's and one other character takes time 2^n where an engine tries all ways.
        String text = "a".repeat(5_000) + "!";

        Assertions.assertTimeoutPreemptively(Duration.ofMinutes(2), () -> assertThat(
                        replaced(text, "{columns: name, pattern: '^(a+)+$', replace: 'x'}"))
                .isEqualTo(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[] | no rule is given",
                "[{columns: a, pattern: x}] | rule 1: it has one of the keys replace and rows",
                "[{columns: a, pattern: x, rows: keep, replace: y}] | it has one of the keys replace and rows",
                "[{columns: a, rows: keep}] | the key pattern is missing",
                "[{pattern: a, rows: keep}] | the key columns is missing",
                "[{columns: a, pattern: '(', rows: keep}] | the regular expression ( is not valid in RE2 syntax",
                "[{columns: a, pattern: '(a)\\1', rows: keep}] | is not valid in RE2 syntax",
                "[{columns: a, pattern: 'a(?=b)', rows: keep}] | is not valid in RE2 syntax",
                "[{columns: a, pattern: x, rows: all}] | rows is keep or drop, not 'all'",
                "[{columns: a, pattern: '(x)', replace: '$2'}] | the replacement '$2' does not fit the pattern, which has 1 groups",
                "[{columns: a, pattern: '(x)', replace: '${n}'}] | the replacement '${n}' does not fit the pattern",
                "[{columns: a, pattern: x, with: y, rows: keep}] | a rule has no key [with]",
            })
    void rulesThatCannotWorkAreAProblem(String rulesAndMessage) {
        String[] parts = rulesAndMessage.split(" \\| ");

        assertThat(plugin.validate(OperatorRun.context(Map.of("rules", parts[0]))))
                .singleElement()
                .satisfies(problem -> {
                    assertThat(problem.option()).isEqualTo("rules");
                    assertThat(problem.what()).contains(parts[1]);
                });
    }

    private String replaced(String name, String... rules) throws Exception {
        RowChange row =
                (RowChange) OperatorRun.of(plugin, rules(rules), named(name).inserted())
                        .events()
                        .get(0);
        return ValueText.of(row.schema(), row.image()).get("name");
    }

    private static Map<String, String> rules(String... rules) {
        return Map.of("rules", "[" + String.join(", ", rules) + "]");
    }

    private static TestRows named(String name) {
        return named(b -> b.text(name));
    }

    private static TestRows named(Consumer<RowBuilder> name) {
        return row().with("id", INT, b -> b.int64(1)).with("name", NAME, name);
    }
}
