package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.job.Pipelines;
import io.dbus.job.cli.Dbus;
import io.dbus.job.local.LocalFlink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of MySQL that the pipeline cannot take, each to the dead letters, over a death before the first checkpoint. */
@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA})
class DeadLettersITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void each_row_that_cannot_be_taken_is_a_dead_letter_and_counts_once_over_a_restart() throws Exception {
        MySqlServer mysql = SharedServers.mysql(1);
        KafkaCluster kafka = SharedServers.kafka();
        String database = mysql.createDatabase("rejects");
        String topic = kafka.uniqueTopic("rejects");
        mysql.execute(
                "CREATE TABLE " + database
                        + ".orders (id INT PRIMARY KEY, quantity VARCHAR(20), name VARCHAR(20) CHARACTER SET cp1250, note MEDIUMTEXT)");
        mysql.execute("INSERT INTO " + database + ".orders VALUES (1, '5', 'good', 'x')");
        mysql.execute(
                "INSERT INTO " + database + ".orders VALUES (2, 'seven', 'no number', 'x'), (3, '0', 'dropped', 'x')");
        mysql.execute("INSERT INTO " + database + ".orders VALUES (4, '1', _cp1250 X'81', 'x')");
        mysql.execute("INSERT INTO " + database
                + ".orders VALUES (5, '1', 'large', REPEAT('y', 30000)), (6, '2', 'good', 'x')");
        Path file = Files.writeString(folder.resolve("p.yaml"), pipeline(mysql, kafka, database, topic));
        String text = Files.readString(file);

        // No checkpoint, of which the first comes after the pause: what is rejected is on its way, and comes again.
        String without =
                text.replace("interval: 500 ms", "interval: 5 min\n  flink.execution.checkpointing.min-pause: 5 min");
        try (LocalFlink first =
                LocalFlink.start(Pipelines.read(without), LocalFlink.Options.in(folder.resolve("first")))) {
            await().atMost(PATIENCE).until(() -> letters(kafka, topic).size() >= 2);
            assertThat(first.failures()).isEmpty();
        }
        try (LocalFlink second =
                LocalFlink.start(Pipelines.read(text), LocalFlink.Options.in(folder.resolve("second")))) {
            await().atMost(PATIENCE)
                    .until(() ->
                            hasTopic(kafka, topic) && kafka.readCommitted(topic).size() >= 2);
            second.stop(PATIENCE);
        }

        assertThat(kafka.readCommitted(topic).stream().map(DeadLettersITCase::id))
                .containsExactlyInAnyOrder(1, 6);
        Map<String, Set<String>> idsByReason = new HashMap<>();
        List<String> stored = new ArrayList<>(letters(kafka, topic));
        stored.addAll(lines(folder.resolve("letters")));
        for (String letter : stored) {
            idsByReason
                    .computeIfAbsent(JSON.readTree(letter).get("reason").asText(), reason -> new TreeSet<>())
                    .add(JSON.readTree(letter).get("id").asText());
        }
        assertThat(stored).as("each twice, since nothing was checkpointed").hasSize(6);
        assertThat(idsByReason).containsOnlyKeys("expression", "undecodable-value", "record-too-large");
        assertThat(idsByReason.values()).allMatch(ids -> ids.size() == 1);
        assertThat(deadLetters(file)).matches("""
                component  reason +letters  last rejected
                enough     expression +1  \\S+
                topics     record-too-large +1  \\S+
                topics     undecodable-value +1  \\S+
                all +3  \\S+
                3 repeats of these are left out
                """);
        assertThat(deadLetters(file, "--list").lines())
                .hasSize(3)
                .anyMatch(line ->
                        line.contains("\tenough\texpression\t" + database + ".orders\t") && line.contains("[2]"))
                .anyMatch(line -> line.contains("X'81'"))
                .anyMatch(line -> line.contains("max.message.bytes of the topic allows 20000"));
    }

    private static int id(ConsumerRecord<byte[], byte[]> record) {
        try {
            return JSON.readTree(record.value()).get("id").asInt();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String pipeline(MySqlServer mysql, KafkaCluster kafka, String database, String topic) {
        return """
                name: rejecting
                sources:
                  db:
                    type: mysql
                    hostname: "%s"
                    port: %d
                    username: %s
                    password: %s
                    tables: ["%s.orders"]
                    scan.startup.mode: earliest-offset
                operators:
                  enough:
                    type: filter
                    inputs: [db]
                    where: int(after.quantity) > 0
                    dead-letters: {type: files, path: "%s"}
                sinks:
                  topics:
                    type: kafka
                    inputs: [enough]
                    properties.bootstrap.servers: %s
                    topic: %s
                    format: plain-json
                    topic.creation.properties.max.message.bytes: 20000
                dead-letters:
                  type: kafka
                  properties.bootstrap.servers: %s
                  topic: %s.letters
                pipeline:
                  parallelism: 2
                  flink.execution.checkpointing.interval: 500 ms
                """.formatted(
                        mysql.hostname(),
                        mysql.port(),
                        mysql.rootUser(),
                        mysql.password(),
                        database,
                        folder.resolve("letters"),
                        kafka.bootstrapServers(),
                        topic,
                        kafka.bootstrapServers(),
                        topic);
    }

    private static String deadLetters(Path file, String... form) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String[] args = Stream.concat(Stream.of("dead-letters", file.toString()), Stream.of(form))
                .toArray(String[]::new);
        assertThat(Dbus.run(out, err, Map.of(), args)).as(err.toString(UTF_8)).isZero();
        return out.toString(UTF_8);
    }

    private static List<String> letters(KafkaCluster kafka, String topic) throws Exception {
        return hasTopic(kafka, topic + ".letters")
                ? kafka.readCommitted(topic + ".letters").stream()
                        .map(record -> new String(record.value(), UTF_8))
                        .toList()
                : List.of();
    }

    private static boolean hasTopic(KafkaCluster kafka, String topic) throws Exception {
        return kafka.admin().listTopics().names().get().contains(topic);
    }

    private static List<String> lines(Path folder) throws Exception {
        List<String> lines = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                lines.addAll(Files.readAllLines(file));
            }
        }
        return lines;
    }
}
