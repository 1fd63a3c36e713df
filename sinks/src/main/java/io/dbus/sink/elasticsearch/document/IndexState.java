package io.dbus.sink.elasticsearch.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a cluster says of an index, or of those behind an alias.
 *
 * @param index the name by which it was asked for
 * @param indices the indices that it is, by their own names
 */
record IndexState(String index, ObjectNode indices) {
    /** A field of another type than wanted. */
    record Clash(String field, String found, String wanted) {
        @Override
        public String toString() {
            return field + " is " + found + ", not " + wanted;
        }
    }

    /** The answer to {@code GET /index?flat_settings=true}. */
    static IndexState of(String index, JsonNode answer) throws IOException {
        if (!(answer instanceof ObjectNode indices) || indices.isEmpty()) {
            throw new IOException("Elasticsearch says of the index " + index + " what is no answer: " + answer);
        }
        return new IndexState(index, indices);
    }

    /** Whether it is a data stream, whose documents take no versions of ours. */
    boolean isDataStream() {
        for (JsonNode state : indices) {
            if (state.has("data_stream")) {
                return true;
            }
        }
        return false;
    }

    /** The shortest {@code index.gc_deletes} that is set; empty when none is, or it is written as no time. */
    Optional<Duration> gcDeletes() {
        Optional<Duration> least = Optional.empty();
        for (JsonNode state : indices) {
            Optional<Duration> found =
                    time(state.path("settings").path("index.gc_deletes").asText(""));
            if (found.isPresent() && (least.isEmpty() || found.get().compareTo(least.get()) < 0)) {
                least = found;
            }
        }
        return least;
    }

    /** A time as Elasticsearch writes it: {@code 60s}. A negative one is for ever, which gc_deletes takes for not at all. */
    static Optional<Duration> time(String text) {
        if (text.matches("-[0-9]+[a-z]*")) {
            return Optional.of(Duration.ZERO);
        }
        String unit = text.replaceFirst("^[0-9]+", "");
        String number = text.substring(0, text.length() - unit.length());
        if (number.isEmpty() || number.length() > 15) {
            return Optional.empty();
        }
        long count = Long.parseLong(number);
        return switch (unit) {
            case "d" -> Optional.of(Duration.ofDays(count));
            case "h" -> Optional.of(Duration.ofHours(count));
            case "m" -> Optional.of(Duration.ofMinutes(count));
            case "s" -> Optional.of(Duration.ofSeconds(count));
            case "ms", "" -> Optional.of(Duration.ofMillis(count));
            case "micros", "nanos" -> Optional.of(Duration.ZERO);
            default -> Optional.empty();
        };
    }

    /** The fields that not every one of the indices has. */
    ObjectNode missing(ObjectNode wanted) {
        ObjectNode missing = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            for (JsonNode state : indices) {
                JsonNode found = field(state.path("mappings"), field.getKey());
                if (found.isMissingNode()) {
                    missing.set(field.getKey(), field.getValue());
                }
            }
        }
        return missing;
    }

    /** The fields whose type is another. */
    List<Clash> clashes(ObjectNode wanted) {
        List<Clash> clashes = new ArrayList<>();
        for (Map.Entry<String, JsonNode> field : wanted.properties()) {
            String type = type(field.getValue());
            for (JsonNode state : indices) {
                JsonNode found = field(state.path("mappings"), field.getKey());
                if (!found.isMissingNode() && !type(found).equals(type)) {
                    clashes.add(new Clash(field.getKey(), type(found), type));
                }
            }
        }
        return clashes;
    }

    /** A field by its path: {@code a.b} is the field b of the object a. */
    private static JsonNode field(JsonNode mappings, String path) {
        JsonNode field = mappings;
        for (String part : path.split("\\.")) {
            field = field.path("properties").path(part);
        }
        return field;
    }

    private static String type(JsonNode field) {
        return field.path("type").asText("object");
    }
}
