package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;

/**
 * Many entries of one source over a few servers, so that several read each: every entry's topic must tell the whole history of its
 * server.
 */
final class ManyServersFlow {
    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String name;
    private final KafkaCluster kafka;
    private final List<MySqlServer> servers;
    private final List<String> databases = new ArrayList<>();
    private final List<HistoryWriter> writers = new ArrayList<>();
    private final Map<String, Integer> entries = new LinkedHashMap<>();

    /** A flow of a name that no other test uses, its entries spread over the servers in turn. */
    ManyServersFlow(String name, KafkaCluster kafka, List<MySqlServer> servers, int entries) {
        this.name = name;
        this.kafka = kafka;
        this.servers = List.copyOf(servers);
        for (MySqlServer server : servers) {
            String database = server.createDatabase(name.replace('-', '_'));
            server.execute("CREATE TABLE " + database + ".changes " + HistoryWriter.COLUMNS);
            databases.add(database);
            writers.add(new HistoryWriter(database + ".changes", 200, databases.size()));
        }
        for (int entry = 1; entry <= entries; entry++) {
            add(entry);
        }
    }

    /** One entry more, named by its number. */
    void add(int entry) {
        entries.put("e" + entry, entry % servers.size());
    }

    /** Takes entries out; what their topics hold so far stays. */
    void remove(Collection<String> names) {
        entries.keySet().removeAll(names);
    }

    Collection<String> entries() {
        return entries.keySet();
    }

    /** The pipeline file with the entries that there are now. */
    Path pipelineFile(Path folder) {
        String hosts = entries.entrySet().stream()
                .map(entry -> "      " + entry.getKey() + ": \"" + address(servers.get(entry.getValue())) + "\"\n")
                .collect(Collectors.joining());
        String text = """
                name: %s
                sources:
                  fleet:
                    type: mysql
                    servers:
                %s    username: %s
                    password: %s
                    tables: [%s]
                    scan.startup.mode: earliest-offset
                operators:
                  lanes:
                    type: route
                    inputs: [fleet]
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
                pipeline:
                  flink: {execution.checkpointing.interval: 1s, restart-strategy.type: fixed-delay, restart-strategy.fixed-delay.attempts: 20, restart-strategy.fixed-delay.delay: 1s}
                """.formatted(
                        name,
                        hosts,
                        servers.get(0).rootUser(),
                        servers.get(0).password(),
                        databases.stream()
                                .map(database -> "\"" + database + ".changes\"")
                                .collect(Collectors.joining(", ")),
                        name,
                        kafka.bootstrapServers(),
                        PARTITIONS);
        try {
            return Files.writeString(folder.resolve(name + ".yaml"), text);
        } catch (IOException e) {
            throw new UncheckedIOException("The pipeline file cannot be written", e);
        }
    }

    private static String address(MySqlServer server) {
        return server.hostname() + ":" + server.port();
    }

    /** Writes so many changes of rows on each server, side by side; returns when all are committed. */
    void write(long changes) {
        List<CompletableFuture<Void>> writing = new ArrayList<>();
        for (int server = 0; server < servers.size(); server++) {
            MySqlServer one = servers.get(server);
            HistoryWriter writer = writers.get(server);
            writing.add(CompletableFuture.runAsync(() -> {
                try (Connection connection = one.connect()) {
                    writer.write(connection, changes);
                } catch (SQLException e) {
                    throw new CompletionException("Writing to " + one + " failed", e);
                }
            }));
        }
        writing.forEach(CompletableFuture::join);
    }

    /** Waits until each entry's topic holds as many records as its server has changes, then compares key by key. */
    void assertDelivered() {
        Awaitility.await("records of " + name + " in Kafka")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> entries.entrySet().stream()
                        .allMatch(entry -> hasTopic(entry.getKey())
                                && records(entry.getKey())
                                        >= writers.get(entry.getValue())
                                                .history()
                                                .size()));
        entries.forEach((entry, server) -> History.ofDebeziumJson(kafka.readCommitted(topic(entry)))
                .assertSameAs(writers.get(server).history()));
    }

    /** How many records an entry's topic holds. */
    long records(String entry) {
        return kafka.readCommitted(topic(entry)).size();
    }

    /** The topic of an entry that is gone is as it was, and the beginning of its server's history. */
    void assertStayed(String entry, long records) {
        assertThat(records(entry)).as("records of " + entry).isEqualTo(records);
    }

    private String topic(String entry) {
        return name + "." + entry;
    }

    private boolean hasTopic(String entry) {
        try {
            return kafka.admin().listTopics().names().get().contains(topic(entry));
        } catch (Exception e) {
            throw new IllegalStateException("Kafka does not list its topics", e);
        }
    }
}
