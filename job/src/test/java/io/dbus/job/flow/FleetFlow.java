package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.job.cluster.JobJars;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.awaitility.Awaitility;

/**
 * Two MySQL servers and one MariaDB, each with a table whose rows carry a version, into a topic of 8 partitions each:
 * what several tests do to a running pipeline differs, what must come out does not.
 */
final class FleetFlow {
    static final int PARTITIONS = 8;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final KafkaCluster kafka;
    private final String name;
    private final Map<String, Lane> lanes = new LinkedHashMap<>();

    private record Lane(DatabaseServer server, String database, HistoryWriter writer) {}

    /** A flow of a name that no other test uses. */
    FleetFlow(String name, MySqlServer first, MySqlServer second, MariaDbServer third, KafkaCluster kafka) {
        this.kafka = kafka;
        this.name = name;
        add("m1", first);
        add("m2", second);
        add("maria", third);
    }

    private void add(String lane, DatabaseServer server) {
        String database = server.createDatabase(name.replace('-', '_'));
        server.execute("CREATE TABLE " + database + ".changes " + HistoryWriter.COLUMNS);
        lanes.put(lane, new Lane(server, database, new HistoryWriter(database + ".changes", 400, lane.hashCode())));
    }

    /** The pipeline file. */
    Path pipelineFile(Path folder, Map<String, String> sinkOptions) {
        StringBuilder sink = new StringBuilder();
        sinkOptions.forEach((key, value) ->
                sink.append("    ").append(key).append(": ").append(value).append('\n'));
        String text = """
                name: %s
                sources:
                  fleet:
                    type: mysql
                    servers: {m1: "%s", m2: "%s"}
                    username: %s
                    password: %s
                    tables: ["%s.changes", "%s.changes"]
                    scan.startup.mode: earliest-offset
                  other:
                    type: mysql
                    servers: {maria: "%s"}
                    username: %s
                    password: %s
                    tables: ["%s.changes"]
                    scan.startup.mode: earliest-offset
                operators:
                  lanes:
                    type: route
                    inputs: [fleet, other]
                    routes:
                      - {tables: "*.changes", to: "%s.history"}
                sinks:
                  topics:
                    type: kafka
                    inputs: [lanes]
                    properties.bootstrap.servers: %s
                    topic: "${db}.${server}"
                    format: debezium-json
                    topic.creation.partitions: %d
                %spipeline:
                  flink: {execution.checkpointing.interval: 1s, restart-strategy.type: fixed-delay, restart-strategy.fixed-delay.attempts: 20, restart-strategy.fixed-delay.delay: 1s}
                """.formatted(
                        name,
                        address("m1"),
                        address("m2"),
                        lanes.get("m1").server().rootUser(),
                        lanes.get("m1").server().password(),
                        lanes.get("m1").database(),
                        lanes.get("m2").database(),
                        address("maria"),
                        lanes.get("maria").server().rootUser(),
                        lanes.get("maria").server().password(),
                        lanes.get("maria").database(),
                        name,
                        kafka.bootstrapServers(),
                        PARTITIONS,
                        sink);
        try {
            return Files.write(folder.resolve(name + ".yaml"), text.getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("The pipeline file cannot be written", e);
        }
    }

    private String address(String lane) {
        return lanes.get(lane).server().hostname() + ":"
                + lanes.get(lane).server().port();
    }

    /** Writes so many changes of rows, a third on each server, side by side; returns when all are committed. */
    void write(long changes) {
        List<CompletableFuture<Void>> writing = new ArrayList<>();
        for (Lane lane : lanes.values()) {
            writing.add(CompletableFuture.runAsync(() -> {
                try (Connection connection = lane.server().connect()) {
                    lane.writer().write(connection, changes / lanes.size());
                } catch (SQLException e) {
                    throw new CompletionException("Writing to " + lane.server() + " failed", e);
                }
            }));
        }
        writing.forEach(CompletableFuture::join);
    }

    /** How many records are committed in the topics. */
    long committed() {
        return lanes.keySet().stream()
                .filter(this::hasTopic)
                .mapToLong(lane -> kafka.readCommitted(topic(lane)).size())
                .sum();
    }

    /** Waits until as many records are committed as changes were written, then compares key by key. */
    void assertDelivered() {
        long owed = lanes.values().stream()
                .mapToLong(lane -> lane.writer().history().size())
                .sum();
        Awaitility.await("records of " + name + " in Kafka")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> committed() >= owed);
        lanes.forEach((lane, each) -> {
            List<ConsumerRecord<byte[], byte[]>> records = kafka.readCommitted(topic(lane));
            History.ofDebeziumJson(records).assertSameAs(each.writer().history());
            assertThat(records.stream().map(ConsumerRecord::partition).distinct())
                    .as("partitions of " + topic(lane))
                    .hasSize(PARTITIONS);
        });
    }

    private String topic(String lane) {
        return name + "." + lane;
    }

    private boolean hasTopic(String lane) {
        try {
            return kafka.admin().listTopics().names().get().contains(topic(lane));
        } catch (Exception e) {
            throw new IllegalStateException("Kafka does not list its topics", e);
        }
    }

    /** The shaded jar that the build made. */
    static Path jobJar() {
        try {
            return JobJars.job();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
