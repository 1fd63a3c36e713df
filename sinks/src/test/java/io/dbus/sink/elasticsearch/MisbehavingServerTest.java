package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The writer against a server that misbehaves, over real connections. */
class MisbehavingServerTest {
    private static final int OPERATIONS = 10;

    private final Figures figures = new Figures();
    private final KeptRejects rejects = new KeptRejects();
    private final RealTask task = new RealTask();
    private MisbehavingServer server;
    private ElasticsearchConnection connection;

    @BeforeEach
    void start() throws IOException {
        server = new MisbehavingServer();
        connection = connect(Map.of());
    }

    @AfterEach
    void stop() throws IOException {
        connection.close();
        server.close();
        task.close();
    }

    private ElasticsearchConnection connect(Map<String, String> more) throws IOException {
        Map<String, String> options = new HashMap<>(more);
        options.putIfAbsent("hosts", server.url());
        return ConnectionSettings.of(Configuration.fromMap(options)).connect();
    }

    private BulkWriter writer(Duration within) {
        return writer(within, 100);
    }

    /** A writer that sends when it is to drain, or has so many operations. */
    private BulkWriter writer(Duration within, int maxActions) {
        return new BulkWriter(
                "search",
                Operations.limits(maxActions, 2, 1000, Duration.ofHours(1)),
                Operations.retryWithin(within),
                connection,
                task,
                rejects,
                figures.sinkMetrics(),
                new Random(1));
    }

    /** Writes ten documents, in one bulk, and waits until they are done. */
    private Map<String, String> write(BulkWriter writer) throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (int i = 0; i < OPERATIONS; i++) {
            writer.add(Operations.index("d" + i, "{\"n\":" + i + "}", i));
            expected.put("docs/d" + i, "{\"n\":" + i + "}");
        }
        writer.drain();
        return expected;
    }

    private void assertWrittenAfterRetries(MisbehavingServer.Behaviour... order) throws Exception {
        server.next(order);
        Map<String, String> expected = write(writer(Duration.ofMinutes(5)));
        assertThat(server.documents.all()).isEqualTo(expected);
        assertThat(rejects.rejections).isEmpty();
        assertThat(figures.count("dbus.search.retried")).isPositive();
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504})
    void a_bulk_refused_for_now_is_written_later(int status) throws Exception {
        MisbehavingServer.Behaviour refused =
                MisbehavingServer.error(status, "es_rejected_execution_exception", "not now");
        assertWrittenAfterRetries(refused, refused);

        assertThat(figures.count("dbus.search.retried")).isEqualTo(2 * OPERATIONS);
        assertThat(figures.count("dbus.search.conflicts")).isZero();
        assertThat(figures.count("dbus.search.kind.index.documents")).isEqualTo(OPERATIONS);
    }

    @Test
    void a_gateways_page_about_a_cluster_that_is_down_is_no_answer_to_the_bulk() throws Exception {
        assertWrittenAfterRetries(MisbehavingServer.status(502, "text/html", "<html>Bad gateway</html>"));
    }

    @ParameterizedTest
    @ValueSource(ints = {429, 503})
    void of_a_bulk_that_fails_by_half_only_that_half_is_repeated(int status) throws Exception {
        assertWrittenAfterRetries(MisbehavingServer.half(status));

        assertThat(server.bulks().get(1)).containsExactlyInAnyOrder("d1", "d3", "d5", "d7", "d9");
        assertThat(figures.count("dbus.search.conflicts")).isZero();
        assertThat(figures.count("dbus.search.kind.index.documents")).isEqualTo(OPERATIONS);
    }

    @Test
    void a_connection_cut_before_the_bulk_was_carried_out_is_made_again() throws Exception {
        assertWrittenAfterRetries(MisbehavingServer.cutBefore());
        assertThat(figures.count("dbus.search.conflicts")).isZero();
    }

    @Test
    void after_a_cut_that_came_after_the_bulk_was_carried_out_the_repeats_count_as_done_before() throws Exception {
        assertWrittenAfterRetries(MisbehavingServer.cutAfter());
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(OPERATIONS);
        assertThat(figures.count("dbus.search.kind.index.documents")).isZero();
    }

    @Test
    void half_an_answer_is_none() throws Exception {
        assertWrittenAfterRetries(MisbehavingServer.cutInAnswer());
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(OPERATIONS);
    }

    @Test
    void a_bulk_that_was_carried_out_but_not_answered_in_time_is_done_by_its_repeat() throws Exception {
        connection.close();
        connection = connect(Map.of("socket.timeout", "300 ms"));
        assertWrittenAfterRetries(MisbehavingServer.silentAfter());
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(OPERATIONS);
    }

    @Test
    void an_operation_that_is_repeated_is_not_overtaken_by_a_later_one_of_its_document() throws Exception {
        server.next(MisbehavingServer.half(503));
        BulkWriter writer = writer(Duration.ofMinutes(5), 2);
        writer.add(Operations.index("other", "{\"n\":0}", 1));
        writer.add(Operations.index("d", "{\"n\":1}", 2));
        writer.add(Operations.delete("d", 3));
        writer.drain();

        assertThat(server.documents.all()).containsOnlyKeys("docs/other");
        assertThat(server.bulks()).containsExactly(List.of("other", "d"), List.of("d"), List.of("d"));
        assertThat(server.requests.get(1).lines()[0]).contains("\"index\"");
        assertThat(server.requests.get(2).lines()[0]).contains("\"delete\"");
    }

    @Test
    void a_cluster_that_stays_away_fails_the_job_when_the_time_for_repeats_is_over() throws Exception {
        server.close();
        BulkWriter writer = writer(Duration.ofMillis(400));
        assertThatThrownBy(() -> write(writer))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("Sink search: document docs/d")
                .hasMessageContaining("source shop-db, server eu1, mysql-bin.000003:484")
                .hasMessageContaining("was not written within sink.retry-timeout, 400 ms")
                .hasMessageContaining("Connection refused");
    }

    @Test
    void an_answer_that_does_not_come_at_all_fails_the_job_when_the_time_for_repeats_is_over() {
        server.next(MisbehavingServer.silentAfter());
        BulkWriter writer = writer(Duration.ofMillis(400));
        assertThatThrownBy(() -> write(writer))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("no answer came");
    }

    @ParameterizedTest
    @CsvSource({
        "401, security_exception, username and password",
        "403, security_exception, privilege",
        "404, index_not_found_exception, connection.path-prefix",
        "400, illegal_argument_exception, hosts"
    })
    void a_bulk_refused_for_good_fails_the_job_with_the_cure_and_is_not_repeated(int status, String type, String cure) {
        server.next(MisbehavingServer.error(status, type, "no"));
        assertThatThrownBy(() -> write(writer(Duration.ofMinutes(5))))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("Sink search: http://127.0.0.1:")
                .hasMessageContaining("status " + status + ", " + type + ": no")
                .hasMessageContaining(cure);
        assertThat(server.bulks()).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "<html>Please log in</html> | is not JSON",
                "[] | is no JSON object",
                "{} | has no items",
                "{\"items\":[]} | has 0 items for 10 operations",
                "{\"items\":[{\"index\":{\"_id\":\"d0\"}}]} | has an item 0 without a status",
                "{\"items\":[{\"index\": | is not JSON",
                "{\"items\":[7]} | has an item 0 that is no object",
                "{\"items\":{}} | has no items"
            })
    void what_is_no_answer_to_a_bulk_fails_the_job_and_says_how_it_is_none(String body, String how) {
        server.next(MisbehavingServer.status(200, "application/json", body));
        assertThatThrownBy(() -> write(writer(Duration.ofMinutes(5))))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("the answer of http://127.0.0.1:")
                .hasMessageContaining(how);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 1, -OPERATIONS})
    void an_answer_for_fewer_or_more_operations_fails_the_job(int more) {
        server.next(MisbehavingServer.items(more));
        assertThatThrownBy(() -> write(writer(Duration.ofMinutes(5))))
                .cause()
                .hasMessageContaining("has " + (OPERATIONS + more) + " items for " + OPERATIONS + " operations");
    }

    @Test
    void a_bulk_that_is_too_large_goes_in_parts_and_later_ones_are_smaller_at_once() throws Exception {
        server.limit(400);
        BulkWriter writer = writer(Duration.ofMinutes(5));
        Map<String, String> expected = write(writer);
        assertThat(server.documents.all()).isEqualTo(expected);
        assertThat(rejects.rejections).isEmpty();
        int requests = server.requests.size();

        for (int i = 0; i < OPERATIONS; i++) {
            writer.add(Operations.index("e" + i, "{\"n\":0}", 20 + i));
        }
        writer.drain();

        assertThat(server.requests.subList(requests, server.requests.size()))
                .allMatch(request -> request.body().length <= 400);
        assertThat(server.documents.all()).hasSize(2 * OPERATIONS);
    }

    @Test
    void a_document_that_is_too_large_alone_is_rejected_and_the_others_are_written() throws Exception {
        server.limit(2_000);
        BulkWriter writer = writer(Duration.ofMinutes(5));
        writer.add(Operations.index("large", "{\"text\":\"" + "x".repeat(3_000) + "\"}", 1));
        Map<String, String> expected = write(writer);

        assertThat(server.documents.all()).isEqualTo(expected);
        assertThat(rejects.rejections).singleElement().satisfies(rejection -> {
            assertThat(rejection.reason()).isEqualTo(RejectReason.RECORD_TOO_LARGE);
            assertThat(rejection.what()).contains("docs/large").contains("3011 bytes");
        });
    }

    @Test
    void a_document_over_the_limit_is_rejected_without_being_sent() throws Exception {
        BulkWriter writer = writer(Duration.ofMinutes(5));
        writer.add(Operations.index("large", "{\"text\":\"" + "x".repeat(1 << 20) + "\"}", 1));
        writer.drain();

        assertThat(server.requests).isEmpty();
        assertThat(rejects.rejections).singleElement().satisfies(rejection -> assertThat(rejection.reason())
                .isEqualTo(RejectReason.RECORD_TOO_LARGE));
    }

    @Test
    void a_bad_document_is_rejected_with_the_servers_reason() throws Exception {
        BulkWriter writer = writer(Duration.ofMinutes(5));
        writer.add(Operations.index("bad", "{\"bad\":1}", 1));
        Map<String, String> expected = write(writer);

        assertThat(server.documents.all()).isEqualTo(expected);
        assertThat(rejects.rejections).singleElement().satisfies(rejection -> {
            assertThat(rejection.reason()).isEqualTo(RejectReason.BAD_DOCUMENT);
            assertThat(rejection.what()).contains("docs/bad").contains("document_parsing_exception: the model says so");
        });
    }

    @Test
    void another_host_is_spoken_to_when_one_is_down() throws Exception {
        connection.close();
        MisbehavingServer down = new MisbehavingServer();
        String gone = down.url();
        down.close();
        connection = connect(Map.of("hosts", gone + ";" + server.url()));
        assertThat(write(writer(Duration.ofMinutes(5)))).isEqualTo(server.documents.all());
    }

    @ParameterizedTest
    @CsvSource({"api-key, secret, ApiKey secret", "username, elastic, Basic ZWxhc3RpYzpzw7bDtg=="})
    void credentials_go_with_the_first_request_and_into_no_message(String option, String value, String header)
            throws Exception {
        connection.close();
        connection = connect(Map.of(option, value, "password", "söö", "connection.path-prefix", "/search"));
        server.next(MisbehavingServer.error(403, "security_exception", "no"));
        assertThatThrownBy(() -> write(writer(Duration.ofMinutes(5))))
                .cause()
                .satisfies(failure ->
                        assertThat(failure.getMessage()).doesNotContain("söö").doesNotContain("secret"));
        assertThat(server.requests.get(0).headers().get("authorization")).startsWith(header);
        assertThat(server.requests.get(0).path()).startsWith("/search/_bulk?");
    }
}
