package io.dbus.sink.format.canal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
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

class CanalJsonFormatTest {
    private static final CanalJsonFormat FORMAT = new CanalJsonFormat();
    private static final TableSchema PRODUCTS = TableSchema.of(
            new TableId("inventory", "products"),
            RowBuilder.layout(
                    LogicalType.unsigned(Kind.INT), LogicalType.of(Kind.VARCHAR, 255), LogicalType.decimal(10, 2)),
            List.of("id", "name", "price"),
            List.of("id"));
    private static final String TYPES =
            "\"mysqlType\":{\"id\":\"int unsigned\",\"name\":\"varchar(255)\",\"price\":\"decimal(10,2)\"}";
    private static final String SQL_TYPES = "\"sqlType\":{\"id\":-5,\"name\":12,\"price\":3}";
    private static final String HEAD = "\"database\":\"inventory\",\"es\":1465581029000,"
            + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"id\":1465581029000123000,\"isDdl\":false,";
    private static final String TAIL = "\"table\":\"products\",\"ts\":1465581029523,\"type\":";

    @Test
    void anInsertHasCanalsMembersInItsOrderAndNoKey() {
        assertThat(encode(RowChange.insert(PRODUCTS, row(1, "a", "1.50"), Rows.origin(0), Rows.key(1))))
                .containsExactly(new Encoded(
                        null,
                        "{\"data\":[{\"id\":\"1\",\"name\":\"a\",\"price\":\"1.50\"}]," + HEAD + TYPES
                                + ",\"old\":null,\"pkNames\":[\"id\"],\"sql\":\"\"," + SQL_TYPES + "," + TAIL
                                + "\"INSERT\"}",
                        Map.of()));
    }

    @Test
    void oldHoldsWhatChangedNullsToo() {
        RowChange update =
                RowChange.update(PRODUCTS, row(1, null, "1.50"), row(1, "b", "1.50"), Rows.origin(0), Rows.key(1));

        JsonNode value = JsonTrees.read(encode(update).get(0).value());

        assertThat(value.get("type").textValue()).isEqualTo("UPDATE");
        assertThat(value.get("data")).hasToString("[{\"id\":\"1\",\"name\":\"b\",\"price\":\"1.50\"}]");
        assertThat(value.get("old")).hasToString("[{\"name\":null}]");
    }

    @Test
    void aDeleteHasTheRowAsItWasInData() {
        RowChange delete = RowChange.delete(PRODUCTS, row(1, "a", null), Rows.origin(0), Rows.key(1));

        JsonNode value = JsonTrees.read(encode(delete).get(0).value());

        assertThat(value.get("type").textValue()).isEqualTo("DELETE");
        assertThat(value.get("data")).hasToString("[{\"id\":\"1\",\"name\":\"a\",\"price\":null}]");
        assertThat(value.get("old").isNull()).isTrue();
    }

    @Test
    void ofAPartialUpdateUnchangedColumnsAreTakenFromBeforeAndUnknownOnesAreLeftOut() {
        // As binlog_row_image=MINIMAL has it: the key before, what was set after.
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
        RowChange update = RowChange.update(PRODUCTS, before, after, Rows.origin(0), Rows.key(1));

        JsonNode value = JsonTrees.read(encode(update).get(0).value());
        assertThat(value.get("data")).hasToString("[{\"id\":\"1\",\"name\":\"b\"}]");
        assertThat(value.get("old")).hasToString("[{}]");
        assertThat(value.get("mysqlType")).hasToString("{\"id\":\"int unsigned\",\"name\":\"varchar(255)\"}");
        assertThat(value.get("sqlType")).hasToString("{\"id\":-5,\"name\":12}");

        JsonNode placed = JsonTrees.read(Rows.encode(FORMAT, Map.of("unavailable.value.placeholder", "?"), update)
                .get(0)
                .value());
        assertThat(placed.get("data")).hasToString("[{\"id\":\"1\",\"name\":\"b\",\"price\":\"?\"}]");
        assertThat(placed.get("old")).hasToString("[{\"name\":\"?\"}]");
        assertThat(placed.get("mysqlType").size()).isEqualTo(3);
    }

    @Test
    void ofANoblobUpdateWhatBothHoldIsCompared() {
        RowImage before = image(row -> {
            row.int64(1);
            row.text("a");
            row.decimal(new BigDecimal("1.50"));
        });
        RowImage after = image(row -> {
            row.int64(1);
            row.text("b");
            row.absent();
        });
        RowChange update = RowChange.update(PRODUCTS, before, after, Rows.origin(0), Rows.key(1));

        JsonNode value = JsonTrees.read(encode(update).get(0).value());

        assertThat(value.get("data")).hasToString("[{\"id\":\"1\",\"name\":\"b\",\"price\":\"1.50\"}]");
        assertThat(value.get("old")).hasToString("[{\"name\":\"a\"}]");
    }

    @Test
    void aTableWithoutAKeyHasNullForItsNames() {
        TableSchema keyless = TableSchema.of(PRODUCTS.table(), PRODUCTS.layout(), List.of("a", "b", "c"), List.of());

        JsonNode value =
                JsonTrees.read(encode(RowChange.insert(keyless, row(1, "a", "1.50"), Rows.origin(0), Rows.key(1)))
                        .get(0)
                        .value());

        assertThat(value.get("pkNames").isNull()).isTrue();
    }

    @Test
    void namesAreThoseThatSinksSee() {
        RowChange routed = RowChange.insert(PRODUCTS, row(1, "a", "1.50"), Rows.origin(0), Rows.key(1))
                .withTable(new TableId("sales", "goods"));

        JsonNode value = JsonTrees.read(encode(routed).get(0).value());

        assertThat(value.get("database").textValue()).isEqualTo("sales");
        assertThat(value.get("table").textValue()).isEqualTo("goods");
    }

    @Test
    void aTruncateIsAStatementWithoutRows() {
        assertThat(Rows.encode(FORMAT, Map.of(), Rows.truncate()))
                .containsExactly(new Encoded(
                        null,
                        "{\"data\":null," + HEAD.replace("inventory", "sales").replace("false", "true")
                                + "\"mysqlType\":null,\"old\":null,\"pkNames\":null,\"sql\":\"TRUNCATE TABLE `sales`.`orders`\","
                                + "\"sqlType\":null," + TAIL.replace("products", "orders") + "\"TRUNCATE\"}",
                        Map.of()));
    }

    @Test
    void provenanceIsTheLastMember() {
        RowChange insert = RowChange.insert(PRODUCTS, row(1, "a", "1.50"), Rows.origin(5), Rows.key(1));

        assertThat(Rows.encode(FORMAT, Map.of("include.provenance", "true"), insert)
                        .get(0)
                        .value())
                .endsWith("\"type\":\"INSERT\",\"dbus\":{\"source\":\"shop-db\",\"server\":\"eu1\","
                        + "\"server_uuid\":\"24bc7850-2c16-11e6-a073-0242ac110002\",\"sequence\":1465581029000123005,"
                        + "\"ordinal\":5,\"last\":false}}");
    }

    @Test
    void bytesAreCharactersOfTheSameCodesOrAsAsked() {
        LogicalType type = LogicalType.of(Kind.BLOB);
        Consumer<RowBuilder> blob = row -> row.binary(new byte[] {0, 'a', (byte) 0xFF, (byte) 0xFB}, 0, 4);

        assertThat(value(Map.of(), type, blob)).isEqualTo("\u0000a\u00ff\u00fb");
        assertThat(value(Map.of("binary.handling.mode", "base64"), type, blob)).isEqualTo("AGH/+w==");
        assertThat(value(Map.of("binary.handling.mode", "base64-url-safe"), type, blob))
                .isEqualTo("AGH_-w==");
        assertThat(value(Map.of("binary.handling.mode", "hex"), type, blob)).isEqualTo("0061fffb");
    }

    @Test
    void zeroDatesAreTheirTextOrNullWhenAsked() {
        LogicalType datetime = LogicalType.temporal(Kind.DATETIME, 3);
        LogicalType timestamp = LogicalType.temporal(Kind.TIMESTAMP, 0);
        Consumer<RowBuilder> zero = row -> row.datetime(0, 0, 0, 0, 0, 0, 0, 3);
        Consumer<RowBuilder> none = row -> row.timestamp(0, 0, 0);
        Map<String, String> nulls = Map.of("zero-date", "null");

        assertThat(value(Map.of(), datetime, zero)).isEqualTo("0000-00-00 00:00:00.000");
        assertThat(value(Map.of(), timestamp, none)).isEqualTo("0000-00-00 00:00:00");
        assertThat(value(Map.of(), LogicalType.of(Kind.DATE), row -> row.date(2023, 2, 30)))
                .isEqualTo("2023-02-30");
        assertThat(value(nulls, datetime, zero)).isNull();
        assertThat(value(nulls, timestamp, none)).isNull();
        assertThat(value(nulls, LogicalType.of(Kind.DATE), row -> row.date(2023, 2, 30)))
                .isNull();
    }

    @Test
    void labelsAreNumbersWhenAsked() {
        LogicalType size = LogicalType.labelled(Kind.ENUM, List.of("s", "m", "l"));
        LogicalType tags = LogicalType.labelled(Kind.SET, List.of("a", "b", "c"));
        Map<String, String> numbers = Map.of("enum.handling.mode", "number");

        assertThat(value(Map.of(), size, row -> row.text("m"))).isEqualTo("m");
        assertThat(value(numbers, size, row -> row.text("m"))).isEqualTo("2");
        assertThat(value(numbers, size, row -> row.text(""))).isEqualTo("0");
        assertThat(value(Map.of(), tags, row -> row.text("a,c"))).isEqualTo("a,c");
        assertThat(value(numbers, tags, row -> row.text("a,c"))).isEqualTo("5");
        assertThat(value(numbers, tags, row -> row.text(""))).isEqualTo("0");
    }

    @Test
    void aLabelThatTheTypeDoesNotHaveIsNoNumber() {
        LogicalType size = LogicalType.labelled(Kind.ENUM, List.of("s", "m"));

        assertThatThrownBy(() -> value(Map.of("enum.handling.mode", "number"), size, row -> row.text("xl")))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.UNDECODABLE_VALUE))
                .hasMessageContaining("column c0")
                .hasMessageContaining("'xl'");
    }

    @Test
    void typesAreThoseOfTheSchema() {
        assertThat(List.of(
                        LogicalType.of(Kind.TINYINT),
                        LogicalType.unsigned(Kind.TINYINT),
                        LogicalType.unsigned(Kind.BIGINT),
                        LogicalType.of(Kind.BIT, 8),
                        LogicalType.temporal(Kind.TIMESTAMP, 6),
                        LogicalType.temporal(Kind.TIME, 0),
                        LogicalType.of(Kind.TEXT),
                        LogicalType.of(Kind.BINARY, 16),
                        LogicalType.labelled(Kind.ENUM, List.of("a", "it's")),
                        LogicalType.of(Kind.VECTOR, 3),
                        LogicalType.of(Kind.JSON)))
                .extracting(type -> CanalTypes.mysqlType(type) + " " + CanalTypes.sqlType(type, LabelHandling.LABEL))
                .containsExactly(
                        "tinyint -6",
                        "tinyint unsigned 5",
                        "bigint unsigned 3",
                        "bit(8) -7",
                        "timestamp(6) 93",
                        "time 92",
                        "text 2005",
                        "binary(16) 2004",
                        "enum('a','it''s') 1",
                        "vector(3) 12",
                        "json 12");
    }

    private static String value(Map<String, String> options, LogicalType type, Consumer<RowBuilder> value) {
        RowChange insert = Rows.insert(Rows.schema(0, type), value);
        return JsonTrees.read(Rows.encode(FORMAT, options, insert).get(0).value())
                .get("data")
                .get(0)
                .get("c0")
                .textValue();
    }

    private static List<Encoded> encode(RowChange change) {
        return Rows.encode(FORMAT, Map.of(), change);
    }

    private static RowImage image(Consumer<RowBuilder> values) {
        return Rows.image(PRODUCTS.layout(), values);
    }

    private static RowImage row(int id, String name, String price) {
        return image(row -> {
            row.int64(id);
            if (name == null) {
                row.nullValue();
            } else {
                row.text(name);
            }
            if (price == null) {
                row.nullValue();
            } else {
                row.decimal(new BigDecimal(price));
            }
        });
    }
}
