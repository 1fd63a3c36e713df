package io.dbus.embedded;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The REST API of one node. Every failure names the call, the answer and the node's log. */
final class ElasticsearchRest {
    /** Numbers stay what they are: no double between a document and who compares it. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final int PAGE = 1_000;

    private final URI uri;
    private final ServerLog log;
    private final Optional<String> authorization;
    private final HttpClient client;

    ElasticsearchRest(URI uri, ServerLog log, Optional<ElasticsearchSecurity> security) {
        this.uri = uri;
        this.log = log;
        HttpClient.Builder builder =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(10));
        security.map(ElasticsearchSecurity::trust).ifPresent(builder::sslContext);
        this.client = builder.build();
        this.authorization = security.map(present -> "Basic "
                + Base64.getEncoder()
                        .encodeToString((ElasticsearchSecurity.USER + ":" + ElasticsearchSecurity.PASSWORD)
                                .getBytes(StandardCharsets.UTF_8)));
    }

    URI uri() {
        return uri;
    }

    /** Whether the node of that cluster answers, and can take documents: another may sit on its port. */
    boolean isReady(String cluster) {
        try {
            HttpResponse<String> response = send("GET", "/_cluster/health", "", Duration.ofSeconds(5));
            JsonNode health = JSON.readTree(response.body());
            return response.statusCode() == 200
                    && health.path("cluster_name").asText().equals(cluster)
                    && !health.path("status").asText().equals("red");
        } catch (IOException e) {
            return false;
        }
    }

    JsonNode call(String method, String path, String body) {
        String what = method + " " + uri + path;
        try {
            HttpResponse<String> response = send(method, path, body, LIMIT);
            if (response.statusCode() >= 300) {
                throw new ServerFailedException(what + " was answered with " + response.statusCode() + " "
                        + response.body() + "; the log of the node is " + log.file());
            }
            return response.body().isBlank() ? JSON.createObjectNode() : JSON.readTree(response.body());
        } catch (IOException e) {
            throw log.failure(what + " failed", e);
        }
    }

    private HttpResponse<String> send(String method, String path, String body, Duration limit) throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(uri + path))
                .timeout(limit)
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (!body.isEmpty()) {
            String type = path.contains("_bulk") ? "application/x-ndjson" : "application/json";
            request.header("Content-Type", type);
        }
        authorization.ifPresent(value -> request.header("Authorization", value));
        try {
            return client.send(request.build(), BodyHandlers.ofString(StandardCharsets.UTF_8));
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    List<ElasticsearchDocument> documents(String index) {
        String target = URLEncoder.encode(index, StandardCharsets.UTF_8);
        call("POST", "/" + target + "/_refresh", "");
        // All pages see the same moment, whatever is written meanwhile.
        String moment = call("POST", "/" + target + "/_pit?keep_alive=1m", "")
                .path("id")
                .asText();
        try {
            List<ElasticsearchDocument> documents = new ArrayList<>();
            Optional<JsonNode> last = Optional.empty();
            while (true) {
                JsonNode hits = page(moment, last).path("hits").path("hits");
                hits.forEach(hit -> documents.add(document(hit)));
                if (hits.size() < PAGE) {
                    return documents;
                }
                last = Optional.of(hits.get(hits.size() - 1).path("sort"));
            }
        } finally {
            ObjectNode close = JSON.createObjectNode().put("id", moment);
            call("DELETE", "/_pit", close.toString());
        }
    }

    private JsonNode page(String moment, Optional<JsonNode> after) {
        ObjectNode search = JSON.createObjectNode().put("size", PAGE).put("version", true);
        search.putObject("pit").put("id", moment).put("keep_alive", "1m");
        ArrayNode sort = search.putArray("sort");
        sort.add("_shard_doc");
        after.ifPresent(value -> search.set("search_after", value));
        return call("POST", "/_search", search.toString());
    }

    private static ElasticsearchDocument document(JsonNode hit) {
        return new ElasticsearchDocument(
                hit.path("_index").asText(),
                hit.path("_id").asText(),
                Optional.ofNullable(hit.get("_routing")).map(JsonNode::asText),
                hit.path("_version").longValue(),
                hit.path("_source"));
    }
}
