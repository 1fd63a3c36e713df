package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.job.Pipelines;
import io.dbus.job.local.LocalFlink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** DDL of a real server, over several lanes and a savepoint, into the topics of two sinks. */
@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA})
class SchemaChangesToKafkaITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    private final MySqlServer mysql = SharedServers.mysql(1);
    private final KafkaCluster kafka = SharedServers.kafka();
    private final String database = mysql.createDatabase("ddl");
    private final String topic = kafka.uniqueTopic("ddl");
    private final List<String> statements = new ArrayList<>();

    @Test
    void statementsOnManyTablesArriveOnceAndInTheirOrderOverASavepoint() throws Exception {
        for (String table : List.of("a", "b", "c", "d")) {
            run("CREATE TABLE " + database + "." + table + " (id INT PRIMARY KEY)");
        }
        change(0);
        String savepoint;
        try (LocalFlink flink = LocalFlink.start(Pipelines.read(pipeline()), LocalFlink.Options.in(folder))) {
            assertDelivered();
            savepoint = flink.stop(PATIENCE);
        }
        change(1);
        run("RENAME TABLE " + database + ".a TO " + database + ".e, " + database + ".b TO " + database + ".a");
        run("DROP TABLE " + database + ".c");
        try (LocalFlink flink = LocalFlink.start(
                Pipelines.read(pipeline()), new LocalFlink.Options(folder, 0, savepoint, false, new Configuration()))) {
            assertDelivered();
            assertThat(flink.failures()).isEmpty();
        }

        List<JsonNode> records = records(topic + ".debezium");
        JsonNode dropped = records.get(records.size() - 1);
        assertThat(dropped.at("/tableChanges/0/type").asText()).isEqualTo("DROP");
        assertThat(dropped.at("/tableChanges/0/id").asText()).isEqualTo("\"" + database + "\".\"c\"");
        assertThat(records.get(records.size() - 2).get("tableChanges")).hasSize(2);
        assertThat(records)
                .extracting(record -> record.at("/source/dbus/sequence").asLong())
                .isSorted();
    }

    private void change(int round) {
        for (int i = 0; i < 5; i++) {
            for (String table : List.of("a", "b", "c", "d")) {
                run("ALTER TABLE " + database + "." + table + " ADD v" + round + i + " INT");
                mysql.execute("INSERT INTO " + database + "." + table + " (id) VALUES (" + (10 * round + i) + ")");
            }
        }
        // No table is known of it, and Maxwell's messages are of tables.
        run("ALTER DATABASE " + database + " CHARACTER SET latin" + (1 + round));
    }

    private void run(String sql) {
        mysql.execute(sql);
        statements.add(sql);
    }

    private void assertDelivered() throws Exception {
        await().atMost(PATIENCE).until(() -> ddl("debezium", "ddl").size() >= statements.size());
        assertThat(ddl("debezium", "ddl")).isEqualTo(statements);
        List<String> ofTables = new ArrayList<>();
        for (String statement : statements) {
            if (!statement.startsWith("ALTER DATABASE")) {
                ofTables.add(statement);
                if (statement.startsWith("RENAME")) {
                    ofTables.add(statement);
                }
            }
        }
        await().atMost(PATIENCE).until(() -> ddl("maxwell", "sql").size() >= ofTables.size());
        assertThat(ddl("maxwell", "sql")).isEqualTo(ofTables);
    }

    private List<String> ddl(String sink, String field) throws Exception {
        return records(topic + "." + sink).stream()
                .map(record -> record.get(field).asText())
                .filter(sql -> !sql.startsWith("CREATE DATABASE"))
                .toList();
    }

    private List<JsonNode> records(String name) throws Exception {
        if (!kafka.admin().listTopics().names().get().contains(name)) {
            return List.of();
        }
        return kafka.readCommitted(name).stream()
                .map(record -> {
                    try {
                        return JSON.readTree(record.value());
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                })
                .toList();
    }

    private String pipeline() {
        StringBuilder sinks = new StringBuilder();
        for (String format : List.of("debezium", "maxwell")) {
            sinks.append("""
                      %s:
                        type: kafka
                        inputs: [db]
                        properties.bootstrap.servers: %s
                        topic: "%s.%s.rows"
                        format: %s-json
                        include.schema.changes: true
                        schema.changes.topic: "%s.%s"
                    """.formatted(format, kafka.bootstrapServers(), topic, format, format, topic, format));
        }
        return """
                name: definitions
                sources:
                  db:
                    type: mysql
                    hostname: "%s"
                    port: %d
                    username: %s
                    password: %s
                    tables: ["%s.*"]
                    scan.startup.mode: earliest-offset
                sinks:
                %spipeline:
                  parallelism: 4
                  exchange: keyed
                  flink.execution.checkpointing.interval: 500 ms
                """.formatted(mysql.hostname(), mysql.port(), mysql.rootUser(), mysql.password(), database, sinks);
    }
}
