package io.dbus.sink.format.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.SchemaChanges;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericRecord;
import org.junit.jupiter.api.Test;

/**
 * The same against a registry that is not ours, for who has one: {@code -Dit.test=RealRegistryCheck
 * -Ddbus.test.registry=http://localhost:8080/apis/ccompat/v7}. No run of all tests has it. It passes with Apicurio 2.6.13.
 */
class RealRegistryCheck {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String URL = System.getProperty("dbus.test.registry", "");

    private final HttpClient client = HttpClient.newHttpClient();
    private final String topic = "dbus-" + UUID.randomUUID();

    private EventEncoder encoder(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("avro-confluent.url", URL);
        EventEncoder encoder = AvroRecords.encoder(all);
        encoder.topic(topic);
        return encoder;
    }

    private JsonNode ask(HttpRequest.Builder request, String path) throws Exception {
        HttpResponse<String> answer = client.send(
                request.uri(URI.create(URL + path))
                        .header("Content-Type", "application/vnd.schemaregistry.v1+json")
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JSON.readTree(answer.body());
    }

    private GenericRecord read(byte[] record) throws Exception {
        int id = ByteBuffer.wrap(record, 1, 4).getInt();
        Schema schema = new Schema.Parser()
                .parse(ask(HttpRequest.newBuilder(), "/schemas/ids/" + id)
                        .get("schema")
                        .asText());
        return AvroRecords.binary(schema, schema, record, 5);
    }

    private static TableSchema schema(LogicalType second) {
        return TableSchema.of(
                new TableId("shop", "t"),
                RowBuilder.layout(LogicalType.of(Kind.INT), second, LogicalType.of(Kind.GEOMETRY)),
                List.of("id", "x", "place"),
                List.of("id"));
    }

    @Test
    void what_it_registers_reads_what_was_written_and_what_does_not_go_together_it_refuses() throws Exception {
        EventEncoder encoder = encoder(Map.of("source.include.provenance", "true"));
        AvroRecords records = new AvroRecords();
        RowChange decimal = Rows.insert(schema(LogicalType.decimal(20, 4)), row -> {
            row.int64(7);
            row.decimal(new BigDecimal("-1.5000"));
            row.nullValue();
        });
        encoder.encode(decimal, records);
        encoder.encode(SchemaChanges.alter(1), new AvroRecords());

        assertThat(read(records.only().key())).hasToString("{\"id\": 7}");
        assertThat(read(records.only().value()).get("after"))
                .hasToString("{\"id\": 7, \"x\": -1.5000, \"place\": null}");
        ask(
                HttpRequest.newBuilder().PUT(HttpRequest.BodyPublishers.ofString("{\"compatibility\":\"BACKWARD\"}")),
                "/config/" + topic + "-value");
        RowChange date = Rows.insert(schema(LogicalType.of(Kind.DATE)), row -> {
            row.int64(8);
            row.date(2024, 1, 1);
            row.nullValue();
        });
        assertThatThrownBy(() -> encoder.encode(date, records))
                .isInstanceOfSatisfying(
                        EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.SCHEMA_REFUSED))
                .hasMessageContaining("409");
    }

    @Test
    void without_registering_it_knows_what_was_registered_and_says_what_was_not() throws Exception {
        RowChange row = Rows.insert(Rows.schema(1, LogicalType.of(Kind.INT)), values -> values.int64(1));
        Map<String, String> off = Map.of("auto.register.schemas", "false");
        assertThatThrownBy(() -> encoder(off).encode(row, new AvroRecords()))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("404");

        encoder(Map.of()).encode(row, new AvroRecords());
        AvroRecords found = new AvroRecords();
        encoder(off).encode(row, found);

        assertThat(read(found.only().value()).get("after")).hasToString("{\"c0\": 1}");
    }

    @Test
    void the_look_before_the_start_finds_it() {
        Map<String, String> options = Map.of("avro-confluent.url", URL, "auto.register.schemas", "false");
        assertThat(new AvroFormat().preflight(Rows.context(options), List.of())).isEmpty();
        assertThat(new AvroFormat().preflight(Rows.context(options), List.of(topic)))
                .hasSize(1);
    }
}
