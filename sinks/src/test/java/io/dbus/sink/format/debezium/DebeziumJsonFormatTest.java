package io.dbus.sink.format.debezium;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.Rows.Encoded;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DebeziumJsonFormatTest {
    private static final DebeziumJsonFormat FORMAT = new DebeziumJsonFormat();
    private static final TableSchema CUSTOMERS = TableSchema.of(
            new TableId("inventory", "customers"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 255)),
            List.of("id", "first \"name\""),
            List.of("id"));
    private static final String SOURCE =
            "{\"version\":\"dbus\",\"connector\":\"mysql\",\"name\":\"shop\",\"ts_ms\":1465581029000,"
                    + "\"snapshot\":\"false\",\"db\":\"inventory\",\"sequence\":null,\"ts_us\":1465581029000123,"
                    + "\"ts_ns\":1465581029000123000,\"table\":\"customers\",\"server_id\":223344,"
                    + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"file\":\"mysql-bin.000003\",\"pos\":484,"
                    + "\"row\":1,\"thread\":7,\"query\":null}";
    private static final String END =
            ",\"ts_ms\":1465581029523,\"ts_us\":1465581029523000,\"ts_ns\":1465581029523000000}";

    @Test
    void anInsertIsTheWholeEnvelopeInDebeziumsOrder() {
        assertThat(encode(RowChange.insert(CUSTOMERS, row(1004, "Anne"), Rows.origin(0), Rows.key(1))))
                .containsExactly(new Encoded(
                        "{\"id\":1004}",
                        "{\"before\":null,\"after\":{\"id\":1004,\"first \\\"name\\\"\":\"Anne\"},\"source\":" + SOURCE
                                + ",\"transaction\":null,\"op\":\"c\"" + END,
                        Map.of()));
    }

    @Test
    void anUpdateHoldsBothRows() {
        RowChange update = RowChange.update(CUSTOMERS, row(1004, "Anne"), row(1004, null), Rows.origin(0), Rows.key(1));

        assertThat(encode(update).get(0).value())
                .startsWith("{\"before\":{\"id\":1004,\"first \\\"name\\\"\":\"Anne\"},"
                        + "\"after\":{\"id\":1004,\"first \\\"name\\\"\":null},")
                .contains("\"op\":\"u\"");
    }

    @Test
    void aDeleteIsFollowedByATombstoneUnlessSwitchedOff() {
        RowChange delete = RowChange.delete(CUSTOMERS, row(1004, "Anne"), Rows.origin(0), Rows.key(1));

        List<Encoded> records = encode(delete);

        assertThat(records).hasSize(2);
        assertThat(records.get(0).value()).contains("\"after\":null,").contains("\"op\":\"d\"");
        assertThat(records.get(1)).isEqualTo(new Encoded("{\"id\":1004}", null, Map.of()));
        assertThat(Rows.encode(FORMAT, Map.of("tombstones.on.delete", "false"), delete))
                .hasSize(1);
    }

    @Test
    void aTruncateHasNoKeyAndNeitherRowAndNamesTheTableAsItsServerDoes() {
        assertThat(Rows.encode(FORMAT, Map.of(), Rows.truncate()))
                .containsExactly(new Encoded(
                        null,
                        "{\"before\":null,\"after\":null,\"source\":"
                                + SOURCE.replace("inventory", "shop").replace("customers", "t")
                                + ",\"transaction\":null,\"op\":\"t\"" + END,
                        Map.of()));
    }

    @Test
    void theHalvesOfAKeyChangeNameEachOthersKey() {
        RowChange delete = RowChange.delete(CUSTOMERS, row(1, "a"), Rows.origin(0), Rows.key(1))
                .withCounterpart(row(2, "a"));
        RowChange insert = RowChange.insert(CUSTOMERS, row(2, "a"), Rows.origin(0), Rows.key(2))
                .withCounterpart(row(1, "a"));

        assertThat(encode(delete).get(0).key()).isEqualTo("{\"id\":1}");
        assertThat(encode(delete)).allSatisfy(record -> assertThat(record.headers())
                .isEqualTo(Map.of("__debezium.newkey", "{\"id\":2}")));
        assertThat(encode(insert).get(0).key()).isEqualTo("{\"id\":2}");
        assertThat(encode(insert).get(0).headers()).isEqualTo(Map.of("__debezium.oldkey", "{\"id\":1}"));
    }

    @Test
    void aTableWithoutAKeyHasNeitherKeyNorTombstone() {
        TableSchema keyless = TableSchema.of(CUSTOMERS.table(), CUSTOMERS.layout(), List.of("id", "name"), List.of());

        List<Encoded> records = encode(RowChange.delete(keyless, row(1, "a"), Rows.origin(0), Rows.key("keyless")));

        assertThat(records).hasSize(1);
        assertThat(records.get(0).key()).isNull();
    }

    @Test
    void aColumnAbsentFromAPartialImageIsLeftOutAndNotNull() {
        RowBuilder builder = new RowBuilder(CUSTOMERS.layout());
        builder.int64(5);
        RowChange delete = RowChange.delete(CUSTOMERS, builder.absent().build(), Rows.origin(0), Rows.key(5));

        assertThat(encode(delete).get(0).value()).startsWith("{\"before\":{\"id\":5},");
        assertThat(Rows.encode(FORMAT, Map.of("unavailable.value.placeholder", "__debezium_unavailable_value"), delete)
                        .get(0)
                        .value())
                .startsWith("{\"before\":{\"id\":5,\"first \\\"name\\\"\":\"__debezium_unavailable_value\"},");
    }

    @Test
    void theKeyOfAMinimalUpdateComesFromTheImageBefore() {
        RowBuilder builder = new RowBuilder(CUSTOMERS.layout());
        builder.int64(5);
        var before = builder.absent().build();
        var after = builder.absent().text("new").build();

        assertThat(encode(RowChange.update(CUSTOMERS, before, after, Rows.origin(0), Rows.key(5))))
                .singleElement()
                .satisfies(record -> {
                    assertThat(record.key()).isEqualTo("{\"id\":5}");
                    assertThat(record.value()).contains("\"after\":{\"first \\\"name\\\"\":\"new\"}");
                });
    }

    @Test
    void aKeyThatNoImageHoldsFailsAndIsNamed() {
        RowBuilder builder = new RowBuilder(CUSTOMERS.layout());
        var image = builder.absent().text("a").build();

        assertThatThrownBy(() -> encode(RowChange.insert(CUSTOMERS, image, Rows.origin(0), Rows.key(5))))
                .isInstanceOf(EncodeException.class)
                .hasFieldOrPropertyWithValue("reason", RejectReason.INCOMPLETE_ROW)
                .hasMessageContaining("does not hold its key");
    }

    @Test
    void aRoutedAndRenamedRowStillNamesItsSource() {
        RowChange routed = RowChange.insert(CUSTOMERS, row(1, "a"), Rows.origin(0), Rows.key(1))
                .withTable(new TableId("sales", "people"))
                .withSchema(CUSTOMERS.renamed(name -> name.equals("id") ? "customer_id" : name));

        assertThat(encode(routed).get(0).key()).isEqualTo("{\"customer_id\":1}");
        assertThat(encode(routed).get(0).value())
                .contains("\"after\":{\"customer_id\":1,")
                .contains("\"db\":\"inventory\"")
                .contains("\"table\":\"customers\"");
    }

    @Test
    void whatIsNotKnownIsNullAndProvenanceIsThereWhenAskedFor() {
        var transaction = new io.dbus.event.Transaction("s", "v", "", 0, "", "", 0, 0, -1, 1_000_001L);
        Origin origin = new Origin(transaction, 4, 0, 9, 77, 5, true, "INSERT \"x\"");
        RowChange change = RowChange.insert(CUSTOMERS, row(1, "a"), origin, Rows.key(1));

        String value = Rows.encode(
                        FORMAT, Map.of("source.include.provenance", "true", "topic.prefix", "dbserver1"), change)
                .get(0)
                .value();

        assertThat(value)
                .contains("\"name\":\"dbserver1\",\"ts_ms\":1000,")
                .contains("\"gtid\":null,")
                .contains("\"thread\":null,\"query\":\"INSERT \\\"x\\\"\",\"dbus\":{\"source\":\"s\",\"server\":\"v\","
                        + "\"server_uuid\":null,\"sequence\":77,\"ordinal\":9,\"last\":true}}");
    }

    @Test
    void oneEncoderWritesManyRecordsAndSchemasOneAfterTheOther() {
        var encoder = FORMAT.encoders(Rows.context(Map.of())).create();
        List<String> keys = new java.util.ArrayList<>();
        TableSchema other = Rows.schema(2, LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 9));
        var receiver = new io.dbus.sink.format.RecordReceiver() {
            @Override
            public void record(byte[] key, byte[] value, List<io.dbus.event.Message.Header> headers) {
                keys.add(new String(key, java.nio.charset.StandardCharsets.UTF_8));
            }

            @Override
            public void dropped() {
                throw new AssertionError("nothing is to be dropped");
            }
        };
        for (int i = 0; i < 2; i++) {
            encoder.encode(RowChange.insert(CUSTOMERS, row(i, "a"), Rows.origin(0), Rows.key(1)), receiver);
            encoder.encode(RowChange.insert(other, row(i, "b"), Rows.origin(0), Rows.key(1)), receiver);
        }

        assertThat(keys)
                .containsExactly("{\"id\":0}", "{\"c0\":0,\"c1\":\"b\"}", "{\"id\":1}", "{\"c0\":1,\"c1\":\"b\"}");
    }

    @Test
    void theFormatIsFoundByItsName() {
        assertThat(EventFormats.named("debezium-json")).get().isInstanceOf(DebeziumJsonFormat.class);
        assertThat(EventFormats.named("debezium")).isEmpty();
    }

    private static List<Encoded> encode(RowChange change) {
        return Rows.encode(FORMAT, Map.of(), change);
    }

    private static io.dbus.event.RowImage row(long id, String name) {
        return Rows.image(CUSTOMERS.layout(), builder -> {
            builder.int64(id);
            if (name == null) {
                builder.nullValue();
            } else {
                builder.text(name);
            }
        });
    }
}
