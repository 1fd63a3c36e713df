package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import io.dbus.sink.elasticsearch.document.Indices;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the documents of truncated tables, when the checkpoint is complete that the TRUNCATE lies before.
 *
 * <p>By then every row that is earlier in the server's history is written: the source emits it before the TRUNCATE, so before the checkpoint's barrier,
 * and all writers were drained there (where checkpoints are aligned and no operator holds rows over them, as the option says). So every document of a version below the statement's sequence goes, and none that comes later: deletes carry the
 * sequence as their version, and a later row's document refuses them. Doing it again changes nothing.
 *
 * <p>Documents are found by a scroll over a refreshed index, the one way to walk a whole index that Elasticsearch of every version and OpenSearch have in common
 * (Elasticsearch reference, "Paginate search results").
 */
final class TruncateCommitter implements Committer<PendingTruncate> {
    private static final Logger LOG = LoggerFactory.getLogger(TruncateCommitter.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int PAGE = 2_000;
    private static final String KEEP = "5m";

    private final String component;
    private final ElasticsearchConnection connection;
    private final RetryPolicy retry;
    private final Counter deleted;
    private final Random random = new Random();

    TruncateCommitter(String component, ConnectionSettings connection, RetryPolicy retry, MetricGroup metrics)
            throws IOException {
        this.component = component;
        this.connection = connection.connect();
        this.retry = retry;
        this.deleted = metrics.counter("truncatedDocuments");
    }

    /** Something that another try may cure. */
    private static final class Passing extends IOException {
        private static final long serialVersionUID = 1L;

        Passing(String message) {
            super(message);
        }
    }

    @Override
    public void commit(Collection<CommitRequest<PendingTruncate>> requests) throws IOException, InterruptedException {
        for (CommitRequest<PendingTruncate> request : requests) {
            commit(request.getCommittable());
        }
    }

    private void commit(PendingTruncate truncate) throws IOException, InterruptedException {
        long start = System.nanoTime();
        for (int failures = 1; ; failures++) {
            IOException failure;
            try {
                long count = delete(truncate);
                LOG.info(
                        "Sink {}: {} documents of index {} deleted ({})",
                        component,
                        count,
                        truncate.index(),
                        truncate.what());
                return;
            } catch (ElasticsearchFailure e) {
                throw e;
            } catch (IOException e) {
                failure = e;
            }
            long pause = retry.pauseNanos(failures, random);
            if (System.nanoTime() + pause - start >= retry.within().toNanos()) {
                throw new ElasticsearchFailure(
                        "Sink " + component + ": the documents of index " + truncate.index()
                                + " could not be deleted within " + ElasticsearchSinkOptions.RETRY_TIMEOUT.key() + " ("
                                + truncate.what() + "): " + failure.getMessage()
                                + ". See whether the cluster is up; the job begins with it again when it starts.",
                        failure);
            }
            Thread.sleep(pause / 1_000_000);
        }
    }

    /** Deletes what is there; gives how many documents it deleted. */
    private long delete(PendingTruncate truncate) throws IOException, InterruptedException {
        Answer refreshed = connection.call("POST", Indices.path(truncate.index()) + "/_refresh", Map.of(), null);
        if (refreshed.status() == 404) {
            return 0;
        }
        requireWhole(refreshed);
        long count = 0;
        JsonNode page = ask(
                Indices.path(truncate.index()) + "/_search",
                Map.of("scroll", KEEP, "allow_partial_search_results", "false"),
                search());
        String scroll = page.path("_scroll_id").asText();
        try {
            while (!page.path("hits").path("hits").isEmpty()) {
                count += delete(truncate, page.path("hits").path("hits"));
                ObjectNode next = JSON.createObjectNode().put("scroll", KEEP).put("scroll_id", scroll);
                page = ask("/_search/scroll", Map.of(), next);
                scroll = page.path("_scroll_id").asText(scroll);
            }
        } finally {
            connection.send(
                    "DELETE",
                    "/_search/scroll",
                    Map.of(),
                    JSON.writeValueAsBytes(JSON.createObjectNode().put("scroll_id", scroll)));
        }
        return count;
    }

    private static ObjectNode search() {
        ObjectNode search =
                JSON.createObjectNode().put("size", PAGE).put("version", true).put("_source", false);
        search.putArray("sort").add("_doc");
        return search;
    }

    private JsonNode ask(String path, Map<String, String> parameters, ObjectNode body)
            throws IOException, InterruptedException {
        Answer answer = connection.call("POST", path, parameters, JSON.writeValueAsBytes(body));
        JsonNode json = requireWhole(answer);
        if (!json.path("hits").path("hits").isArray() || json.path("timed_out").asBoolean(true)) {
            throw new Passing(answer.describe() + ", which is no whole answer to a search");
        }
        return json;
    }

    /** The answer when every shard has given it. */
    private JsonNode requireWhole(Answer answer) throws IOException {
        if (answer.status() == 429 || answer.status() >= 500) {
            throw new Passing(answer.describe());
        }
        // A scroll that is gone, as when its node is, is begun anew.
        if (answer.status() == 404 && answer.request().endsWith("/scroll")) {
            throw new Passing(answer.describe());
        }
        if (!answer.ok()) {
            throw new ElasticsearchFailure("Sink " + component + ": " + answer.describe()
                    + ". The option truncate: delete needs the index privileges read, write and maintenance.");
        }
        JsonNode json = answer.json();
        if (json.path("_shards").path("failed").asInt(0) > 0) {
            throw new Passing(answer.describe() + ", but "
                    + json.path("_shards").path("failed").asInt() + " shards failed");
        }
        return json;
    }

    private long delete(PendingTruncate truncate, JsonNode hits) throws IOException, InterruptedException {
        ByteArrayOutputStream lines = new ByteArrayOutputStream(hits.size() * 128);
        int count = 0;
        for (JsonNode hit : hits) {
            if (hit.path("_version").asLong(Long.MAX_VALUE) >= truncate.sequence()) {
                continue;
            }
            ObjectNode action = JSON.createObjectNode();
            ObjectNode delete = action.putObject("delete")
                    .put("_index", hit.path("_index").asText())
                    .put("_id", hit.path("_id").asText())
                    .put("version", truncate.sequence())
                    .put("version_type", "external");
            if (hit.has("_routing")) {
                delete.put("routing", hit.path("_routing").asText());
            }
            lines.writeBytes(JSON.writeValueAsBytes(action));
            lines.write('\n');
            count++;
        }
        if (count == 0) {
            return 0;
        }
        byte[] body = lines.toByteArray();
        Answer answer = ElasticsearchConnection.await(
                connection.bulk(body, body.length, Map.of("filter_path", BulkAnswer.FILTER)));
        if (!answer.ok()) {
            requireWhole(answer);
        }
        long done = 0;
        for (BulkAnswer.Item item : items(answer, count)) {
            switch (ItemOutcome.of(DocumentOperation.Kind.DELETE, item.status(), item.type())) {
                case DONE -> done += item.status() == 404 ? 0 : 1;
                // A later row of the same key is there.
                case CONFLICT -> {}
                case RETRY ->
                    throw new Passing("document " + truncate.index() + "/" + item.id() + ": " + item.reason());
                default ->
                    throw new ElasticsearchFailure("Sink " + component + ": document " + truncate.index() + "/"
                            + item.id()
                            + " cannot be deleted (" + truncate.what() + "): " + item.type() + ": " + item.reason()
                            + ". See the index and its settings.");
            }
        }
        deleted.inc(done);
        return done;
    }

    private List<BulkAnswer.Item> items(Answer answer, int count) throws ElasticsearchFailure {
        try {
            return BulkAnswer.items(answer.body(), count);
        } catch (IOException e) {
            throw new ElasticsearchFailure(
                    "Sink " + component + ": the answer of " + answer.host() + " to " + answer.request() + " "
                            + e.getMessage() + ". See what stands between the job and Elasticsearch, such as a proxy.",
                    e);
        }
    }

    @Override
    public void close() {
        connection.close();
    }
}
