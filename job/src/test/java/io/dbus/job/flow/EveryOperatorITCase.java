package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All operators in one chain, behind two servers. */
@RequiresServers
class EveryOperatorITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long DROPPED = 3;

    @TempDir
    Path folder;

    private final KafkaCluster kafka = SharedServers.kafka();
    private final String name = kafka.uniqueTopic("chain");
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private record Lane(MySqlServer server, String table, HistoryWriter writer) {}

    @Test
    void aSavepointAndAnotherParallelismLoseNothingRepeatNothingAndCountExactly() throws Exception {
        lane("m1", SharedServers.mysql(1));
        lane("m2", SharedServers.mysql(2));
        write("FULL", 1_500);
        String savepoint;
        try (LocalFlink flink = start(1, "")) {
            write("MINIMAL", 1_500);
            awaitChanges(1_000);
            savepoint = flink.stop(Duration.ofMinutes(2));
        }
        write("NOBLOB", 500);
        try (LocalFlink flink = start(2, savepoint)) {
            write("MINIMAL", 1_500);
            awaitChanges(owed());
            lanes.forEach((lane, each) -> History.ofDebeziumJson(records(lane)).assertSameAs(kept(each)));
            for (String lane : lanes.keySet()) {
                for (ConsumerRecord<byte[], byte[]> record : records(lane)) {
                    assertShaped(record);
                }
            }
            Awaitility.await("counts")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(500))
                    .untilAsserted(() -> assertThat(counted()).isEqualTo(counts()));
            assertThat(flink.failures()).isEmpty();
        }
    }

    private void lane(String lane, MySqlServer server) {
        String table = server.createDatabase("chain") + ".changes";
        server.execute("CREATE TABLE " + table + " " + HistoryWriter.COLUMNS);
        lanes.put(lane, new Lane(server, table, new HistoryWriter(table, 200, lane.hashCode())));
    }

    private void write(String image, long changes) throws Exception {
        for (Lane lane : lanes.values()) {
            try (Connection connection = lane.server().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET SESSION binlog_row_image = '" + image + "'");
                lane.writer().write(connection, changes);
            }
        }
    }

    private LocalFlink start(int parallelism, String savepoint) throws Exception {
        return LocalFlink.start(
                SearchFlow.read(pipelineFile(parallelism)),
                new LocalFlink.Options(folder, 0, savepoint, false, new Configuration()));
    }

    private Path pipelineFile(int parallelism) throws IOException {
        MySqlServer any = lanes.get("m1").server();
        String text = """
                name: %1$s
                sources:
                  db:
                    type: mysql
                    servers: {m1: "%2$s", m2: "%3$s"}
                    username: %4$s
                    password: %5$s
                    tables: ["%6$s", "%7$s"]
                    scan.startup.mode: earliest-offset
                operators:
                  whole: {type: complete, inputs: [db]}
                  once: {type: dedupe, inputs: [whole]}
                  kept:
                    type: filter
                    inputs: [once]
                    where: "(op == 'delete' ? before.id : after.id) %% 10 != %8$d"
                  counted: {type: count, inputs: [kept], by: [server, operation], window: 1s}
                  shaped:
                    type: project
                    inputs: [kept]
                    add:
                      - {column: twice, value: row.v * 2, type: bigint}
                      - {column: secret, value: row.payload, type: text}
                  plain:
                    type: regex
                    inputs: [shaped]
                    rules: [{columns: payload, pattern: "^x+$", replace: "y"}]
                  hidden:
                    type: mask
                    inputs: [plain]
                    masks: [{columns: secret, with: hmac}]
                    hmac.secret: as long as it must be
                  named: {type: rename, inputs: [hidden], columns: {payload: body}}
                  lanes:
                    type: route
                    inputs: [named]
                    routes: [{tables: "*.changes", to: chain.history}]
                  halves:
                    type: split
                    inputs: [lanes]
                    outputs: [{name: even, where: "(op == 'delete' ? before.id : after.id) %% 2 == 0"}]
                    default: odd
                  ordered: {type: sort, inputs: [halves.even], max-delay: 2s}
                  paced: {type: throttle, inputs: [ordered, halves.odd], rows-per-second: 5000}
                sinks:
                  topics:
                    type: kafka
                    inputs: [paced]
                    properties.bootstrap.servers: "%9$s"
                    topic: "%1$s.${server}"
                    format: debezium-json
                    topic.creation.partitions: 4
                  counts:
                    type: kafka
                    inputs: [counted]
                    properties.bootstrap.servers: "%9$s"
                    topic: "%1$s-counts"
                    shared-keys: true
                pipeline:
                  parallelism: %10$d
                  flink: {execution.checkpointing.interval: 1s}
                """.formatted(
                        name,
                        address("m1"),
                        address("m2"),
                        any.rootUser(),
                        any.password(),
                        lanes.get("m1").table(),
                        lanes.get("m2").table(),
                        DROPPED,
                        kafka.bootstrapServers(),
                        parallelism);
        return Files.write(folder.resolve("chain.yaml"), text.getBytes(UTF_8));
    }

    private String address(String lane) {
        MySqlServer server = lanes.get(lane).server();
        return server.hostname() + ":" + server.port();
    }

    private void awaitChanges(long changes) {
        Awaitility.await("changes in Kafka")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .ignoreExceptions()
                .until(() -> lanes.keySet().stream()
                                .mapToLong(lane -> records(lane).size())
                                .sum()
                        >= changes);
    }

    /** The records without tombstones. */
    private List<ConsumerRecord<byte[], byte[]>> records(String lane) {
        return kafka.readCommitted(name + "." + lane).stream()
                .filter(record -> record.value() != null)
                .toList();
    }

    private static History kept(Lane lane) {
        return lane.writer().history().of(key -> key % 10 != DROPPED);
    }

    private long owed() {
        return lanes.values().stream().mapToLong(lane -> kept(lane).size()).sum();
    }

    /** What the operators that change rows have made of one. */
    private static void assertShaped(ConsumerRecord<byte[], byte[]> record) throws IOException {
        JsonNode value = JSON.readTree(record.value());
        List<JsonNode> rows = new ArrayList<>();
        for (String image : List.of("before", "after")) {
            if (!value.path(image).isNull()) {
                rows.add(value.path(image));
            }
        }
        assertThat(rows).isNotEmpty().allSatisfy(row -> {
            assertThat(row.path("twice").asLong()).isEqualTo(2 * row.path("v").asLong());
            assertThat(row.path("body").asText()).isIn("", "y");
            assertThat(row.path("secret").asText()).matches("[0-9a-f]{64}");
            assertThat(row.has("payload")).isFalse();
        });
    }

    /** The counts of all windows, by server and operation. */
    private Map<String, Long> counted() throws IOException {
        Map<String, Long> sums = new TreeMap<>();
        for (ConsumerRecord<byte[], byte[]> record : kafka.readCommitted(name + "-counts")) {
            sums.merge(
                    new String(record.key(), UTF_8),
                    JSON.readTree(record.value()).path("count").asLong(),
                    Long::sum);
        }
        return sums;
    }

    private Map<String, Long> counts() {
        Map<String, Long> counts = new TreeMap<>();
        lanes.forEach((lane, each) -> {
            History history = kept(each);
            counts.put(lane + "/insert", history.count("c"));
            counts.put(lane + "/update", history.count("u"));
            counts.put(lane + "/delete", history.count("d"));
        });
        return counts;
    }
}
