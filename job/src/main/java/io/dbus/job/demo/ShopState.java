package io.dbus.job.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * The rows of a table by key, each as one text: from MySQL by SELECT, or from Kafka as the last states of its keys.
 *
 * @param rows the rows by key
 * @param changes the records with a value that were read; 0 from MySQL
 */
record ShopState(Map<String, String> rows, long changes) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final DateTimeFormatter SQL_TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss[.SSSSSS][.SSS]");

    /** What SELECT shows of the rows that the pipeline lets pass. */
    static ShopState inMySql(MySqlServer server, ShopTable table) {
        Map<String, String> rows = new TreeMap<>();
        List<String> names = table.columns().stream().map(ShopColumn::name).toList();
        String sql = "SELECT " + String.join(", ", names) + " FROM " + ShopTable.DATABASE + "." + table.name()
                + " WHERE " + table.condition();
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
                    rows.put(String.join("/", key), String.join(", ", row));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "Reading " + table.name() + " of " + server + " failed: " + e.getMessage(), e);
        }
        return new ShopState(rows, 0);
    }

    /** The last states in a topic, of committed records in the order of their partitions. */
    static ShopState inKafka(KafkaCluster kafka, String topic, ShopTable table) {
        Map<String, String> rows = new TreeMap<>();
        long changes = 0;
        for (ConsumerRecord<byte[], byte[]> each : kafka.readCommitted(topic)) {
            if (each.value() == null) {
                continue;
            }
            changes++;
            JsonNode value = parse(each.value());
            boolean delete = value.get("op").asText().equals("d");
            JsonNode image = value.get(delete ? "before" : "after");
            List<String> key = new ArrayList<>();
            List<String> row = new ArrayList<>();
            for (ShopColumn column : table.columns()) {
                String text = ofJson(column, image.get(column.delivered()));
                row.add(column.delivered() + "=" + text);
                if (table.key().contains(column.name())) {
                    key.add(text);
                }
            }
            if (delete) {
                rows.remove(String.join("/", key));
            } else {
                rows.put(String.join("/", key), String.join(", ", row));
            }
        }
        return new ShopState(rows, changes);
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

    private static JsonNode parse(byte[] json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("A record of the demo is not JSON", e);
        }
    }
}
