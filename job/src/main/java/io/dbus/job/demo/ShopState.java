package io.dbus.job.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The rows of a table by key, each as one text: from MySQL by SELECT, from Kafka as the last states of its keys, or from Elasticsearch as documents
 * by their {@code _id}.
 *
 * @param rows the rows by key
 * @param changes the records with a value that were read from Kafka; 0 from elsewhere
 */
public record ShopState(Map<String, String> rows, long changes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DateTimeFormatter SQL_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSSSSS][.SSS]");

    /**
     * One row.
     *
     * @param key the values of its key, with a bar between them
     * @param text all of its columns and values
     */
    public record Row(String key, String text) {
        /** The row of an image in {@code debezium-json}, which is the member {@code before} or {@code after}. */
        public static Row ofDebeziumJson(JsonNode image, ShopTable table) {
            List<String> key = new ArrayList<>();
            List<String> row = new ArrayList<>();
            for (ShopColumn column : table.columns()) {
                String text = ofJson(column, image.get(column.delivered()));
                row.add(column.delivered() + "=" + text);
                if (table.key().contains(column.name())) {
                    key.add(text);
                }
            }
            return new Row(String.join("|", key), String.join(", ", row));
        }
    }

    /** What SELECT shows of the rows that the pipeline lets pass. */
    public static ShopState inMySql(MySqlServer server, ShopTable table) {
        return inMySql(server, table, table.condition());
    }

    /** What SELECT shows of the rows that can be made into documents. */
    static ShopState soundInMySql(MySqlServer server, ShopTable table) {
        return inMySql(server, table, table.condition() + " AND " + table.sound());
    }

    private static ShopState inMySql(MySqlServer server, ShopTable table, String condition) {
        Map<String, String> rows = new TreeMap<>();
        List<String> names = table.columns().stream().map(ShopColumn::name).toList();
        String sql = "SELECT " + String.join(", ", names) + " FROM " + ShopTable.DATABASE + "." + table.name()
                + " WHERE " + condition;
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET time_zone = '+00:00'");
            try (ResultSet result = statement.executeQuery(sql)) {
                while (result.next()) {
                    List<String> key = new ArrayList<>();
                    List<String> row = new ArrayList<>();
                    for (ShopColumn column : table.columns()) {
                        String text = ofSql(column, result);
                        row.add(column.delivered() + "=" + text);
                        if (table.key().contains(column.name())) {
                            key.add(text);
                        }
                    }
                    rows.put(String.join("|", key), String.join(", ", row));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Reading " + table.name() + " of " + server + " failed: " + e.getMessage(), e);
        }
        return new ShopState(rows, 0);
    }

    /** The last states in a topic, of committed records in the order of their partitions; none where no row made the topic yet. */
    static ShopState inKafka(KafkaCluster kafka, String topic, ShopTable table) {
        Map<String, String> rows = new TreeMap<>();
        if (!isThere(kafka, topic)) {
            return new ShopState(rows, 0);
        }
        long changes = 0;
        for (ConsumerRecord<byte[], byte[]> each : kafka.readCommitted(topic)) {
            if (each.value() == null) {
                continue;
            }
            changes++;
            JsonNode value = parse(each.value());
            boolean delete = value.get("op").asText().equals("d");
            Row row = Row.ofDebeziumJson(value.get(delete ? "before" : "after"), table);
            if (delete) {
                rows.remove(row.key());
            } else {
                rows.put(row.key(), row.text());
            }
        }
        return new ShopState(rows, changes);
    }

    private static boolean isThere(KafkaCluster kafka, String topic) {
        try {
            return kafka.admin().listTopics().names().get().contains(topic);
        } catch (ExecutionException e) {
            throw new IllegalStateException("Listing the topics of " + kafka + " failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while listing the topics of " + kafka, e);
        }
    }

    /** The documents of an index; none where no row made it yet. */
    static ShopState inElasticsearch(ElasticsearchServer elasticsearch, String index, ShopTable table) {
        Map<String, String> rows = new TreeMap<>();
        if (!isThere(elasticsearch, index)) {
            return new ShopState(rows, 0);
        }
        for (ElasticsearchDocument document : elasticsearch.documents(index)) {
            rows.put(document.id(), ofDocument(document.source(), table));
        }
        return new ShopState(rows, 0);
    }

    /** The row of a document, as one text. */
    public static String ofDocument(JsonNode source, ShopTable table) {
        List<String> row = new ArrayList<>();
        for (ShopColumn column : table.columns()) {
            row.add(column.delivered() + "=" + ofDocument(column, source.get(column.delivered())));
        }
        return String.join(", ", row);
    }

    private static boolean isThere(ElasticsearchServer elasticsearch, String index) {
        for (JsonNode each : elasticsearch.call("GET", "/_cat/indices?format=json&h=index", "")) {
            if (each.get("index").asText().equals(index)) {
                return true;
            }
        }
        return false;
    }

    private static String ofSql(ShopColumn column, ResultSet result) throws SQLException {
        String text = result.getString(column.name());
        if (text == null) {
            return "NULL";
        }
        return switch (column.kind()) {
            case NUMBER -> Long.toString(result.getLong(column.name()));
            case DECIMAL -> new BigDecimal(text).toPlainString();
            case TEXT -> text;
            case DATETIME, TIMESTAMP -> LocalDateTime.parse(text, SQL_TIME).toString();
        };
    }

    private static String ofJson(ShopColumn column, JsonNode value) {
        if (value == null) {
            return "ABSENT";
        }
        if (value.isNull()) {
            return "NULL";
        }
        return switch (column.kind()) {
            case NUMBER -> value.asText();
            case DECIMAL -> new BigDecimal(value.asText()).toPlainString();
            case TEXT -> value.textValue();
            case DATETIME ->
                LocalDateTime.ofInstant(Instant.ofEpochMilli(value.longValue()), ZoneOffset.UTC)
                        .toString();
            case TIMESTAMP ->
                LocalDateTime.ofInstant(Instant.parse(value.textValue()), ZoneOffset.UTC)
                        .toString();
        };
    }

    private static String ofDocument(ShopColumn column, JsonNode value) {
        if (value == null || value.isNull()) {
            return value == null ? "ABSENT" : "NULL";
        }
        return switch (column.kind()) {
            case NUMBER, DECIMAL, TEXT -> value.asText();
            case DATETIME -> LocalDateTime.parse(value.textValue()).toString();
            case TIMESTAMP ->
                LocalDateTime.ofInstant(Instant.parse(value.textValue()), ZoneOffset.UTC)
                        .toString();
        };
    }

    private static JsonNode parse(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("A record of the demo is not JSON", e);
        }
    }
}
