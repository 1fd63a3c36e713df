package io.dbus.source.mysql.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** That the comparison of cases sees what is wrong. */
class ComparisonTest {
    private static final TableId TABLE = new TableId("d", "t");
    private static final TableSchema SCHEMA = TableSchema.of(
            TABLE,
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.decimal(5, 2), LogicalType.of(Kind.JSON)),
            List.of("id", "d", "j"),
            List.of("id"));
    private static final TableSchema OTHER = TableSchema.of(
            new TableId("d", "u"), RowBuilder.layout(LogicalType.of(Kind.INT)), List.of("id"), List.of("id"));

    private final List<Event> events = new ArrayList<>();
    private long transaction;

    private static RowImage image(int id, String decimal, String json) {
        RowBuilder row = new RowBuilder(SCHEMA.layout());
        row.int64(id);
        row.decimal(new BigDecimal(decimal));
        row.json(json);
        return row.build();
    }

    private static RowImage other(int id) {
        RowBuilder row = new RowBuilder(OTHER.layout());
        row.int64(id);
        return row.build();
    }

    private static EventKey key() {
        return new EventKey.Builder("k").build();
    }

    private Origin origin(boolean newTransaction) {
        transaction += newTransaction ? 1 : 0;
        return new Origin(
                new Transaction("s", "s", "", 1, "gtid:" + transaction, "f", transaction, 1, 1, 1),
                1,
                0,
                0,
                events.size(),
                1,
                false,
                "");
    }

    private void insert(int id, String decimal, String json) {
        events.add(RowChange.insert(SCHEMA, image(id, decimal, json), origin(true), key()));
    }

    private List<String> differences(String... expected) {
        List<Expectation> list = new ArrayList<>();
        for (String one : expected) {
            list.add(expectation(one));
        }
        CaseFolder folder =
                new CaseFolder("X-x", "", "", List.of(), false, List.of("j of id 9"), list, Optional.empty());
        return Comparison.differences(folder, list, Seen.of(events));
    }

    private static Expectation expectation(String json) {
        try {
            return Expectation.of(CaseFolder.JSON.readTree(json));
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(json, e);
        }
    }

    private static String row(String op, String table, String images) {
        return "{\"op\":\"" + op + "\",\"db\":\"d\",\"table\":\"" + table + "\"," + images + "}";
    }

    @Test
    void whatIsAsExpectedHasNoDifferences() {
        insert(1, "1.50", "{\"a\":1.0,\"b\":[2]}");
        assertThat(
                        differences(
                                row(
                                        "insert",
                                        "t",
                                        "\"before\":null,\"after\":{\"j\":{\"$json\":\"{\\\"b\\\":[2.0],\\\"a\\\":1}\"},\"id\":1,\"d\":\"1.50\"}")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "2|'1.50'|{'a':1}|id is 1 in place of 2",
                "1|'1.5'|{'a':1}|d is 1.50",
                "1|1.50|{'a':1}|d is 1.50",
                "1|'1.50'|{'a':2}|j is the document",
                "1|'1.50'|{'a':'1'}|j is the document",
                "1|'1.50'|{'a':1,'b':null}|j is the document",
                "null|'1.50'|{'a':1}|id is 1 in place of null"
            })
    void aWrongValueIsADifference(String id, String decimal, String json, String difference) {
        insert(1, "1.50", "{\"a\": 1}");
        String text = json.replace("'", "\\\"");
        assertThat(differences(row(
                        "insert",
                        "t",
                        "\"after\":{\"id\":" + id + ",\"d\":" + decimal.replace('\'', '"') + ",\"j\":{\"$json\":\""
                                + text + "\"}}")))
                .singleElement()
                .asString()
                .contains(difference);
    }

    @Test
    void columnsThatAreMissingOrTooManyAreDifferences() {
        insert(1, "1.50", "1");
        assertThat(differences(row("insert", "t", "\"after\":{\"id\":1,\"d\":\"1.50\",\"z\":1}")))
                .anySatisfy(line -> assertThat(line).contains("has the column j"))
                .anySatisfy(line -> assertThat(line).contains("has no column z"))
                .hasSize(2);
    }

    @Test
    void anAbsentColumnIsNoNullAndAPresentOneIsNotAbsent() {
        RowBuilder row = new RowBuilder(SCHEMA.layout());
        row.int64(1);
        row.absent();
        row.nullValue();
        events.add(RowChange.delete(SCHEMA, row.build(), origin(true), key()));
        String images = "\"before\":{\"id\":1,\"d\":null,\"j\":null}";
        assertThat(differences(row("delete", "t", images)))
                .singleElement()
                .asString()
                .contains("lacks d");
        assertThat(differences(row("delete", "t", images + ",\"present_before\":[\"id\",\"j\"]")))
                .isEmpty();
        assertThat(differences(row("delete", "t", images + ",\"present_before\":[\"id\"]")))
                .singleElement()
                .asString()
                .contains("has j");
    }

    @Test
    void missingAndUnexpectedEventsAndOtherKindsAreDifferences() {
        String one = row("insert", "t", "\"after\":{\"id\":1,\"d\":\"1.50\",\"j\":{\"$json\":\"1\"}}");
        assertThat(differences(one)).singleElement().asString().startsWith("missing: insert d.t");
        insert(1, "1.50", "1");
        assertThat(differences()).singleElement().asString().startsWith("not expected: insert d.t");
        assertThat(differences(row("delete", "t", "\"before\":{\"id\":1,\"d\":\"1.50\",\"j\":{\"$json\":\"1\"}}")))
                .singleElement()
                .asString()
                .contains("in place of delete");
    }

    @Test
    void aVolatileColumnIsNotComparedInItsRowAlone() {
        insert(9, "1.50", "1");
        insert(8, "1.50", "1");
        assertThat(differences(
                        row("insert", "t", "\"after\":{\"id\":9,\"d\":\"1.50\",\"j\":{\"$json\":\"2\"}}"),
                        row("insert", "t", "\"after\":{\"id\":8,\"d\":\"1.50\",\"j\":{\"$json\":\"2\"}}")))
                .hasSize(1);
    }

    @Test
    void orderCountsWithinATransactionAndNotBetweenTablesOfTwo() {
        String one = row("insert", "u", "\"after\":{\"id\":1}");
        String two = row("insert", "t", "\"after\":{\"id\":1,\"d\":\"1.50\",\"j\":{\"$json\":\"1\"}}");
        insert(1, "1.50", "1");
        events.add(RowChange.insert(OTHER, other(1), origin(true), key()));
        assertThat(differences(one, two)).isEmpty();
        events.set(1, RowChange.insert(OTHER, other(1), origin(false), key()));
        transaction--;
        events.set(0, RowChange.insert(SCHEMA, image(1, "1.50", "1"), origin(true), key()));
        assertThat(differences(one, two)).singleElement().asString().startsWith("out of order");
    }

    @Test
    void anUpdateOfTheKeyInTwoHalvesIsOneAndAHalfAloneIsRefused() {
        RowChange delete = RowChange.delete(SCHEMA, image(1, "1.50", "1"), origin(true), key())
                .withCounterpart(image(2, "1.50", "1"));
        events.add(delete);
        RowChange insert = RowChange.insert(SCHEMA, image(2, "1.50", "1"), origin(false), key())
                .withCounterpart(image(1, "1.50", "1"));
        events.add(insert);
        assertThat(
                        differences(
                                row(
                                        "update",
                                        "t",
                                        "\"before\":{\"id\":1,\"d\":\"1.50\",\"j\":{\"$json\":\"1\"}},\"after\":{\"id\":2,\"d\":\"1.50\",\"j\":{\"$json\":\"1\"}}")))
                .isEmpty();
        events.remove(1);
        assertThatThrownBy(() -> Seen.of(events)).hasMessageContaining("alone");
    }

    @Test
    void aDefinitionIsComparedColumnByColumnWithItsStatementAndWhatIsGone() {
        TableDefinition before =
                new TableDefinition(TABLE, List.of(new ColumnDefinition("a", "int", "", true)), List.of());
        TableDefinition after = new TableDefinition(
                new TableId("d", "u"),
                List.of(
                        new ColumnDefinition("a", "int", "", true),
                        new ColumnDefinition("b", "varchar(5)", "latin1", true, false, true, true, "", "")),
                List.of());
        events.add(new SchemaChange(
                "d",
                "ALTER x",
                List.of(TableChange.altered(TABLE, after.table(), before, after)),
                origin(true),
                key()));
        String right =
                "\"schema_after\":{\"d.u\":[{\"name\":\"a\",\"type\":\"int\"},{\"name\":\"b\",\"type\":\"varchar(5)"
                        + " character set latin1 VIRTUAL GENERATED INVISIBLE\"}]},\"dropped\":[\"d.t\"]";
        assertThat(ddl("/* c */ ALTER x", right)).isEmpty();
        assertThat(ddl("ALTER y", right)).singleElement().asString().contains("ALTER x in place of ALTER y");
        assertThat(ddl("ALTER x", right.replace("latin1", "utf8mb4"))).hasSize(1);
        assertThat(ddl("ALTER x", right.replace("\"name\":\"b\"", "\"name\":\"B\"")))
                .hasSize(1);
        assertThat(ddl("ALTER x", right.replace("d.t", "d.x"))).hasSize(1);
        assertThat(ddl("ALTER x", "\"schema_after\":{},\"dropped\":[\"d.t\"]")).hasSize(1);
        assertThat(differences()).singleElement().asString().startsWith("not expected: ddl");
        events.clear();
        assertThat(ddl("ALTER x", right)).singleElement().asString().startsWith("missing");
        assertThat(ddl("ALTER TABLE t ENGINE=InnoDB", "\"schema_after\":{},\"dropped\":[]"))
                .singleElement()
                .asString()
                .startsWith("missing");
        assertThat(ddl("create definer=`r`@`%` trigger x", "\"schema_after\":{},\"dropped\":[]"))
                .isEmpty();
    }

    private List<String> ddl(String sql, String fields) {
        return differences("{\"op\":\"ddl\",\"sql\":\"" + sql + "\"," + fields + "}");
    }

    @Test
    void whatTheRunnerDoesNotKnowIsRefusedByName() {
        assertThatThrownBy(() -> expectation(row("upsert", "t", "\"after\":{}")))
                .hasMessageContaining("'upsert'");
        assertThatThrownBy(() -> expectation(row("insert", "t", "\"after\":{},\"hint\":1")))
                .hasMessageContaining("'hint'");
        assertThatThrownBy(() -> expectation(row("insert", "t", "\"before\":{}")))
                .hasMessageContaining("do not fit");
        assertThatThrownBy(() -> Requirement.parse("moon phase")).hasMessageContaining("moon phase");
    }
}
