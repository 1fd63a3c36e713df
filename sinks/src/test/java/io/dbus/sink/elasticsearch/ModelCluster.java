package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * What Elasticsearch does with versions, in memory and on a virtual clock, failing at random in every way that the network and a busy cluster have. Documents of two
 * routings may share a shard, as there. It never forgets a version.
 */
final class ModelCluster {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHARDS = 2;

    private record Stored(long version, JsonNode source) {}

    private final VirtualTask task;
    private final Random random;
    private final double faults;
    private final Map<String, Stored> shards = new HashMap<>();
    final Map<String, Integer> faultsSeen = new TreeMap<>();
    int largestInFlight;
    int requests;

    ModelCluster(VirtualTask task, Random random, double faults) {
        this.task = task;
        this.random = random;
        this.faults = faults;
    }

    /** The documents that can be found, as {@code index/id} and their JSON; one that is on two shards is there twice. */
    Map<String, String> documents() {
        Map<String, String> documents = new TreeMap<>();
        shards.forEach((place, stored) -> {
            if (stored.source() != null) {
                documents.merge(
                        place.substring(place.indexOf(':') + 1), stored.source().toString(), (a, b) -> a + " and " + b);
            }
        });
        return documents;
    }

    /** A connection of one writer: of that writer no two operations of one document may be in flight. */
    ElasticsearchConnection connect() {
        return new Connection();
    }

    private final class Connection implements ElasticsearchConnection {
        private final Set<String> inFlight = new HashSet<>();

        @Override
        public CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters) {
            String[] text = new String(lines, 0, length, UTF_8).split("\n");
            Set<String> ids = new HashSet<>();
            for (int i = 0; i < text.length; i++) {
                JsonNode action = read(text[i]);
                String kind = action.fieldNames().next();
                String id = action.path(kind).path("_index").asText() + "/"
                        + action.path(kind).path("_id").asText();
                if (!ids.add(id)) {
                    throw new AssertionError("Two operations of document " + id + " in one bulk");
                }
                i += kind.equals("index") ? 1 : 0;
            }
            return respond(ids, "POST /_bulk", () -> items(text));
        }

        @Override
        public CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json) {
            JsonNode asked = read(new String(json, UTF_8)).path("docs");
            Set<String> ids = new HashSet<>();
            asked.forEach(doc ->
                    ids.add(doc.path("_index").asText() + "/" + doc.path("_id").asText()));
            return respond(ids, method + " " + path, () -> stored(asked));
        }

        private CompletableFuture<Answer> respond(Set<String> ids, String request, Work work) {
            requests++;
            for (String id : ids) {
                if (!inFlight.add(id)) {
                    throw new AssertionError("Two operations of document " + id + " in flight");
                }
            }
            largestInFlight = Math.max(largestInFlight, inFlight.size());
            CompletableFuture<Answer> answer = new CompletableFuture<>();
            task.executeIn(
                    random.nextInt(20_000_000),
                    () -> {
                        inFlight.removeAll(ids);
                        if (random.nextDouble() >= faults) {
                            answer.complete(ok(request, work.answer()));
                        } else {
                            fail(request, work, answer);
                        }
                    },
                    "answer");
            return answer;
        }

        @Override
        public void close() {}
    }

    private interface Work {
        ObjectNode answer();
    }

    private void fail(String request, Work work, CompletableFuture<Answer> answer) {
        List<String> ways = List.of("cut before", "cut after", "carried out late", "429", "503");
        String way = ways.get(random.nextInt(ways.size()));
        faultsSeen.merge(way, 1, Integer::sum);
        switch (way) {
            case "cut before" -> answer.completeExceptionally(new IOException("Connection reset"));
            case "cut after" -> {
                work.answer();
                answer.completeExceptionally(new IOException("Connection reset"));
            }
            case "carried out late" -> {
                task.executeIn(random.nextInt(2_000_000_000), work::answer, "late");
                answer.completeExceptionally(new IOException("Read timed out"));
            }
            default -> answer.complete(new Answer(Integer.parseInt(way), "http://model", request, new byte[0]));
        }
    }

    private static Answer ok(String request, ObjectNode body) {
        return new Answer(200, "http://model", request, body.toString().getBytes(UTF_8));
    }

    private ObjectNode items(String[] lines) {
        ObjectNode answer = JSON.createObjectNode().put("errors", false);
        ArrayNode items = answer.putArray("items");
        for (int i = 0; i < lines.length; i++) {
            JsonNode action = read(lines[i]);
            String kind = action.fieldNames().next();
            JsonNode source = kind.equals("index") ? read(lines[++i]) : null;
            ObjectNode item = items.addObject().putObject(kind);
            item.put("_id", action.path(kind).path("_id").asText());
            if (random.nextDouble() < faults / 2) {
                faultsSeen.merge("item refused", 1, Integer::sum);
                error(item, random.nextBoolean() ? 429 : 503, "es_rejected_execution_exception");
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

    private ObjectNode stored(JsonNode asked) {
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

    private static JsonNode read(String json) {
        try {
            return JSON.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException("Not JSON: " + Arrays.asList(json), e);
        }
    }
}
