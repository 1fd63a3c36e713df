package io.dbus.job.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.peer.DebeziumRun.Record;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What debezium-json writes beside what Debezium itself does, member by member, of the same rows of the same server. The differences are explained in sinks/FORMATS.md. */
@RequiresServers
class DebeziumComparisonITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PREFIX = "peer";
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @TempDir
    Path folder;

    private final MySqlServer server = SharedServers.mysql();
    private final String database = server.createDatabase("peer");

    @Test
    void withTheFormsThatDebeziumHasByDefaultOnlyWhatIsMeantDiffers() throws Exception {
        Map<String, Set<String>> differences =
                differences(Map.of("bigint.unsigned.handling.mode", "precise", "decimal.handling.mode", "precise"));

        assertThat(differences).isEqualTo(meant());
    }

    @Test
    void withTheOtherFormsOnlyWhatIsMeantDiffers() throws Exception {
        Map<String, Set<String>> differences = differences(Map.of(
                "bigint.unsigned.handling.mode", "long",
                "decimal.handling.mode", "string",
                "time.precision.mode", "isostring",
                "binary.handling.mode", "hex"));

        Map<String, Set<String>> meant = meant();
        // Debezium ends what has no zone with a Z, and makes a TIME that is no time of day null.
        meant.put("value of da", Set.of("\"1970-01-01Z\" | \"1970-01-01\"", "\"2024-02-29Z\" | \"2024-02-29\""));
        meant.put("value of dt0", Set.of("\"2024-02-29T10:11:12Z\" | \"2024-02-29T10:11:12\""));
        meant.put("value of dt3", Set.of("\"1000-01-01T00:00:00.123Z\" | \"1000-01-01T00:00:00.123\""));
        meant.put("value of dt6", Set.of("\"9999-12-31T23:59:59.999999Z\" | \"9999-12-31T23:59:59.999999\""));
        meant.put("value of t0", Set.of("null | \"-838:59:59\""));
        meant.put("value of t3", Set.of("\"12:34:56.789Z\" | \"12:34:56.789\""));
        meant.put("value of t6", Set.of("null | \"-00:00:00.000001\""));
        assertThat(differences).isEqualTo(meant);
    }

    /** What differs whatever the options: Debezium's, ours. */
    private static Map<String, Set<String>> meant() {
        Map<String, Set<String>> meant = new TreeMap<>();
        meant.put("value of f2", Set.of("1234.5670166015625 | 1234.567"));
        meant.put("type of f2/type", Set.of("\"double\" | \"float\""));
        meant.put("value of y", Set.of("1900 | 0"));
        String compact = "\"{\\\"a\\\":{},\\\"b\\\":[1,2.5,null,\\\"x\\\"]%s}\"";
        String printed = "\"{\\\"a\\\": {}, \\\"b\\\": [1, 2.5, null, \\\"x\\\"]%s}\"";
        meant.put(
                "value of js",
                Set.of(
                        compact.formatted("") + " | " + printed.formatted(""),
                        compact.formatted(",\\\"c\\\":1") + " | " + printed.formatted(", \\\"c\\\": 1")));
        meant.put("value of ln/srid", Set.of("null | 0"));
        meant.put("value of po/srid", Set.of("null | 0"));
        meant.put("value of po/x", Set.of("1.5 | -"));
        meant.put("value of po/y", Set.of("-2 | -"));
        meant.put(
                "type of po/name",
                Set.of("\"io.debezium.data.geometry.Point\" | \"io.debezium.data.geometry.Geometry\""));
        meant.put("type of po/fields/wkb/optional", Set.of("true | false"));
        for (String coordinate : List.of("x", "y")) {
            meant.put("type of po/fields/" + coordinate + "/type", Set.of("\"double\" | -"));
            meant.put("type of po/fields/" + coordinate + "/optional", Set.of("false | -"));
        }
        meant.put("type of ge/doc", Set.of("\"Geometry\" | -"));
        meant.put("type of ln/doc", Set.of("\"Geometry\" | -"));
        meant.put("type of po/doc", Set.of("\"Geometry (POINT)\" | -"));
        meant.put("type of df/default", Set.of("\"d\" | -"));
        meant.put("type of nn/optional", Set.of("false | true"));
        return meant;
    }

    /** Where they differ in any row or its schema, before or after, and how: Debezium's, ours. */
    private Map<String, Set<String>> differences(Map<String, String> options) throws Exception {
        createTables();
        List<JsonNode> theirs = new ArrayList<>();
        BinlogPosition start;
        int changes;
        try (DebeziumRun debezium = new DebeziumRun(server, database, PREFIX, options)) {
            awaitReady(debezium);
            start = server.binlogPosition();
            changes = write();
            Awaitility.await("records of Debezium")
                    .atMost(PATIENCE)
                    .until(() -> values(debezium).size() >= changes);
            theirs.addAll(values(debezium));
        }
        List<JsonNode> ours = run(start, changes, options);
        assertThat(theirs).hasSize(changes);
        assertThat(ours).hasSize(changes);
        Map<String, Set<String>> differences = new TreeMap<>();
        for (int i = 0; i < changes; i++) {
            JsonDifferences.of(theirs.get(i), ours.get(i)).forEach((path, both) -> differences
                    .computeIfAbsent(
                            path.replaceFirst("^/payload/(before|after)/", "value of ")
                                    .replaceFirst("^/schema/fields/(before|after)/fields/", "type of "),
                            name -> new TreeSet<>())
                    .add(both));
        }
        return differences;
    }

    private void createTables() {
        server.execute("CREATE TABLE " + database + ".marks (id INT PRIMARY KEY)");
        server.execute(
                "CREATE TABLE " + database + ".types (id BIGINT UNSIGNED PRIMARY KEY, ti TINYINT, tu TINYINT UNSIGNED,"
                        + " bo BOOLEAN, si SMALLINT, su SMALLINT UNSIGNED, mi MEDIUMINT, mu MEDIUMINT UNSIGNED, i INT, iu INT UNSIGNED,"
                        + " bi BIGINT, bu BIGINT UNSIGNED, de DECIMAL(20,3), nu DECIMAL(65,30), fl FLOAT, f2 FLOAT(7,3), db DOUBLE,"
                        + " b1 BIT(1), b9 BIT(9), b64 BIT(64), y YEAR, da DATE, t0 TIME, t3 TIME(3), t6 TIME(6), dt0 DATETIME, dt3 DATETIME(3),"
                        + " dt6 DATETIME(6), ts0 TIMESTAMP NULL, ts3 TIMESTAMP(3) NULL, ts6 TIMESTAMP(6) NULL, ch CHAR(10), vc VARCHAR(50),"
                        + " tt TINYTEXT, te TEXT, mt MEDIUMTEXT, lt LONGTEXT, l1 VARCHAR(20) CHARACTER SET latin1, bn BINARY(4),"
                        + " vb VARBINARY(20), tb TINYBLOB, bl BLOB, en ENUM('a','it''s'), se SET('x','y'), js JSON, ge GEOMETRY, po POINT,"
                        + " ln LINESTRING, ve VECTOR(3), nn INT NOT NULL, df VARCHAR(5) DEFAULT 'd')");
    }

    private int write() {
        String table = database + ".types";
        server.execute("INSERT INTO " + table
                + " VALUES (1, -128, 255, true, -32768, 65535, -8388608, 16777215, -2147483648, 4294967295,"
                + " -9223372036854775808, 9223372036854775807, -12345678901234567.891, 1.5, 0.1, 1234.567, 2.0E-3, b'1', b'100000001',"
                + " X'8000000000000001', 2024, '2024-02-29', '-838:59:59', '12:34:56.789', '-00:00:00.000001', '2024-02-29 10:11:12',"
                + " '1000-01-01 00:00:00.123', '9999-12-31 23:59:59.999999', '2024-02-29 10:11:12', '2024-02-29 10:11:12.120',"
                + " '2024-02-29 10:11:12.123456', 'ch  ', 'Ünïcödé \\\\ \\\"', 't', 'text', 'm', 'l', 'é€', X'0100', X'00FF', X'FB', X'FFFE',"
                + " 'it''s', 'x,y', '{\"b\": [1, 2.50, null, \"x\"], \"a\": {}}', ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))', 4326), POINT(1.5, -2),"
                + " LineString(Point(0,0), Point(1,1)), STRING_TO_VECTOR('[1,0.1,-3.5]'), 7, 'x')");
        server.execute("INSERT INTO " + table
                + " (id, nn, da, y, en, se, js, vc) VALUES (2, 0, '1970-01-01', 0, 'a', '', '\"s\"', '')");
        server.execute("UPDATE " + table + " SET de = 0, js = JSON_SET(js, '$.c', 1), te = NULL WHERE id = 1");
        server.execute("UPDATE " + table + " SET id = 3 WHERE id = 2");
        server.execute("DELETE FROM " + table);
        return 7;
    }

    private void awaitReady(DebeziumRun debezium) {
        int[] mark = {0};
        Awaitility.await("Debezium to stream")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .until(() -> {
                    server.execute("INSERT INTO " + database + ".marks VALUES (" + ++mark[0] + ")");
                    return !debezium.records().isEmpty();
                });
    }

    /** Its values but tombstones and marks. */
    private static List<JsonNode> values(DebeziumRun debezium) throws Exception {
        List<JsonNode> values = new ArrayList<>();
        for (Record record : debezium.records()) {
            JsonNode value = record.value() == null ? null : parse(record.value());
            if (value != null) {
                values.add(value);
            }
        }
        values.removeIf(value -> value.at("/payload/source/table").asText().equals("marks"));
        return values;
    }

    private List<JsonNode> run(BinlogPosition start, int changes, Map<String, String> options) throws Exception {
        Path out = folder.resolve("out-" + options.hashCode() + ".jsonl");
        StringBuilder text = new StringBuilder("""
                name: peer
                sources:
                  db:
                    type: mysql
                    hostname: %s
                    port: %d
                    username: %s
                    password: %s
                    tables: ["%s.types"]
                    scan.startup.mode: specific-offset
                    scan.startup.specific-offset.file: %s
                    scan.startup.specific-offset.pos: %d
                sinks:
                  file:
                    type: stream
                    inputs: [db]
                    path: %s
                    format: debezium-json
                    topic.prefix: %s
                    schemas.enable: true
                """.formatted(
                        server.hostname(),
                        server.port(),
                        server.rootUser(),
                        server.password(),
                        database,
                        start.file(),
                        start.position(),
                        out,
                        PREFIX));
        options.forEach((key, value) ->
                text.append("    ").append(key).append(": ").append(value).append('\n'));
        text.append("""
                pipeline:
                  parallelism: 1
                  flink: {execution.checkpointing.interval: 1s}
                """);
        Path file = Files.write(folder.resolve("peer.yaml"), text.toString().getBytes(UTF_8));
        PipelineReader reader = new PipelineReader(
                PluginCatalog.load(DebeziumComparisonITCase.class.getClassLoader()), new Secrets(), Map.of(), true);
        try (LocalFlink flink = LocalFlink.start(reader.read(file), LocalFlink.Options.in(folder))) {
            Awaitility.await("lines of dbus")
                    .atMost(PATIENCE)
                    .until(() -> Files.exists(out) && Files.readAllLines(out).size() >= changes);
            assertThat(flink.failures()).isEmpty();
        }
        List<JsonNode> values = new ArrayList<>();
        for (String line : Files.readAllLines(out)) {
            values.add(parse(line));
        }
        return values;
    }

    /** Without what is of the one that wrote it: its version, and when. */
    private static JsonNode parse(String text) throws Exception {
        JsonNode value = JSON.readTree(text);
        ObjectNode payload = (ObjectNode) value.get("payload");
        payload.remove(List.of("ts_ms", "ts_us", "ts_ns"));
        ((ObjectNode) payload.get("source")).remove("version");
        return value;
    }
}
