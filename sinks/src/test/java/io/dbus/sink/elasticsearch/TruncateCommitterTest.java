package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.flink.api.connector.sink2.Committer.CommitRequest;
import org.apache.flink.api.connector.sink2.mocks.MockCommitRequest;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The committer of truncates against a server that answers each path with what the test wants, one after the other, the last for ever. */
class TruncateCommitterTest {
    private static final String WHOLE = "\"timed_out\":false,\"_shards\":{\"failed\":0}";
    private static final String NO_MORE = "{\"_scroll_id\":\"s\"," + WHOLE + ",\"hits\":{\"hits\":[]}}";
    private static final PendingTruncate TRUNCATE = new PendingTruncate("shop-t", 100, "TRUNCATE of table shop.t");

    private record Reply(int status, String body) {}

    private final Map<String, Queue<Reply>> replies = new ConcurrentHashMap<>();
    private final List<String> bulks = new CopyOnWriteArrayList<>();
    private final Figures figures = new Figures();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            if (path.equals("/_bulk")) {
                bulks.add(body);
            }
            // A scroll is closed under the path by which it goes on.
            boolean closing = exchange.getRequestMethod().equals("DELETE");
            Queue<Reply> queue = closing ? new ArrayDeque<>() : replies.getOrDefault(path, new ArrayDeque<>());
            Reply reply = queue.size() > 1 ? queue.poll() : queue.peek();
            byte[] answer = (reply == null ? "{}" : reply.body()).getBytes(UTF_8);
            exchange.sendResponseHeaders(reply == null ? 200 : reply.status(), answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        server.start();
        reply("/shop-t/_refresh", new Reply(200, "{\"_shards\":{\"failed\":0}}"));
        reply("/shop-t/_search", new Reply(200, hits("{\"_index\":\"shop-t\",\"_id\":\"a\",\"_version\":5}")));
        reply("/_search/scroll", new Reply(200, NO_MORE));
        reply("/_bulk", new Reply(200, "{\"items\":[{\"delete\":{\"status\":200}}]}"));
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void reply(String path, Reply... order) {
        replies.put(path, new ArrayDeque<>(List.of(order)));
    }

    private static String hits(String... hits) {
        return "{\"_scroll_id\":\"s\"," + WHOLE + ",\"hits\":{\"hits\":[" + String.join(",", hits) + "]}}";
    }

    private void commit(Duration within) throws IOException, InterruptedException {
        commit(TRUNCATE, within);
    }

    private void commit(PendingTruncate truncate, Duration within) throws IOException, InterruptedException {
        ConnectionSettings settings = ConnectionSettings.of(Configuration.fromMap(
                Map.of("hosts", "http://127.0.0.1:" + server.getAddress().getPort())));
        TruncateCommitter committer = new TruncateCommitter(
                "search", settings, new RetryPolicy(Duration.ofMillis(1), Duration.ofMillis(10), within), figures);
        try {
            List<CommitRequest<PendingTruncate>> requests = List.of(new MockCommitRequest<>(truncate));
            committer.commit(requests);
        } finally {
            committer.close();
        }
    }

    private void commit() throws IOException, InterruptedException {
        commit(Duration.ofMinutes(5));
    }

    @Test
    void documents_of_lower_versions_are_deleted_with_the_version_of_the_truncate_and_where_they_are_routed()
            throws Exception {
        reply(
                "/shop-t/_search",
                new Reply(
                        200,
                        hits(
                                "{\"_index\":\"shop-t\",\"_id\":\"a\",\"_version\":99}",
                                "{\"_index\":\"shop-t\",\"_id\":\"b\",\"_version\":100}",
                                "{\"_index\":\"shop-t\",\"_id\":\"c\",\"_version\":101}",
                                "{\"_index\":\"shop-t\",\"_id\":\"d\",\"_version\":1,\"_routing\":\"r\"}")));
        reply("/_bulk", new Reply(200, "{\"items\":[{\"delete\":{\"status\":200}},{\"delete\":{\"status\":404}}]}"));
        commit();

        assertThat(bulks)
                .containsExactly(
                        "{\"delete\":{\"_index\":\"shop-t\",\"_id\":\"a\",\"version\":100,\"version_type\":\"external\"}}\n"
                                + "{\"delete\":{\"_index\":\"shop-t\",\"_id\":\"d\",\"version\":100,\"version_type\":\"external\",\"routing\":\"r\"}}\n");
        assertThat(figures.count("truncatedDocuments")).isEqualTo(1);
    }

    @Test
    void the_documents_of_an_index_whose_name_a_url_must_escape_are_deleted() throws Exception {
        String index = "shop-100%ü";
        reply("/" + index + "/_refresh", new Reply(200, "{\"_shards\":{\"failed\":0}}"));
        reply(
                "/" + index + "/_search",
                new Reply(200, hits("{\"_index\":\"" + index + "\",\"_id\":\"a\",\"_version\":5}")));
        commit(new PendingTruncate(index, 100, "TRUNCATE"), Duration.ofSeconds(30));
        assertThat(bulks).singleElement().satisfies(bulk -> assertThat(bulk).contains(index));
    }

    @Test
    void all_pages_are_read() throws Exception {
        reply(
                "/_search/scroll",
                new Reply(200, hits("{\"_index\":\"shop-t\",\"_id\":\"b\",\"_version\":5}")),
                new Reply(200, NO_MORE));
        commit();
        assertThat(bulks).hasSize(2);
    }

    @Test
    void an_index_that_is_not_there_has_no_documents() throws Exception {
        reply("/shop-t/_refresh", new Reply(404, "{\"error\":{\"type\":\"index_not_found_exception\"}}"));
        commit();
        assertThat(bulks).isEmpty();
    }

    @Test
    void what_is_not_done_is_begun_anew_until_it_is() throws Exception {
        Reply busy = new Reply(429, "{}");
        reply(
                "/shop-t/_refresh",
                busy,
                new Reply(503, "{}"),
                new Reply(200, "{\"_shards\":{\"failed\":1}}"),
                new Reply(200, "{\"_shards\":{\"failed\":0}}"));
        String page = hits("{\"_index\":\"shop-t\",\"_id\":\"a\",\"_version\":5}");
        reply(
                "/shop-t/_search",
                busy,
                new Reply(200, page.replace("\"failed\":0", "\"failed\":1")),
                new Reply(200, page.replace("\"timed_out\":false", "\"timed_out\":true")),
                new Reply(200, page));
        reply(
                "/_bulk",
                busy,
                new Reply(
                        200,
                        "{\"items\":[{\"delete\":{\"status\":503,\"error\":{\"type\":\"unavailable_shards_exception\"}}}]}"),
                new Reply(200, "{\"items\":[{\"delete\":{\"status\":200}}]}"));
        reply(
                "/_search/scroll",
                new Reply(404, "{\"error\":{\"type\":\"search_context_missing_exception\"}}"),
                new Reply(200, NO_MORE));
        commit();
        assertThat(bulks).hasSize(4);
    }

    @Test
    void a_later_row_of_a_key_stays() throws Exception {
        reply(
                "/_bulk",
                new Reply(
                        200,
                        "{\"items\":[{\"delete\":{\"status\":409,\"error\":{\"type\":\"version_conflict_engine_exception\"}}}]}"));
        commit();
        assertThat(bulks).hasSize(1);
        assertThat(figures.count("truncatedDocuments")).isZero();
    }

    @Test
    void what_may_not_be_done_fails_the_job_with_the_cure() {
        reply("/shop-t/_refresh", new Reply(403, "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}"));
        assertThatThrownBy(this::commit)
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("security_exception: no")
                .hasMessageContaining("maintenance");
    }

    @Test
    void a_cluster_that_stays_away_fails_the_job() {
        reply("/shop-t/_refresh", new Reply(503, "{}"));
        assertThatThrownBy(() -> commit(Duration.ofMillis(200)))
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("could not be deleted within sink.retry-timeout")
                .hasMessageContaining("TRUNCATE of table shop.t");
    }
}
