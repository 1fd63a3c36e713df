package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.awaitility.Awaitility;

/** A table whose rows are changed at random, and an index whose documents must be its rows, key by key. */
final class SearchFlow {
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    private final String name;
    private final MySqlServer server;
    private final ElasticsearchServer search;
    private final String database;
    private final HistoryWriter writer;

    /** A flow of a name that no other test uses; its table lies in a database of its own. */
    SearchFlow(String name, MySqlServer server, ElasticsearchServer search) {
        this.name = name;
        this.server = server;
        this.search = search;
        this.database = server.createDatabase(name.replace('-', '_'));
        server.execute(
                "CREATE TABLE " + table() + " (id BIGINT NOT NULL PRIMARY KEY, v BIGINT NOT NULL, payload TEXT)");
        this.writer = new HistoryWriter(table(), 300, name.hashCode());
    }

    String table() {
        return database + ".changes";
    }

    String index() {
        return name + "-" + database + "-changes";
    }

    HistoryWriter writer() {
        return writer;
    }

    /** The pipeline file: the table's source {@code db}, what is given, and the sink {@code search} with its inputs and options. */
    Path pipelineFile(Path folder, String between, String inputs, String searchOptions) throws Exception {
        String text = """
                name: %s
                sources:
                  db:
                    type: mysql
                    hostname: %s
                    port: %d
                    username: %s
                    password: %s
                    tables: ["%s"]
                    scan.startup.mode: earliest-offset
                %ssinks:
                  search:
                    type: elasticsearch
                    inputs: [%s]
                    hosts: ["%s"]
                    index: "%s-${db}-${table}"
                    include.provenance: true
                %spipeline:
                  flink: {execution.checkpointing.interval: 1s, restart-strategy.type: fixed-delay, restart-strategy.fixed-delay.attempts: 50, restart-strategy.fixed-delay.delay: 1s}
                """.formatted(
                        name,
                        server.hostname(),
                        server.port(),
                        server.rootUser(),
                        server.password(),
                        table(),
                        between,
                        inputs,
                        search.url(),
                        name,
                        searchOptions.indent(4));
        return Files.write(folder.resolve(name + ".yaml"), text.getBytes(UTF_8));
    }

    /** The pipeline of a file. */
    static Pipeline read(Path file) throws Exception {
        return new PipelineReader(PluginCatalog.load(SearchFlow.class.getClassLoader()), new Secrets(), Map.of(), true)
                .read(file);
    }

    /** Commits at least so many changes in a session that logs its rows so ({@code binlog_row_image}). */
    void write(String image, long changes) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION binlog_row_image = '" + image + "'");
            writer.write(connection, changes);
        } catch (SQLException e) {
            throw new CompletionException("Writing to " + server + " failed", e);
        }
    }

    /** The same, all rows taken out now and then and some put back in. */
    void writeAndTruncate(int rounds, long changes) {
        try (Connection connection = server.connect()) {
            for (int round = 0; round < rounds; round++) {
                writer.write(connection, changes);
                writer.truncate(connection);
            }
            writer.write(connection, changes);
        } catch (SQLException e) {
            throw new CompletionException("Writing to " + server + " failed", e);
        }
    }

    static CompletableFuture<Void> meanwhile(Runnable writing) {
        return CompletableFuture.runAsync(writing);
    }

    /** The highest version of a row that is found; 0 when none is. */
    long highestVersion() {
        return documents().values().stream()
                .mapToLong(document -> document.source().path("v").asLong())
                .max()
                .orElse(0);
    }

    /** Waits until the documents are the table's rows, the versions of all being the sequences of their last changes. */
    void assertSearchable() {
        Awaitility.await("documents of " + index())
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(differences()).isEmpty());
        assertThat(documents().values()).isNotEmpty().allSatisfy(document -> assertThat(document.version())
                .isEqualTo(document.source().at("/_dbus/sequence").longValue()));
    }

    /** The documents by their keys. */
    Map<Long, ElasticsearchDocument> documents() {
        Map<Long, ElasticsearchDocument> byKey = new TreeMap<>();
        for (ElasticsearchDocument document : search.documents(index() + "*")) {
            byKey.put(Long.valueOf(document.id()), document);
        }
        return byKey;
    }

    /** The keys whose rows and documents differ, and how. */
    private List<String> differences() {
        Map<Long, String> rows = new TreeMap<>();
        for (Map<String, Object> row : server.query("SELECT id, v, payload FROM " + table())) {
            rows.put(((Number) row.get("id")).longValue(), row.get("v") + " " + row.get("payload"));
        }
        Map<Long, String> found = new TreeMap<>();
        documents().forEach((key, document) -> {
            JsonNode source = document.source();
            found.put(
                    source.path("id").asLong(-1) == key ? key : -key,
                    source.path("v").asText() + " " + source.path("payload").asText());
        });
        List<String> differences = new ArrayList<>();
        TreeMap<Long, String> keys = new TreeMap<>(rows);
        keys.putAll(found);
        for (Long key : keys.keySet()) {
            String row = rows.getOrDefault(key, "no row");
            String document = found.getOrDefault(key, "no document");
            if (!row.equals(document) && differences.size() < 5) {
                differences.add("key " + key + ": the table has " + row + " and the index " + document);
            }
        }
        return differences;
    }
}
