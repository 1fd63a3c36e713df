package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.format.Rows;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** What a document of every MySQL type is in a real index: read back exactly, and found by what its mapping promises. */
@RequiresServers({ServerKind.ELASTICSEARCH, ServerKind.MYSQL})
class TypesITCase {
    private static final ObjectMapper EXACT = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private static final List<String> LABELS = List.of("a", "b c", "d");
    private final ElasticsearchServer server = SharedServers.elasticsearch();
    private final String index = server.uniqueIndex("types");

    /** A column with the values of the rows 1, 2, ... */
    private record Typed(String name, LogicalType type, List<Consumer<RowBuilder>> values) {
        private static Typed of(
                String name, LogicalType type, Consumer<RowBuilder> first, Consumer<RowBuilder> second) {
            return new Typed(name, type, List.of(first, second));
        }
    }

    private static final List<Typed> COLUMNS = List.of(
            Typed.of("id", LogicalType.of(Kind.INT), row -> row.int64(1), row -> row.int64(2)),
            Typed.of("tiny", LogicalType.of(Kind.TINYINT), row -> row.int64(-128), row -> row.int64(127)),
            Typed.of("small", LogicalType.of(Kind.SMALLINT), row -> row.int64(-32768), row -> row.int64(32767)),
            Typed.of("medium", LogicalType.unsigned(Kind.MEDIUMINT), row -> row.int64(0), row -> row.int64(16777215)),
            Typed.of("u32", LogicalType.unsigned(Kind.INT), row -> row.int64(0), row -> row.int64(4294967295L)),
            Typed.of(
                    "big",
                    LogicalType.of(Kind.BIGINT),
                    row -> row.int64(Long.MIN_VALUE),
                    row -> row.int64(Long.MAX_VALUE)),
            Typed.of("u64", LogicalType.unsigned(Kind.BIGINT), row -> row.uint64(0), row -> row.uint64(-1)),
            Typed.of(
                    "price",
                    LogicalType.decimal(10, 2),
                    row -> row.decimal(new BigDecimal("9.50")),
                    row -> row.decimal(new BigDecimal("10.10"))),
            Typed.of(
                    "huge",
                    LogicalType.decimal(65, 30),
                    row -> row.decimal(new BigDecimal("-" + "9".repeat(35) + "." + "9".repeat(30))),
                    row -> row.decimal(new BigDecimal("0." + "0".repeat(29) + "1"))),
            Typed.of("f32", LogicalType.of(Kind.FLOAT), row -> row.float32(0.1f), row -> row.float32(-3.4028235E38f)),
            Typed.of("f64", LogicalType.of(Kind.DOUBLE), row -> row.float64(0.1), row -> row.float64(4.9E-324)),
            Typed.of("bit1", LogicalType.of(Kind.BIT, 1), row -> row.bits(0, 1), row -> row.bits(1, 1)),
            Typed.of("bit10", LogicalType.of(Kind.BIT, 10), row -> row.bits(0, 10), row -> row.bits(1023, 10)),
            Typed.of("bit64", LogicalType.of(Kind.BIT, 64), row -> row.bits(0, 64), row -> row.bits(-1, 64)),
            Typed.of("year", LogicalType.of(Kind.YEAR), row -> row.int64(0), row -> row.int64(2155)),
            Typed.of("date", LogicalType.of(Kind.DATE), row -> row.date(1000, 1, 1), row -> row.date(9999, 12, 31)),
            Typed.of("zero", LogicalType.of(Kind.DATE), row -> row.date(0, 0, 0), row -> row.date(2023, 2, 30)),
            Typed.of(
                    "datetime",
                    LogicalType.temporal(Kind.DATETIME, 6),
                    row -> row.datetime(1000, 1, 1, 0, 0, 0, 1, 6),
                    row -> row.datetime(9999, 12, 31, 23, 59, 59, 999_999, 6)),
            Typed.of(
                    "timestamp",
                    LogicalType.temporal(Kind.TIMESTAMP, 6),
                    row -> row.timestamp(0, 0, 6),
                    row -> row.timestamp(1_529_501_823L, 123_456, 6)),
            Typed.of(
                    "time",
                    LogicalType.of(Kind.TIME),
                    row -> row.time(-3_020_399_000_000L, 0),
                    row -> row.time(54_000_000_000L, 0)),
            Typed.of("char", LogicalType.of(Kind.CHAR, 9), row -> row.text(""), row -> row.text("Größe 1")),
            Typed.of(
                    "text",
                    LogicalType.of(Kind.TEXT),
                    row -> row.text("x".repeat(40_000)),
                    row -> row.text("2024-01-01")),
            Typed.of(
                    "binary",
                    LogicalType.of(Kind.BINARY, 2),
                    row -> row.binary(new byte[2], 0, 2),
                    row -> row.binary(new byte[] {(byte) 0xFB, (byte) 0xFF}, 0, 2)),
            Typed.of("enum", LogicalType.labelled(Kind.ENUM, LABELS), row -> row.text(""), row -> row.text("b c")),
            Typed.of("set", LogicalType.labelled(Kind.SET, LABELS), row -> row.text(""), row -> row.text("a,b c")),
            Typed.of(
                    "json",
                    LogicalType.of(Kind.JSON),
                    row -> row.json("[1, {\"a\": 1.10, \"\": null, \"d.e\": 1}]"),
                    row -> row.json("\"text\"")),
            Typed.of(
                    "vector",
                    LogicalType.of(Kind.VECTOR, 2),
                    row -> row.vector(new byte[8], 0, 2),
                    row -> row.vector(floats(0.1f, -3.5E18f), 0, 2)),
            Typed.of("nothing", LogicalType.of(Kind.INT), RowBuilder::nullValue, RowBuilder::nullValue));

    @Test
    void everyTypeIsReadBackExactlyAndFoundByItsValue() throws Exception {
        TableSchema schema = TableSchema.of(
                new TableId("shop", "t"),
                RowBuilder.layout(COLUMNS.stream().map(Typed::type).toArray(LogicalType[]::new)),
                COLUMNS.stream().map(Typed::name).toList(),
                List.of("id"));
        List<String> sources = write(schema, "index", index);

        for (int i = 0; i < 2; i++) {
            // Also byte by byte: nothing was rewritten on the way.
            assertThat(source(i + 1)).isEqualTo(EXACT.readTree(sources.get(i)));
        }
        JsonNode second = source(2);
        assertThat(second.path("u64").bigIntegerValue()).isEqualTo("18446744073709551615");
        assertThat(second.path("bit64").bigIntegerValue()).isEqualTo("18446744073709551615");
        assertThat(second.path("price").textValue()).isEqualTo("10.10");
        assertThat(second.path("datetime").textValue()).isEqualTo("9999-12-31T23:59:59.999999");
        assertThat(source(1).path("huge").textValue()).isEqualTo("-" + "9".repeat(35) + "." + "9".repeat(30));
        assertThat(source(1).path("zero").textValue()).isEqualTo("0000-00-00");

        assertThat(found("{\"term\":{\"u64\":\"18446744073709551615\"}}")).containsExactly("2");
        assertThat(found("{\"term\":{\"u64\":\"18446744073709551614\"}}")).isEmpty();
        assertThat(found("{\"term\":{\"bit64\":\"18446744073709551615\"}}")).containsExactly("2");
        assertThat(found("{\"range\":{\"big\":{\"gte\":9223372036854775807}}}")).containsExactly("2");
        assertThat(found("{\"range\":{\"big\":{\"lt\":-9223372036854775807}}}")).containsExactly("1");
        assertThat(found("{\"term\":{\"price\":\"10.10\"}}")).containsExactly("2");
        // As text 9.50 would be the greater one.
        assertThat(found("{\"range\":{\"price.number\":{\"gt\":9.5}}}")).containsExactly("2");
        assertThat(found("{\"term\":{\"huge\":\"" + source(1).path("huge").textValue() + "\"}}"))
                .containsExactly("1");
        assertThat(found("{\"term\":{\"bit1\":true}}")).containsExactly("2");
        assertThat(found("{\"range\":{\"date\":{\"lt\":\"1000-01-02\"}}}")).containsExactly("1");
        assertThat(found("{\"range\":{\"date\":{\"gt\":\"9999-12-30\"}}}")).containsExactly("2");
        assertThat(found("{\"range\":{\"datetime\":{\"gte\":\"9999-12-31T23:59:59.999\"}}}"))
                .containsExactly("2");
        assertThat(
                        found(
                                "{\"range\":{\"timestamp\":{\"gt\":\"2018-06-20T13:37:03.123455Z\",\"lt\":\"2018-06-20T13:37:03.123457Z\"}}}"))
                .containsExactly("2");
        assertThat(found("{\"term\":{\"time\":\"-838:59:59\"}}")).containsExactly("1");
        assertThat(found("{\"match\":{\"char\":\"größe\"}}")).containsExactly("2");
        assertThat(found("{\"term\":{\"char.keyword\":\"Größe 1\"}}")).containsExactly("2");
        assertThat(found("{\"term\":{\"enum\":\"b c\"}}")).containsExactly("2");
        assertThat(found("{\"term\":{\"set\":\"b c\"}}")).containsExactly("2");
        assertThat(found("{\"exists\":{\"field\":\"nothing\"}}")).isEmpty();
    }

    @Test
    void aDateThatNoCalendarHasIsNoOtherDay() throws Exception {
        everyTypeIsReadBackExactlyAndFoundByItsValue();
        assertThat(found("{\"exists\":{\"field\":\"zero\"}}")).isEmpty();
        assertThat(
                        found(
                                "{\"range\":{\"zero\":{\"gte\":\"-9999-01-01\",\"lte\":\"9999-12-31\",\"format\":\"uuuu-MM-dd\"}}}"))
                .isEmpty();
        assertThat(found("{\"term\":{\"_ignored\":\"zero\"}}")).containsExactly("1", "2");
        // The zero timestamp.
        assertThat(found("{\"term\":{\"_ignored\":\"timestamp\"}}")).containsExactly("1");
    }

    @Test
    void aPointOfMySqlIsFoundWhereItIsOnEarth() throws Exception {
        MySqlServer mysql = SharedServers.mysql();
        // Berlin: SRID 4326 has latitude first in text.
        String wkb = mysql.queryString(
                "SELECT HEX(SUBSTRING(CAST(ST_GeomFromText('POINT(52.5 13.4)', 4326) AS BINARY), 5))");
        byte[] bytes = HexFormat.of().parseHex(wkb);
        TableSchema schema = Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.GEOMETRY));
        // The distribution for tests has no geo_shape.
        Documents documents = documents(schema, "index.mapping.c1.type", "geo_point", "index", index);
        RowImage image = Rows.image(schema.layout(), row -> {
            row.int64(1);
            row.geometry(4326, bytes, 0, bytes.length);
        });
        documents.operations(RowChange.insert(schema, image, Rows.origin(0), Rows.key(1)), this::put);
        assertThat(found("{\"geo_distance\":{\"distance\":\"1km\",\"c1\":{\"lat\":52.5,\"lon\":13.4}}}"))
                .containsExactly("1");
        assertThat(found("{\"geo_distance\":{\"distance\":\"1km\",\"c1\":{\"lat\":13.4,\"lon\":52.5}}}"))
                .isEmpty();
    }

    @Test
    void otherFormsAreTakenByTheirMappingsToo() throws Exception {
        TableSchema schema = TableSchema.of(
                new TableId("shop", "t"),
                RowBuilder.layout(
                        LogicalType.of(Kind.INT),
                        LogicalType.of(Kind.JSON),
                        LogicalType.decimal(10, 2),
                        LogicalType.unsigned(Kind.BIGINT),
                        LogicalType.of(Kind.BLOB),
                        LogicalType.labelled(Kind.SET, LABELS),
                        LogicalType.of(Kind.DATE),
                        LogicalType.of(Kind.GEOMETRY),
                        LogicalType.of(Kind.JSON)),
                List.of("id", "json", "price", "u64", "blob", "set", "zero", "geo", "same.json"),
                List.of("id"));
        Documents documents = documents(
                schema,
                "index",
                index,
                "json.handling.mode",
                "flattened",
                "decimal.handling.mode",
                "number",
                "decimal.mapping",
                "double",
                "bigint.unsigned.mapping",
                "long",
                "binary.handling.mode",
                "hex",
                "set.handling.mode",
                "text",
                "zero-date",
                "null",
                "geometry.handling.mode",
                "wkb",
                "include.provenance",
                "true");
        RowImage image = Rows.image(schema.layout(), row -> {
            row.int64(1);
            row.json("{\"a\": {\"b\": \"x\"}, \"n\": 18446744073709551615}");
            row.decimal(new BigDecimal("10.10"));
            row.uint64(Long.MAX_VALUE);
            row.binary(new byte[] {(byte) 0xFB}, 0, 1);
            row.text("a,d");
            row.date(0, 0, 0);
            row.geometry(3857, new byte[] {1, 2}, 0, 2);
            row.json("{}");
        });
        documents.operations(RowChange.insert(schema, image, Rows.origin(0), Rows.key(1)), this::put);
        assertThat(found("{\"term\":{\"json.a.b\":\"x\"}}")).containsExactly("1");
        assertThat(found("{\"range\":{\"price\":{\"gte\":10.1}}}")).containsExactly("1");
        assertThat(found("{\"term\":{\"blob\":\"fb\"}}")).containsExactly("1");
        assertThat(found("{\"term\":{\"set\":\"a,d\"}}")).containsExactly("1");
        assertThat(
                        found(
                                "{\"range\":{\"_dbus.commit_time\":{\"gte\":\"2016-06-10T17:50:29.000123Z\",\"lte\":\"2016-06-10T17:50:29.000123Z\"}}}"))
                .containsExactly("1");
        assertThat(found("{\"term\":{\"_dbus.op\":\"insert\"}}")).containsExactly("1");
        assertThat(source(1).path("zero").isNull()).isTrue();
    }

    /** Writes two rows of {@link #COLUMNS} and returns their documents. */
    private List<String> write(TableSchema schema, String... options) throws Exception {
        Documents documents = documents(schema, options);
        List<String> sources = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int number = i;
            RowImage image = Rows.image(
                    schema.layout(),
                    row -> COLUMNS.forEach(column -> column.values().get(number).accept(row)));
            documents.operations(RowChange.insert(schema, image, Rows.origin(i), Rows.key(i)), operation -> {
                sources.add(new String(operation.source(), UTF_8));
                put(operation);
            });
        }
        return sources;
    }

    private Documents documents(TableSchema schema, String... options) throws Exception {
        DocumentSettings settings = Options.settings(options);
        try (ElasticsearchConnection connection = ConnectionSettings.of(
                        Configuration.fromMap(Map.of("hosts", server.url())))
                .connect()) {
            settings.indices(
                            connection,
                            "search",
                            ComponentMetrics.of(new UnregisteredMetricsGroup(), "search"),
                            Duration.ofMinutes(5))
                    .ensure(index, schema);
        }
        return settings.documents();
    }

    private void put(DocumentOperation operation) {
        server.call(
                "PUT",
                "/" + operation.index() + "/_doc/" + operation.id() + "?refresh=true&version_type=external&version="
                        + operation.version(),
                new String(operation.source(), UTF_8));
    }

    private JsonNode source(int id) throws Exception {
        return server.call("GET", "/" + index + "/_source/" + id, "");
    }

    private List<String> found(String query) {
        JsonNode hits = server.call("POST", "/" + index + "/_search", "{\"query\":" + query + "}")
                .path("hits")
                .path("hits");
        List<String> ids = new ArrayList<>();
        hits.forEach(hit -> ids.add(hit.path("_id").asText()));
        return ids.stream().sorted().toList();
    }

    private static byte[] floats(float... values) {
        ByteBuffer bytes = ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float value : values) {
            bytes.putFloat(value);
        }
        return bytes.array();
    }
}
