package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * What Elasticsearch does with documents and their external versions, in memory. Documents of two routings may share a shard, as there. It never forgets the
 * version of a deleted document, and takes none that has a field {@code bad}.
 */
final class ModelDocuments {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHARDS = 2;

    private record Stored(long version, JsonNode source) {}

    private final Map<String, Stored> shards = new HashMap<>();

    /** The documents that can be found, as {@code index/id} and their JSON; one that is on two shards is there twice. */
    synchronized Map<String, String> all() {
        Map<String, String> documents = new TreeMap<>();
        shards.forEach((place, stored) -> {
            if (stored.source() != null) {
                documents.merge(
                        place.substring(place.indexOf(':') + 1), stored.source().toString(), (a, b) -> a + " and " + b);
            }
        });
        return documents;
    }

    /**
     * Carries out a bulk.
     *
     * @param refused the status with which an operation is refused, by its number; 0 when it is not
     */
    synchronized ObjectNode bulk(String[] lines, Function<Integer, Integer> refused) {
        ObjectNode answer = JSON.createObjectNode().put("errors", false);
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < lines.length; i++) {
            JsonNode action = read(lines[i]);
            String kind = action.fieldNames().next();
            JsonNode source = kind.equals("index") ? read(lines[++i]) : null;
            ObjectNode item = items.addObject().putObject(kind);
            item.put("_id", action.path(kind).path("_id").asText());
            int status = refused.apply(items.size() - 1);
            if (status > 0) {
                error(item, status, "es_rejected_execution_exception");
            } else {
                apply(action.path(kind), source, item);
            }
        }
        return answer;
    }

    private void apply(JsonNode action, JsonNode source, ObjectNode item) {
        if (source != null && source.has("bad")) {
            error(item, 400, "document_parsing_exception");
            return;
        }
        String place = place(action);
        Stored stored = shards.get(place);
        long version = action.path("version").asLong();
        boolean gte = action.path("version_type").asText().equals("external_gte");
        if (stored != null && (gte ? version < stored.version() : version <= stored.version())) {
            error(item, 409, "version_conflict_engine_exception");
            return;
        }
        item.put("status", source != null || stored != null && stored.source() != null ? 200 : 404);
        shards.put(place, new Stored(version, source));
    }

    private static void error(ObjectNode item, int status, String type) {
        item.put("status", status).putObject("error").put("type", type).put("reason", "the model says so");
    }

    /** The documents that are asked for. */
    synchronized ObjectNode get(JsonNode asked) {
        ObjectNode answer = JSON.createObjectNode();
        ArrayNode docs = answer.putArray("docs");
        for (JsonNode each : asked) {
            Stored stored = shards.get(place(each));
            ObjectNode doc = docs.addObject();
            if (stored == null || stored.source() == null) {
                doc.put("found", false);
            } else {
                doc.put("_version", stored.version()).put("found", true).set("_source", stored.source());
            }
        }
        return answer;
    }

    private static String place(JsonNode action) {
        String id = action.path("_id").asText();
        String routing = action.path("routing").asText(id);
        return Math.floorMod(routing.hashCode(), SHARDS) + ":"
                + action.path("_index").asText() + "/" + id;
    }

    static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("Not JSON: " + json, e);
        }
    }
}
