package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * What happened to each key of a table, in order: {@code c1, u2, u3, d3}, the number being the row's version. A record
 * lost, repeated, out of order or under the wrong key makes two histories differ.
 */
final class History {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Long, List<String>> byKey = new TreeMap<>();
    private long size;

    void add(long key, String operation, long version) {
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(operation + version);
        size++;
    }

    void addAll(History other) {
        other.byKey.forEach((key, changes) ->
                byKey.computeIfAbsent(key, k -> new ArrayList<>()).addAll(changes));
        size += other.size;
    }

    void clear() {
        byKey.clear();
        size = 0;
    }

    long size() {
        return size;
    }

    /** The history of some keys alone. */
    History of(LongPredicate keys) {
        History some = new History();
        byKey.forEach((key, changes) -> {
            if (keys.test(key)) {
                some.byKey.put(key, List.copyOf(changes));
                some.size += changes.size();
            }
        });
        return some;
    }

    /** How many changes were of an operation. */
    long count(String operation) {
        return byKey.values().stream()
                .flatMap(List::stream)
                .filter(change -> change.startsWith(operation))
                .count();
    }

    /** The history that records in {@code debezium-json} tell, in the order in which they were read; tombstones aside. */
    static History ofDebeziumJson(Iterable<ConsumerRecord<byte[], byte[]>> records) {
        History history = new History();
        try {
            for (ConsumerRecord<byte[], byte[]> each : records) {
                if (each.value() == null) {
                    continue;
                }
                JsonNode value = JSON.readTree(each.value());
                String operation = value.get("op").asText();
                JsonNode image = value.get(operation.equals("d") ? "before" : "after");
                long key = JSON.readTree(each.key()).get("id").longValue();
                assertThat(image.get("id").longValue())
                        .as("the key of the record and of its row")
                        .isEqualTo(key);
                history.add(key, operation, image.get("v").longValue());
            }
        } catch (IOException e) {
            throw new UncheckedIOException("A record is not JSON", e);
        }
        return history;
    }

    /** Fails, and shows the first keys that differ, unless the other history is the same. */
    void assertSameAs(History expected) {
        List<String> differences = new ArrayList<>();
        TreeMap<Long, List<String>> keys = new TreeMap<>(expected.byKey);
        keys.putAll(byKey);
        for (Long key : keys.keySet()) {
            List<String> mine = byKey.getOrDefault(key, List.of());
            List<String> theirs = expected.byKey.getOrDefault(key, List.of());
            if (!mine.equals(theirs) && differences.size() < 5) {
                differences.add("key " + key + ": expected " + theirs + " but was " + mine);
            }
        }
        assertThat(differences).isEmpty();
        assertThat(size).isEqualTo(expected.size);
    }
}
