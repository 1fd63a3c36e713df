package io.dbus.sink.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Keys and envelopes with a registry, read back by Avro's reader. */
class AvroEnvelopeTest {
    private static final TableSchema SCHEMA = table("shop", "t", List.of("id", "name"), List.of("id"));

    private HttpRegistry registry;

    @BeforeEach
    void start() throws IOException {
        registry = HttpRegistry.start();
    }

    @AfterEach
    void stop() {
        registry.close();
    }

    private static TableSchema table(String database, String table, List<String> columns, List<String> key) {
        LogicalType[] types = new LogicalType[columns.size()];
        types[0] = LogicalType.of(Kind.INT);
        for (int i = 1; i < types.length; i++) {
            types[i] = LogicalType.of(Kind.VARCHAR, 10);
        }
        return TableSchema.of(new TableId(database, table), RowBuilder.layout(types), columns, key);
    }

    private static RowImage image(TableSchema schema, int id, String... texts) {
        return Rows.image(schema.layout(), values -> {
            values.int64(id);
            for (String text : texts) {
                values.text(text);
            }
        });
    }

    private static RowChange insert(TableSchema schema, int id, String... texts) {
        return RowChange.insert(schema, image(schema, id, texts), Rows.origin(0), Rows.key(id));
    }

    private AvroRecords encode(Map<String, String> options, RowChange change) {
        AvroRecords records = new AvroRecords();
        AvroRecords.encoder(registry, options).encode(change, records);
        return records;
    }

    private GenericRecord read(byte[] bytes) {
        return AvroRecords.confluent(registry, bytes);
    }

    @Test
    void an_insert_has_its_key_and_debeziums_envelope_under_its_names_and_subjects() {
        AvroRecords.Read record = encode(Map.of(), insert(SCHEMA, 7, "ann")).only();

        GenericRecord key = read(record.key());
        GenericRecord value = read(record.value());
        assertThat(key).hasToString("{\"id\": 7}");
        assertThat(key.getSchema().getFullName()).isEqualTo("shop.shop.t.Key");
        assertThat(value.getSchema().getFullName()).isEqualTo("shop.shop.t.Envelope");
        assertThat(value.getSchema().getFields())
                .extracting(Schema.Field::name)
                .containsExactly("before", "after", "source", "transaction", "op", "ts_ms", "ts_us", "ts_ns");
        assertThat(value.get("before")).isNull();
        assertThat(value.get("after")).hasToString("{\"id\": 7, \"name\": \"ann\"}");
        assertThat(((GenericRecord) value.get("after")).getSchema().getFullName())
                .isEqualTo("shop.shop.t.Value");
        assertThat(value.get("op")).hasToString("c");
        assertThat(value.get("ts_ms")).isEqualTo(1_465_581_029_523L);
        assertThat(value.get("source").toString())
                .startsWith("{\"version\": \"")
                .endsWith(
                        "\"connector\": \"mysql\", \"name\": \"shop\", \"ts_ms\": 1465581029000, \"snapshot\": \"false\", "
                                + "\"db\": \"shop\", \"sequence\": null, \"ts_us\": 1465581029000123, \"ts_ns\": 1465581029000123000, "
                                + "\"table\": \"t\", \"server_id\": 223344, \"gtid\": \"24bc7850-2c16-11e6-a073-0242ac110002:23\", "
                                + "\"file\": \"mysql-bin.000003\", \"pos\": 484, \"row\": 1, \"thread\": 7, \"query\": null}");
        assertThat(registry.subjects()).containsExactly("orders-key", "orders-value");
        assertThat(value.getSchema().getProp("connect.name")).isEqualTo("shop.shop.t.Envelope");
    }

    @Test
    void an_update_has_both_rows_and_a_delete_a_tombstone_behind_it() {
        RowImage before = image(SCHEMA, 7, "ann");
        AvroRecords updated =
                encode(Map.of(), RowChange.update(SCHEMA, before, image(SCHEMA, 7, "bo"), Rows.origin(0), Rows.key(7)));
        GenericRecord update = read(updated.only().value());
        assertThat(update.get("before")).hasToString("{\"id\": 7, \"name\": \"ann\"}");
        assertThat(update.get("after")).hasToString("{\"id\": 7, \"name\": \"bo\"}");
        assertThat(update.get("op")).hasToString("u");

        RowChange delete = RowChange.delete(SCHEMA, before, Rows.origin(0), Rows.key(7));
        List<AvroRecords.Read> deleted = encode(Map.of(), delete).all();
        assertThat(deleted).hasSize(2);
        assertThat(read(deleted.get(0).value()).get("op")).hasToString("d");
        assertThat(read(deleted.get(0).value()).get("after")).isNull();
        assertThat(deleted.get(1).value()).isNull();
        assertThat(deleted.get(1).key()).isEqualTo(deleted.get(0).key());
        assertThat(encode(Map.of("tombstones.on.delete", "false"), delete).all())
                .hasSize(1);
    }

    @Test
    void an_update_of_the_key_names_the_other_key_in_a_header_in_the_same_form() {
        RowImage before = image(SCHEMA, 7, "ann");
        RowChange delete =
                RowChange.delete(SCHEMA, before, Rows.origin(0), Rows.key(7)).withCounterpart(image(SCHEMA, 8, "ann"));

        AvroRecords.Read record = encode(Map.of(), delete).all().get(0);

        assertThat(record.headers()).singleElement().satisfies(header -> {
            assertThat(header.name()).isEqualTo("__debezium.newkey");
            assertThat(read(header.value())).hasToString("{\"id\": 8}");
        });
        assertThat(read(record.key())).hasToString("{\"id\": 7}");
    }

    @Test
    void a_table_without_a_key_has_none_and_registers_none() {
        TableSchema keyless = table("shop", "t", List.of("id"), List.of());

        assertThat(encode(Map.of(), insert(keyless, 1)).only().key()).isNull();
        assertThat(registry.subjects()).containsExactly("orders-value");
    }

    @Test
    void a_table_is_named_as_it_was_routed_and_its_source_as_on_its_server() {
        RowChange routed = insert(SCHEMA, 1, "x").withTable(new TableId("sales", "all.orders-1"));

        GenericRecord value =
                read(encode(Map.of("topic.prefix", "1-eu"), routed).only().value());

        assertThat(value.getSchema().getFullName()).isEqualTo("_1_eu.sales.all_orders_1.Envelope");
        assertThat(((GenericRecord) value.get("source")).get("table")).hasToString("t");
        assertThat(((GenericRecord) value.get("source")).get("name")).hasToString("1-eu");
    }

    @Test
    void with_provenance_the_source_says_what_orders_the_changes_of_a_server() {
        GenericRecord source =
                (GenericRecord) read(encode(Map.of("source.include.provenance", "true"), insert(SCHEMA, 1, "x"))
                                .only()
                                .value())
                        .get("source");

        assertThat(source.get("dbus"))
                .hasToString("{\"source\": \"shop-db\", \"server\": \"eu1\", "
                        + "\"server_uuid\": \"24bc7850-2c16-11e6-a073-0242ac110002\", \"sequence\": 1465581029000123000, "
                        + "\"ordinal\": 0, \"last\": false}");
    }

    @Test
    void a_column_that_is_added_or_dropped_makes_a_version_that_reads_what_was_written_before_and_the_other_way() {
        TableSchema more = table("shop", "t", List.of("id", "name", "city"), List.of("id"));
        EventEncoder encoder = AvroRecords.encoder(registry, Map.of());
        AvroRecords records = new AvroRecords();

        encoder.encode(insert(SCHEMA, 1, "ann"), records);
        encoder.encode(insert(more, 2, "bo", "Rome"), records);
        encoder.encode(insert(SCHEMA, 3, "cy"), records);

        List<Schema> versions = registry.versions("orders-value");
        assertThat(versions).hasSize(2);
        assertThat(AvroRecords.confluent(registry, records.all().get(0).value(), versions.get(1))
                        .get("after"))
                .hasToString("{\"id\": 1, \"name\": \"ann\", \"city\": null}");
        assertThat(AvroRecords.confluent(registry, records.all().get(1).value(), versions.get(0))
                        .get("after"))
                .hasToString("{\"id\": 2, \"name\": \"bo\"}");
        assertThat(registry.versions("orders-key")).hasSize(1);
        assertThat(registry.requests()).as("one for each schema").hasSize(3);
    }

    @Test
    void a_column_of_another_type_that_cannot_be_read_is_refused_and_the_encoder_goes_on() {
        TableSchema text = TableSchema.of(
                new TableId("shop", "t"),
                RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.DATE)),
                List.of("id", "name"),
                List.of("id"));
        EventEncoder encoder = AvroRecords.encoder(registry, Map.of());
        AvroRecords records = new AvroRecords();
        encoder.encode(insert(SCHEMA, 1, "ann"), records);

        RowChange changed = Rows.insert(text, values -> {
            values.int64(2);
            values.date(2024, 1, 1);
        });
        assertThatThrownBy(() -> encoder.encode(changed, records))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_REFUSED));
        encoder.encode(insert(SCHEMA, 3, "cy"), records);

        assertThat(read(records.all().get(1).value()).get("after")).hasToString("{\"id\": 3, \"name\": \"cy\"}");
    }

    @Test
    void subjects_are_named_by_the_strategy_that_is_asked_for() {
        encode(
                Map.of(
                        "key.subject.name.strategy", "io.confluent.kafka.serializers.subject.RecordNameStrategy",
                        "value.subject.name.strategy", "TopicRecordNameStrategy"),
                insert(SCHEMA, 1, "x"));

        assertThat(registry.subjects()).containsExactly("orders-shop.shop.t.Envelope", "shop.shop.t.Key");
    }

    @Test
    void one_table_in_two_topics_is_registered_under_both() {
        EventEncoder encoder = AvroRecords.encoder(registry, Map.of());
        AvroRecords records = new AvroRecords();
        for (String topic : List.of("a", "b", "a")) {
            encoder.topic(topic);
            encoder.encode(insert(SCHEMA, 1, "x"), records);
        }

        assertThat(registry.subjects()).containsExactly("a-key", "a-value", "b-key", "b-value");
        assertThat(registry.requests()).hasSize(4);
    }

    @Test
    void columns_that_avro_has_no_name_for_are_renamed() {
        TableSchema schema = table("shop", "t", List.of("id", "1st name", "größe"), List.of("id"));
        RowChange change = insert(schema, 1, "a", "b");

        assertThat(read(encode(Map.of(), change).only().value()).get("after"))
                .hasToString("{\"id\": 1, \"_1st_name\": \"a\", \"gr__e\": \"b\"}");
    }

    @Test
    void with_codes_instead_no_two_names_become_one() {
        TableSchema schema = table("shop", "t", List.of("id", "a-b", "a_b"), List.of("id"));

        assertThat(read(encode(Map.of("field.name.adjustment.mode", "avro_unicode"), insert(schema, 1, "x", "y"))
                                .only()
                                .value())
                        .get("after"))
                .hasToString("{\"id\": 1, \"a_u002db\": \"x\", \"a_u005fb\": \"y\"}");
    }

    @Test
    void columns_that_would_have_one_name_are_refused_by_both_their_names() {
        TableSchema schema = table("shop", "t", List.of("id", "a-b", "a_b"), List.of("id"));

        assertThatThrownBy(() -> encode(Map.of(), insert(schema, 1, "x", "y")))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.ILLEGAL_NAME))
                .hasMessageContaining("columns a-b and a_b would both be the field a_b");
        assertThatThrownBy(() -> encode(
                        Map.of("field.name.adjustment.mode", "none"),
                        insert(table("shop", "t", List.of("id", "a-b"), List.of("id")), 1, "x")))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("a-b is none that Avro takes");
    }

    @Test
    void tables_that_would_be_one_record_fail() {
        EventEncoder encoder = AvroRecords.encoder(registry, Map.of());
        AvroRecords records = new AvroRecords();
        encoder.encode(insert(SCHEMA, 1, "x").withTable(new TableId("shop", "a-b")), records);

        assertThatThrownBy(() -> encoder.encode(insert(SCHEMA, 1, "x").withTable(new TableId("shop", "a_b")), records))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("shop.a-b and shop.a_b")
                .hasMessageContaining("shop.shop.a_b.Value");
    }

    @Test
    void a_row_that_lacks_columns_is_rejected_with_the_cure() {
        RowImage partial = Rows.image(SCHEMA.layout(), values -> {
            values.int64(7);
            values.absent();
        });

        assertThatThrownBy(() -> encode(Map.of(), RowChange.delete(SCHEMA, partial, Rows.origin(0), Rows.key(7))))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.INCOMPLETE_ROW))
                .hasMessageContaining("column name")
                .hasMessageContaining("complete operator");
    }

    @Test
    void absent_columns_are_listed_where_that_is_asked_for_and_null_ones_are_not() {
        Map<String, String> list = Map.of("avro.absent-columns", "list");
        RowImage keyOnly = Rows.image(SCHEMA.layout(), values -> {
            values.int64(7);
            values.absent();
        });
        RowImage changed = Rows.image(SCHEMA.layout(), values -> {
            values.absent();
            values.nullValue();
        });

        AvroRecords.Read record = encode(list, RowChange.update(SCHEMA, keyOnly, changed, Rows.origin(0), Rows.key(7)))
                .only();

        assertThat(read(record.key())).hasToString("{\"id\": 7}");
        assertThat(read(record.value()).get("before"))
                .hasToString("{\"id\": 7, \"name\": null, \"__absent\": [\"name\"]}");
        assertThat(read(record.value()).get("after"))
                .hasToString("{\"id\": null, \"name\": null, \"__absent\": [\"id\"]}");
        assertThat(read(encode(list, insert(SCHEMA, 1, "x")).only().value()).get("after"))
                .hasToString("{\"id\": 1, \"name\": \"x\", \"__absent\": []}");
    }

    @Test
    void a_key_column_that_is_null_is_rejected() {
        TableSchema schema = table("shop", "t", List.of("id", "name"), List.of("name"));
        RowChange change = Rows.insert(schema, values -> {
            values.int64(1);
            values.nullValue();
        });

        assertThatThrownBy(() -> encode(Map.of(), change))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("column name")
                .hasMessageContaining("NOT NULL");
    }

    @Test
    void a_row_that_is_given_up_half_way_leaves_nothing_in_the_next() {
        TableSchema schema = TableSchema.of(
                new TableId("shop", "t"),
                RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.DATE)),
                List.of("id", "day"),
                List.of("id"));
        EventEncoder encoder = AvroRecords.encoder(registry, Map.of());
        AvroRecords records = new AvroRecords();
        RowChange zero = Rows.insert(schema, values -> {
            values.int64(1);
            values.date(0, 0, 0);
        });
        assertThatThrownBy(() -> encoder.encode(zero, records)).isInstanceOf(EncodeException.class);
        assertThat(records.all()).isEmpty();

        encoder.encode(
                Rows.insert(schema, values -> {
                    values.int64(2);
                    values.date(2024, 2, 29);
                }),
                records);

        assertThat(read(records.only().key())).hasToString("{\"id\": 2}");
        assertThat(read(records.only().value()).get("after")).hasToString("{\"id\": 2, \"day\": \"2024-02-29\"}");
        assertThat(registry.requests()).as("the ids are kept").hasSize(2);
    }

    @Test
    void a_truncate_has_no_form() {
        assertThatThrownBy(() -> AvroRecords.encoder(registry, Map.of()).encode(Rows.truncate(), new AvroRecords()))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.NO_FORM));
    }
}
