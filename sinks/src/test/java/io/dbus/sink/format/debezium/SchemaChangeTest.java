package io.dbus.sink.format.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.Message;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableId;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.SchemaChanges;
import io.dbus.sink.format.avro.AvroRecords;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.avro.generic.GenericRecord;
import org.apache.kafka.connect.data.SchemaAndValue;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.json.JsonConverter;
import org.junit.jupiter.api.Test;

/** Schema changes in each format that has a form for them. */
class SchemaChangeTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String COLUMNS = """
            [{"name":"id","jdbcType":-5,"nativeType":null,"typeName":"BIGINT UNSIGNED","typeExpression":"BIGINT UNSIGNED",\
            "charsetName":null,"length":null,"scale":null,"position":1,"optional":false,"autoIncremented":true,"generated":true,\
            "comment":"the \\"number\\"","defaultValueExpression":null,"enumValues":null},\
            {"name":"name","jdbcType":12,"nativeType":null,"typeName":"VARCHAR","typeExpression":"VARCHAR",\
            "charsetName":"utf8mb4","length":255,"scale":null,"position":2,"optional":true,"autoIncremented":false,"generated":false,\
            "comment":null,"defaultValueExpression":"it's","enumValues":null},\
            {"name":"price","jdbcType":3,"nativeType":null,"typeName":"DECIMAL","typeExpression":"DECIMAL",\
            "charsetName":null,"length":10,"scale":2,"position":3,"optional":true,"autoIncremented":false,"generated":false,\
            "comment":null,"defaultValueExpression":"0.00","enumValues":null},\
            {"name":"kind","jdbcType":1,"nativeType":null,"typeName":"ENUM","typeExpression":"ENUM",\
            "charsetName":"latin1","length":1,"scale":null,"position":4,"optional":true,"autoIncremented":false,"generated":false,\
            "comment":null,"defaultValueExpression":null,"enumValues":["'a'","'b,c'"]},\
            {"name":"twice","jdbcType":4,"nativeType":null,"typeName":"INT","typeExpression":"INT",\
            "charsetName":null,"length":null,"scale":null,"position":5,"optional":true,"autoIncremented":false,"generated":true,\
            "comment":null,"defaultValueExpression":null,"enumValues":null}]""";

    private static AvroRecords records(EventEncoder encoder, SchemaChange change) {
        AvroRecords records = new AvroRecords();
        encoder.topic("ddl");
        encoder.encode(change, records);
        return records;
    }

    private static AvroRecords.Read json(String format, SchemaChange change) {
        EventFormat found = EventFormats.named(format).orElseThrow();
        return records(found.encoders(Rows.context(Map.of())).createLasting(), change)
                .only();
    }

    private static String text(byte[] utf8) {
        return new String(utf8, UTF_8);
    }

    @Test
    void debezium_json_and_plain_json_write_debeziums_record_member_by_member() {
        for (String format : List.of("debezium-json", "plain-json")) {
            AvroRecords.Read record = json(format, SchemaChanges.alter(5));

            assertThat(text(record.key())).isEqualTo("{\"databaseName\":\"shop\"}");
            assertThat(text(record.value()))
                    .startsWith("{\"source\":{\"version\":\"")
                    .contains("\"db\":\"shop\",\"sequence\":null,")
                    .contains("\"table\":\"orders\",\"server_id\":223344,")
                    .contains("\"dbus\":{\"source\":\"shop-db\",\"server\":\"eu1\"")
                    .contains("\"sequence\":1465581029000123005,")
                    .endsWith("},\"ts_ms\":1465581029523,\"databaseName\":\"shop\",\"schemaName\":null,"
                            + "\"ddl\":\"ALTER TABLE shop.orders /* 5 */\",\"tableChanges\":[{\"type\":\"ALTER\","
                            + "\"id\":\"\\\"shop\\\".\\\"orders\\\"\",\"table\":{\"defaultCharsetName\":\"utf8mb4\","
                            + "\"primaryKeyColumnNames\":[\"id\"],\"columns\":" + COLUMNS
                            + ",\"comment\":\"all orders\"}}]}");
        }
    }

    @Test
    void a_table_that_is_gone_and_one_of_which_nothing_is_known_are_null() throws IOException {
        TableId odd = new TableId("a\"b", "t");
        SchemaChange change = SchemaChanges.change(
                "DROP TABLE ...",
                0,
                TableChange.dropped(odd, SchemaChanges.DEFINITION.renamed(odd)),
                TableChange.created(SchemaChanges.ORDERS, null));

        JsonNode value = JSON.readTree(json("debezium-json", change).value());

        assertThat(value.at("/databaseName").asText()).isEqualTo("a\"b");
        assertThat(value.at("/source/table").asText()).isEqualTo("t,orders");
        assertThat(value.at("/tableChanges/0/type").asText()).isEqualTo("DROP");
        assertThat(value.at("/tableChanges/0/id").asText()).isEqualTo("\"a\"\"b\".\"t\"");
        assertThat(value.at("/tableChanges/0/table").isNull()).isTrue();
        assertThat(value.at("/tableChanges/1/type").asText()).isEqualTo("CREATE");
        assertThat(value.at("/tableChanges/1/table").isNull()).isTrue();
    }

    @Test
    void a_statement_of_which_no_table_is_known_is_of_the_sessions_database() throws IOException {
        AvroRecords.Read record = json("debezium-json", SchemaChanges.change("CREATE ...", 0));

        JsonNode value = JSON.readTree(record.value());
        assertThat(text(record.key())).isEqualTo("{\"databaseName\":\"test\"}");
        assertThat(value.at("/tableChanges")).isEmpty();
        assertThat(value.at("/source/table").isNull()).isTrue();
    }

    @Test
    void dbus_json_writes_the_statement_and_what_it_did_with_the_sequence() throws IOException {
        TableId to = new TableId("archive", "orders");
        SchemaChange change =
                SchemaChanges.change("RENAME \"x\"\n", 5, TableChange.altered(SchemaChanges.ORDERS, to, null, null));

        AvroRecords.Read record = json("dbus-json", change);

        assertThat(text(record.key())).isEqualTo("{\"db\":\"archive\"}");
        assertThat(text(record.value()))
                .isEqualTo("{\"log\":\"mysql-bin.000003\",\"pos\":484,\"db\":\"archive\",\"tbl\":\"\",\"dml\":\"Q\","
                        + "\"ts\":1465581029,\"dt\":1465581029523000000,\"sql\":\"RENAME \\\"x\\\"\\n\","
                        + "\"tables\":[{\"type\":\"ALTER\",\"db\":\"archive\",\"tbl\":\"orders\","
                        + "\"from\":{\"db\":\"shop\",\"tbl\":\"orders\"}}],"
                        + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"seq\":1465581029000123005}");
    }

    @Test
    void canal_json_writes_one_message_of_the_statement() {
        TableId to = new TableId("archive", "orders");
        SchemaChange rename = SchemaChanges.change(
                "RENAME ...", 5, TableChange.altered(SchemaChanges.ORDERS, to, null, SchemaChanges.DEFINITION));

        AvroRecords.Read record = json("canal-json", rename);

        assertThat(record.key()).isNull();
        assertThat(text(record.value()))
                .isEqualTo("{\"data\":null,\"database\":\"archive\",\"es\":1465581029000,"
                        + "\"gtid\":\"24bc7850-2c16-11e6-a073-0242ac110002:23\",\"id\":1465581029000123005,\"isDdl\":true,"
                        + "\"mysqlType\":null,\"old\":null,\"pkNames\":null,\"sql\":\"RENAME ...\",\"sqlType\":null,"
                        + "\"table\":\"orders\",\"ts\":1465581029523,\"type\":\"RENAME\"}");
        assertThat(text(json("canal-json", SchemaChanges.alter(0)).value())).endsWith("\"type\":\"ALTER\"}");
        assertThat(text(json("canal-json", SchemaChanges.change("x", 0, TableChange.created(to, null)))
                        .value()))
                .endsWith("\"type\":\"CREATE\"}");
        assertThat(text(json("canal-json", SchemaChanges.change("x", 0, TableChange.dropped(to, null)))
                        .value()))
                .endsWith("\"type\":\"ERASE\"}");
        assertThat(text(json("canal-json", SchemaChanges.change("x", 0)).value()))
                .contains("\"database\":\"test\"")
                .endsWith("\"table\":\"\",\"ts\":1465581029523,\"type\":\"QUERY\"}");
    }

    @Test
    void maxwell_json_writes_a_message_for_each_table_with_its_definitions() {
        String definition = "{\"database\":\"shop\",\"charset\":\"utf8mb4\",\"table\":\"orders\",\"columns\":["
                + "{\"type\":\"bigint\",\"name\":\"id\",\"signed\":false},"
                + "{\"type\":\"varchar\",\"name\":\"name\",\"charset\":\"utf8mb4\"},"
                + "{\"type\":\"decimal\",\"name\":\"price\"},"
                + "{\"type\":\"enum\",\"name\":\"kind\",\"enum-values\":[\"a\",\"b,c\"]},"
                + "{\"type\":\"int\",\"name\":\"twice\",\"signed\":true}],\"primary-key\":[\"id\"]}";
        TableId gone = new TableId("shop", "gone");
        SchemaChange change = SchemaChanges.change(
                "...",
                5,
                TableChange.altered(
                        SchemaChanges.ORDERS, SchemaChanges.ORDERS, SchemaChanges.DEFINITION, SchemaChanges.DEFINITION),
                TableChange.dropped(gone, SchemaChanges.DEFINITION.renamed(gone)));

        List<AvroRecords.Read> records = records(
                        EventFormats.named("maxwell-json")
                                .orElseThrow()
                                .encoders(Rows.context(Map.of()))
                                .createLasting(),
                        change)
                .all();

        assertThat(records).hasSize(2);
        assertThat(text(records.get(0).key())).isEqualTo("{\"database\":\"shop\",\"table\":\"orders\"}");
        assertThat(text(records.get(0).value()))
                .isEqualTo("{\"type\":\"table-alter\",\"database\":\"shop\",\"table\":\"orders\",\"old\":" + definition
                        + ",\"def\":" + definition + ",\"ts\":1465581029000,\"sql\":\"...\"}");
        assertThat(text(records.get(1).value()))
                .isEqualTo("{\"type\":\"table-drop\",\"database\":\"shop\",\"table\":\"gone\",\"ts\":1465581029000,"
                        + "\"sql\":\"...\"}");
    }

    @Test
    void maxwell_json_counts_a_statement_of_which_no_table_is_known() {
        Nothing receiver = new Nothing();

        EventFormats.named("maxwell-json")
                .orElseThrow()
                .encoders(Rows.context(Map.of()))
                .create()
                .encode(SchemaChanges.change("CREATE DATABASE shop", 0), receiver);

        assertThat(receiver.values).isEmpty();
        assertThat(receiver.dropped).isEqualTo(1);
    }

    @Test
    void with_schemas_connect_reads_debezium_json_back() {
        List<SchemaAndValue> read = new ArrayList<>();
        EventEncoder encoder = EventFormats.named("debezium-json")
                .orElseThrow()
                .encoders(Rows.context(Map.of("schemas.enable", "true")))
                .create();
        for (TableChange table : List.of(
                TableChange.altered(SchemaChanges.ORDERS, SchemaChanges.ORDERS, null, SchemaChanges.DEFINITION),
                TableChange.dropped(SchemaChanges.ORDERS, null))) {
            encoder.encode(SchemaChanges.change("...", 5, table), new RecordReceiver() {
                @Override
                public void record(byte[] key, byte[] value, List<Message.Header> headers) {
                    read.add(converted(key, true));
                    read.add(converted(value, false));
                }

                @Override
                public void dropped() {
                    throw new AssertionError("It is written");
                }
            });
        }

        assertThat(read).hasSize(4);
        assertThat(read.get(0).schema().name()).isEqualTo("io.debezium.connector.mysql.SchemaChangeKey");
        assertThat(((Struct) read.get(0).value()).getString("databaseName")).isEqualTo("shop");
        Struct altered = (Struct) read.get(1).value();
        altered.validate();
        assertThat(altered.schema().name()).isEqualTo("io.debezium.connector.mysql.SchemaChangeValue");
        assertThat(altered.getStruct("source").getStruct("dbus").getInt64("ordinal"))
                .isEqualTo(5);
        Struct table = altered.<Struct>getArray("tableChanges").get(0).getStruct("table");
        List<Struct> columns = table.getArray("columns");
        assertThat(columns)
                .extracting(column -> column.getString("name"))
                .containsExactly("id", "name", "price", "kind", "twice");
        assertThat(columns.get(2).getInt32("scale")).isEqualTo(2);
        assertThat(columns.get(3).<String>getArray("enumValues")).hasSize(2);
        Struct dropped = (Struct) read.get(3).value();
        assertThat(dropped.<Struct>getArray("tableChanges").get(0).getStruct("table"))
                .isNull();
    }

    private static SchemaAndValue converted(byte[] json, boolean key) {
        try (JsonConverter converter = new JsonConverter()) {
            converter.configure(Map.of("schemas.enable", "true"), key);
            return converter.toConnectData("topic", json);
        }
    }

    @Test
    void avro_writes_the_same_under_debeziums_names() throws IOException {
        try (HttpRegistry registry = HttpRegistry.start()) {
            EventEncoder encoder = EventFormats.named("avro")
                    .orElseThrow()
                    .encoders(Rows.context(Map.of("avro-confluent.url", registry.url())))
                    .createLasting();

            AvroRecords.Read record = records(encoder, SchemaChanges.alter(5)).only();

            GenericRecord key = AvroRecords.confluent(registry, record.key());
            GenericRecord value = AvroRecords.confluent(registry, record.value());
            assertThat(registry.subjects()).containsExactly("ddl-key", "ddl-value");
            assertThat(key).hasToString("{\"databaseName\": \"shop\"}");
            assertThat(value.getSchema().getFullName()).isEqualTo("io.debezium.connector.mysql.SchemaChangeValue");
            JsonNode avro = JSON.readTree(value.toString());
            JsonNode json =
                    JSON.readTree(json("debezium-json", SchemaChanges.alter(5)).value());
            assertThat(avro.get("tableChanges")).isEqualTo(json.get("tableChanges"));
            assertThat(avro.get("ddl")).isEqualTo(json.get("ddl"));
            assertThat(avro.get("databaseName")).isEqualTo(json.get("databaseName"));
            assertThat(avro.at("/source/dbus/sequence").asLong()).isEqualTo(1_465_581_029_000_123_005L);
            assertThat(avro.at("/source/table").asText()).isEqualTo("orders");
        }
    }

    @Test
    void a_format_without_a_form_rejects_them_with_the_cure() {
        EventEncoder none = (row, records) -> {};

        assertThatThrownBy(() -> none.encode(SchemaChanges.alter(0), new Nothing()))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM))
                .hasMessageContaining("include.schema.changes");
    }

    private static final class Nothing implements RecordReceiver {
        private final List<byte[]> values = new ArrayList<>();
        private int dropped;

        @Override
        public void record(byte[] key, byte[] value, List<Message.Header> headers) {
            values.add(value);
        }

        @Override
        public void dropped() {
            dropped++;
        }
    }
}
