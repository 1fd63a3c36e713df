package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.FormatsPageTest.Sample;
import io.dbus.sink.format.avro.AvroRecords;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The parts of the page on formats that are of Avro and of schema changes; see {@link FormatsPageTest}. */
class AvroPageTest {
    private static final TableId PRODUCTS = new TableId("shop", "products");

    @Test
    void its_table_of_types_is_what_the_format_registers() throws Exception {
        StringBuilder table = new StringBuilder(
                "| MySQL | without options | with `time.precision.mode: adaptive_time_microseconds` |\n| --- | --- | --- |\n");
        try (HttpRegistry registry = HttpRegistry.start()) {
            int topic = 0;
            for (Sample sample : FormatsPageTest.samples()) {
                if (!sample.title().startsWith("NULL") && !sample.title().endsWith("0000-00-00")) {
                    String plain = type(registry, "t" + topic++, Map.of(), sample);
                    String debezium = type(
                            registry,
                            "t" + topic++,
                            Map.of("time.precision.mode", "adaptive_time_microseconds"),
                            sample);
                    table.append("| ")
                            .append(sample.title())
                            .append(" | `")
                            .append(plain)
                            .append("` | ")
                            .append(debezium.equals(plain) ? "the same" : "`" + debezium + "`")
                            .append(" |\n");
                }
            }
        }
        FormatsPageTest.assertPart("types of avro", table.toString());
    }

    private static String type(HttpRegistry registry, String topic, Map<String, String> options, Sample sample) {
        Map<String, String> all = new HashMap<>(options);
        all.put("avro-confluent.url", registry.url());
        TableSchema schema = Rows.schema(0, sample.type());
        EventEncoder encoder = EventFormats.named("avro")
                .orElseThrow()
                .encoders(Rows.context(all))
                .createLasting();
        encoder.topic(topic);
        encoder.encode(Rows.insert(schema, sample.value()), new AvroRecords());
        Schema value = registry.versions(topic + "-value")
                .get(0)
                .getField("after")
                .schema()
                .getTypes()
                .get(1);
        return value.getField("c0").schema().getTypes().get(1).toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"debezium-json", "dbus-json", "canal-json", "maxwell-json"})
    void its_schema_changes_are_what_the_format_writes(String name) throws Exception {
        TableDefinition after = new TableDefinition(
                PRODUCTS,
                List.of(
                        new ColumnDefinition("id", "int", "", false),
                        new ColumnDefinition(
                                "name", "varchar(40)", "utf8mb4", true, false, false, false, "'none'", "")),
                List.of("id"),
                "utf8mb4",
                "");
        SchemaChange change = new SchemaChange(
                "shop",
                "ALTER TABLE products ADD name VARCHAR(40) DEFAULT 'none'",
                List.of(TableChange.altered(PRODUCTS, PRODUCTS, null, after)),
                Rows.origin(0),
                Rows.key());
        AvroRecords records = new AvroRecords();
        EventFormats.named(name)
                .orElseThrow()
                .encoders(Rows.context(Map.of()))
                .createLasting()
                .encode(change, records);
        StringBuilder text = new StringBuilder("```jsonc\n");
        for (AvroRecords.Read record : records.all()) {
            text.append("// key\n").append(shown(record.key())).append("\n// value\n");
            text.append(shown(record.value())).append('\n');
        }
        FormatsPageTest.assertPart(
                "schema change in " + name, text.append("```\n").toString());
    }

    private static String shown(byte[] utf8) {
        return utf8 == null
                ? "null"
                : FormatExamples.wrapped(new String(utf8, UTF_8)).strip();
    }
}
