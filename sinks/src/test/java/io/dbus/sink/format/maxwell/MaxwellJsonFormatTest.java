package io.dbus.sink.format.maxwell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.JsonTrees;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.Rows.Encoded;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class MaxwellJsonFormatTest {
    private static final MaxwellJsonFormat FORMAT = new MaxwellJsonFormat();
    private static final TableSchema ORDERS = TableSchema.of(
            new TableId("shop", "orders"),
            RowBuilder.layout(
                    LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 99), LogicalType.of(Kind.VARCHAR, 99)),
            List.of("Id", "name", "note"),
            List.of("Id"));

    @Test
    void anInsertHasMaxwellsMembersInItsOrder() {
        assertThat(encode(RowChange.insert(ORDERS, row(1, "a", null), Rows.origin(3), Rows.key(1))))
                .containsExactly(new Encoded(
                        "{\"database\":\"shop\",\"table\":\"orders\",\"pk.id\":1}",
                        "{\"database\":\"shop\",\"table\":\"orders\",\"type\":\"insert\",\"ts\":1465581029,\"xid\":99,"
                                + "\"data\":{\"Id\":1,\"name\":\"a\",\"note\":null}}",
                        Map.of()));
    }

    @Test
    void theLastRowOfATransactionCommits() {
        Origin last = new Origin(Rows.TRANSACTION, 484, 1, 3, 1, 1, true, "");

        assertThat(encode(RowChange.insert(ORDERS, row(1, "a", null), last, Rows.key(1)))
                        .get(0)
                        .value())
                .contains("\"xid\":99,\"commit\":true,\"data\"");
    }

    @Test
    void allThatMaxwellCanSayIsInItsOrder() {
        Origin origin = new Origin(Rows.TRANSACTION, 484, 1, 3, 1, 1, false, "INSERT ...");
        Map<String, String> all = Map.of(
                "output_row_query", "true",
                "output_xoffset", "true",
                "output_binlog_position", "true",
                "output_gtid_position", "true",
                "output_server_id", "true",
                "output_thread_id", "true",
                "output_primary_keys", "true",
                "output_primary_key_columns", "true",
                "include.provenance", "true");

        assertThat(Rows.encode(FORMAT, all, RowChange.insert(ORDERS, row(1, "a", null), origin, Rows.key(1)))
                        .get(0)
                        .value())
                .isEqualTo(
                        "{\"database\":\"shop\",\"table\":\"orders\",\"query\":\"INSERT ...\",\"type\":\"insert\","
                                + "\"ts\":1465581029,\"xid\":99,\"xoffset\":3,\"position\":\"mysql-bin.000003:484\","
                                + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"server_id\":223344,\"thread_id\":7,"
                                + "\"primary_key\":[1],\"primary_key_columns\":[\"Id\"],"
                                + "\"data\":{\"Id\":1,\"name\":\"a\",\"note\":null},"
                                + "\"dbus\":{\"source\":\"shop-db\",\"server\":\"eu1\","
                                + "\"server_uuid\":\"24bc7850-2c16-11e6-a073-0242ac110002\",\"sequence\":1,\"ordinal\":3,\"last\":false}}");
    }

    @Test
    void withoutCommitInfoThereIsNeitherXidNorCommit() {
        Origin last = new Origin(Rows.TRANSACTION, 484, 1, 3, 1, 1, true, "");

        assertThat(Rows.encode(
                                FORMAT,
                                Map.of("output_commit_info", "false"),
                                RowChange.insert(ORDERS, row(1, "a", null), last, Rows.key(1)))
                        .get(0)
                        .value())
                .contains("\"ts\":1465581029,\"data\"");
    }

    @Test
    void oldHoldsWhatChangedNullsTooAndIsEmptyWhereNothingDid() {
        RowChange update = RowChange.update(ORDERS, row(1, "a", null), row(1, "a", "n"), Rows.origin(0), Rows.key(1));
        RowChange nothing = RowChange.update(ORDERS, row(1, "a", null), row(1, "a", null), Rows.origin(0), Rows.key(1));

        assertThat(encode(update).get(0).value())
                .endsWith("\"data\":{\"Id\":1,\"name\":\"a\",\"note\":\"n\"},\"old\":{\"note\":null}}");
        assertThat(encode(nothing).get(0).value()).endsWith("\"old\":{}}");
    }

    @Test
    void aDeleteHasTheRowAsItWasInDataAndNoTombstone() {
        List<Encoded> records = encode(RowChange.delete(ORDERS, row(1, "a", null), Rows.origin(0), Rows.key(1)));

        assertThat(records).hasSize(1);
        assertThat(records.get(0).value())
                .contains("\"type\":\"delete\"")
                .endsWith("\"data\":{\"Id\":1,\"name\":\"a\",\"note\":null}}");
    }

    @Test
    void ofAPartialUpdateUnchangedColumnsAreTakenFromBeforeAndUnknownOnesAreLeftOut() {
        RowImage before = image(row -> {
            row.int64(1);
            row.absent();
            row.absent();
        });
        RowImage after = image(row -> {
            row.absent();
            row.text("b");
            row.absent();
        });
        RowChange update = RowChange.update(ORDERS, before, after, Rows.origin(0), Rows.key(1));

        Encoded record = encode(update).get(0);
        assertThat(record.key()).isEqualTo("{\"database\":\"shop\",\"table\":\"orders\",\"pk.id\":1}");
        assertThat(record.value()).endsWith("\"data\":{\"Id\":1,\"name\":\"b\"},\"old\":{}}");
        assertThat(Rows.encode(FORMAT, Map.of("unavailable.value.placeholder", "?"), update)
                        .get(0)
                        .value())
                .endsWith("\"data\":{\"Id\":1,\"name\":\"b\",\"note\":\"?\"},\"old\":{\"name\":\"?\"}}");
    }

    @Test
    void theKeyHasEitherOfMaxwellsForms() {
        TableSchema two =
                TableSchema.of(ORDERS.table(), ORDERS.layout(), List.of("Id", "Part", "x"), List.of("Part", "Id"));
        RowChange insert = RowChange.insert(two, row(1, "a", null), Rows.origin(0), Rows.key(1))
                .withTable(new TableId("sales", "goods"));

        assertThat(Rows.encode(FORMAT, Map.of(), insert).get(0).key())
                .isEqualTo("{\"database\":\"sales\",\"table\":\"goods\",\"pk.part\":\"a\",\"pk.id\":1}");
        assertThat(Rows.encode(FORMAT, Map.of("kafka_key_format", "array"), insert)
                        .get(0)
                        .key())
                .isEqualTo("[\"sales\",\"goods\",[{\"part\":\"a\"},{\"id\":1}]]");
    }

    @Test
    void aTableWithoutAKeyHasNone() {
        TableSchema keyless = TableSchema.of(ORDERS.table(), ORDERS.layout(), List.of("a", "b", "c"), List.of());

        assertThat(encode(RowChange.insert(keyless, row(1, "a", null), Rows.origin(0), Rows.key(1)))
                        .get(0)
                        .key())
                .isNull();
    }

    @Test
    void thereIsNoFormOfATruncate() {
        assertThatThrownBy(() -> Rows.encode(FORMAT, Map.of(), Rows.truncate()))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM));
    }

    @Test
    void decimalsAreNumbersWithAllDigitsOrTextWhenAsked() {
        LogicalType type = LogicalType.decimal(65, 30);
        String digits = "-99999999999999999999999999999999999.000000000000000000000000000001";
        Consumer<RowBuilder> decimal = row -> row.decimal(new BigDecimal(digits));

        assertThat(written(Map.of(), type, decimal)).isEqualTo(digits);
        assertThat(written(Map.of(), type, row -> row.decimal(new BigDecimal("0E-30"))))
                .isEqualTo("0.000000000000000000000000000000");
        assertThat(written(Map.of("decimal.handling.mode", "string"), type, decimal))
                .isEqualTo("\"" + digits + "\"");
    }

    @Test
    void jsonStandsAsItIs() {
        LogicalType json = LogicalType.of(Kind.JSON);

        assertThat(written(Map.of(), json, row -> row.json("{\"a\": [1, \"\\u0000\"]}")))
                .isEqualTo("{\"a\": [1, \"\\u0000\"]}");
        assertThat(written(Map.of(), json, row -> row.json("{\n\"a\": 1\r\n}"))).isEqualTo("{ \"a\": 1  }");
    }

    @Test
    void textThatIsNoJsonIsRefusedWhereJsonWouldStand() {
        for (String text : List.of("", "{", "{}{}", "1,\"x\":2", "nul")) {
            assertThatThrownBy(() -> written(Map.of(), LogicalType.of(Kind.JSON), row -> row.json(text)))
                    .isInstanceOfSatisfying(EncodeException.class, e -> assertThat(e.reason())
                            .isEqualTo(RejectReason.UNDECODABLE_VALUE))
                    .hasMessageContaining("column c0");
        }
    }

    @Test
    void datesAreTextAndZeroDatesNullWhenAsked() {
        LogicalType timestamp = LogicalType.temporal(Kind.TIMESTAMP, 3);
        Map<String, String> nulls = Map.of("zero-date", "null");

        assertThat(written(Map.of(), timestamp, row -> row.timestamp(1_529_501_823L, 120_000, 3)))
                .isEqualTo("\"2018-06-20 13:37:03.120\"");
        assertThat(written(Map.of(), timestamp, row -> row.timestamp(0, 0, 3)))
                .isEqualTo("\"0000-00-00 00:00:00.000\"");
        assertThat(written(nulls, timestamp, row -> row.timestamp(0, 0, 3))).isEqualTo("null");
        assertThat(written(nulls, LogicalType.of(Kind.DATE), row -> row.date(0, 0, 0)))
                .isEqualTo("null");
        assertThat(written(Map.of(), LogicalType.temporal(Kind.TIME, 0), row -> row.time(-45_296_000_000L, 0)))
                .isEqualTo("\"-12:34:56\"");
    }

    @Test
    void otherFormsOfDecimalsAndLargeNumbersAreWrittenWhenAsked() {
        LogicalType decimal = LogicalType.decimal(10, 2);
        LogicalType unsigned = LogicalType.unsigned(Kind.BIGINT);

        assertThat(written(
                        Map.of("decimal.handling.mode", "precise"),
                        decimal,
                        row -> row.decimal(new BigDecimal("1.50"))))
                .isEqualTo("\"AJY=\"");
        assertThat(written(Map.of(), unsigned, row -> row.uint64(-1))).isEqualTo("18446744073709551615");
        assertThat(written(Map.of("bigint.unsigned.handling.mode", "string"), unsigned, row -> row.uint64(-1)))
                .isEqualTo("\"18446744073709551615\"");
    }

    @Test
    void anOffsetWithoutCommitInfoIsRefused() {
        assertThat(problems(Map.of("output_xoffset", "true", "output_commit_info", "false")))
                .hasSize(1);
        assertThat(problems(Map.of("output_xoffset", "true"))).isEmpty();
        assertThat(problems(Map.of())).isEmpty();
    }

    private static List<String> problems(Map<String, String> options) {
        return FORMAT.validate(Rows.context(options)).stream()
                .map(Problem::what)
                .toList();
    }

    /** The value as it stands in the record. */
    private static String written(Map<String, String> options, LogicalType type, Consumer<RowBuilder> value) {
        String record = Rows.encode(FORMAT, options, Rows.insert(Rows.schema(0, type), value))
                .get(0)
                .value();
        JsonNode tree = JsonTrees.read(record);
        assertThat(tree.get("data").size()).isEqualTo(1);
        int start = record.indexOf("{\"c0\":") + 6;
        return record.substring(start, record.length() - 2);
    }

    private static List<Encoded> encode(RowChange change) {
        return Rows.encode(FORMAT, Map.of(), change);
    }

    private static RowImage image(Consumer<RowBuilder> values) {
        return Rows.image(ORDERS.layout(), values);
    }

    private static RowImage row(int id, String name, String note) {
        return image(row -> {
            row.int64(id);
            row.text(name);
            if (note == null) {
                row.nullValue();
            } else {
                row.text(note);
            }
        });
    }
}
