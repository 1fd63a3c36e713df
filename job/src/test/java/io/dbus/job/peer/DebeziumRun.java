package io.dbus.job.peer;

import io.dbus.embedded.MySqlServer;
import io.debezium.connector.mysql.MySqlConnector;
import io.debezium.engine.ChangeEvent;
import io.debezium.engine.DebeziumEngine;
import io.debezium.engine.format.Json;
import io.debezium.engine.format.KeyValueChangeEventFormat;
import io.debezium.relational.history.MemorySchemaHistory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.connect.storage.MemoryOffsetBackingStore;

/** Debezium's MySQL connector in this JVM, on one database of a server, from where its binlog ends. */
final class DebeziumRun implements AutoCloseable {
    /** A record as Connect's JSON converter writes it; null where there is none. */
    record Record(String key, String value) {}

    private final List<Record> records = new ArrayList<>();
    private IllegalStateException failure;
    private final DebeziumEngine<ChangeEvent<String, String>> engine;
    private final ExecutorService thread = Executors.newSingleThreadExecutor();

    /** Starts it. Rows that are committed before it is ready are not among its records. */
    DebeziumRun(MySqlServer server, String database, String prefix, Map<String, String> options) {
        Properties properties = new Properties();
        properties.put("name", prefix);
        properties.put("connector.class", MySqlConnector.class.getName());
        properties.put("offset.storage", MemoryOffsetBackingStore.class.getName());
        properties.put("schema.history.internal", MemorySchemaHistory.class.getName());
        properties.put("snapshot.mode", "no_data");
        properties.put("include.schema.changes", "false");
        properties.put("topic.prefix", prefix);
        properties.put("database.hostname", server.hostname());
        properties.put("database.port", String.valueOf(server.port()));
        properties.put("database.user", server.rootUser());
        properties.put("database.password", server.password());
        properties.put("database.server.id", "184054");
        properties.put("database.include.list", database);
        properties.put("converter.schemas.enable", "true");
        properties.putAll(options);
        engine = DebeziumEngine.create(KeyValueChangeEventFormat.of(Json.class, Json.class))
                .using(properties)
                .notifying(this::take)
                .using((success, message, error) -> failed(message, error))
                .build();
        thread.execute(engine);
    }

    /**
     * The records so far.
     *
     * @throws IllegalStateException when the connector has ended
     */
    List<Record> records() {
        synchronized (records) {
            if (failure != null) {
                throw failure;
            }
            return List.copyOf(records);
        }
    }

    @Override
    public void close() throws IOException {
        engine.close();
        thread.shutdown();
    }

    private void failed(String message, Throwable error) {
        synchronized (records) {
            failure = new IllegalStateException("Debezium has ended: " + message, error);
        }
    }

    private void take(ChangeEvent<String, String> event) {
        synchronized (records) {
            records.add(new Record(event.key(), event.value()));
        }
    }
}
