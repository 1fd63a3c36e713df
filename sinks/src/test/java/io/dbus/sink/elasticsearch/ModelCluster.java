package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/**
 * A cluster of {@link ModelDocuments} on a virtual clock, failing at random in every way that the network and a busy cluster have.
 */
final class ModelCluster {
    private final VirtualTask task;
    private final Random random;
    private final double faults;
    private final ModelDocuments documents = new ModelDocuments();
    final Map<String, Integer> faultsSeen = new TreeMap<>();
    int largestInFlight;
    int requests;

    ModelCluster(VirtualTask task, Random random, double faults) {
        this.task = task;
        this.random = random;
        this.faults = faults;
    }

    Map<String, String> documents() {
        return documents.all();
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
                JsonNode action = ModelDocuments.read(text[i]);
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
            JsonNode asked = ModelDocuments.read(new String(json, UTF_8)).path("docs");
            Set<String> ids = new HashSet<>();
            asked.forEach(doc ->
                    ids.add(doc.path("_index").asText() + "/" + doc.path("_id").asText()));
            return respond(ids, method + " " + path, () -> documents.get(asked));
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
        return documents.bulk(lines, number -> {
            if (random.nextDouble() >= faults / 2) {
                return 0;
            }
            faultsSeen.merge("item refused", 1, Integer::sum);
            return random.nextBoolean() ? 429 : 503;
        });
    }
}
