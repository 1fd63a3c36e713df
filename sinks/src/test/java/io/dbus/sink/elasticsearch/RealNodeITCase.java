package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The writer of bulks against a real node. */
@RequiresServers(ServerKind.ELASTICSEARCH)
class RealNodeITCase {
    private final Figures figures = new Figures();
    private final KeptRejects rejects = new KeptRejects();
    private final RealTask task = new RealTask();
    private final ElasticsearchServer server = SharedServers.elasticsearch();
    private ElasticsearchConnection connection;
    private String index;

    @BeforeEach
    void start() throws IOException {
        connection = ConnectionSettings.of(Configuration.fromMap(Map.of("hosts", server.url())))
                .connect();
        index = server.uniqueIndex("writer");
    }

    @AfterEach
    void stop() {
        connection.close();
        task.close();
    }

    private void create(String settings, String mappings) {
        server.call("PUT", "/" + index, "{\"settings\":{" + settings + "},\"mappings\":{" + mappings + "}}");
    }

    private BulkWriter writer(int maxActions) {
        return new BulkWriter(
                "search",
                Operations.limits(maxActions, 3, 1_000, Duration.ofMillis(50)),
                Operations.retryWithin(Duration.ofMinutes(5)),
                connection,
                task,
                rejects,
                figures.sinkMetrics(),
                new Random(1));
    }

    private void write(List<DocumentOperation> operations, int maxActions) throws Exception {
        BulkWriter writer = writer(maxActions);
        for (DocumentOperation operation : operations) {
            writer.add(operation);
        }
        writer.drain();
    }

    private DocumentOperation index(String id, String json, long number) {
        return Operations.index(index, id, null, json, number);
    }

    private DocumentOperation delete(String id, long number) {
        return DocumentOperation.delete(index, id, null, Operations.change(number));
    }

    private Map<String, String> documents() {
        return server.documents(index).stream()
                .collect(Collectors.toMap(
                        ElasticsearchDocument::id,
                        document -> document.source().toString(),
                        (a, b) -> a + " and " + b,
                        TreeMap::new));
    }

    @Test
    void documents_have_the_sequence_of_their_last_change_as_version() throws Exception {
        create("", "");
        write(List.of(index("a", "{\"n\":1}", 1), index("b", "{\"n\":2}", 2), index("a", "{\"n\":3}", 3)), 1);

        assertThat(documents()).containsExactlyInAnyOrderEntriesOf(Map.of("a", "{\"n\":3}", "b", "{\"n\":2}"));
        assertThat(server.documents(index))
                .extracting(ElasticsearchDocument::version)
                .containsExactlyInAnyOrder(Operations.FIRST + 3, Operations.FIRST + 2);
    }

    @Test
    void a_replay_counts_conflicts_and_changes_nothing() throws Exception {
        create("", "");
        List<DocumentOperation> operations = List.of(
                index("a", "{\"n\":1}", 1), index("b", "{\"n\":2}", 2), delete("a", 3), index("c", "{\"n\":4}", 4));
        write(operations, 1);
        Map<String, String> once = documents();
        write(operations, 1);

        assertThat(documents()).isEqualTo(once).containsOnlyKeys("b", "c");
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(4);
        assertThat(rejects.rejections).isEmpty();
    }

    @Test
    void a_late_write_does_not_win_over_a_later_one_nor_over_a_later_delete() throws Exception {
        create("", "");
        write(List.of(index("a", "{\"n\":5}", 5), index("b", "{\"n\":6}", 6), delete("b", 7)), 1);
        write(List.of(index("a", "{\"n\":1}", 1), index("b", "{\"n\":2}", 2), delete("a", 3)), 1);

        assertThat(documents()).containsOnly(Map.entry("a", "{\"n\":5}"));
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(3);
    }

    @Test
    void a_replay_after_the_node_has_forgotten_deletes_ends_as_it_should() throws Exception {
        // The node forgets at once, as it would after gc_deletes of a restart hours later.
        create("\"index.gc_deletes\":\"0ms\"", "");
        List<DocumentOperation> sinceCheckpoint = List.of(
                index("a", "{\"n\":1}", 1),
                index("b", "{\"n\":2}", 2),
                delete("a", 3),
                index("b", "{\"n\":4}", 4),
                delete("b", 5));
        write(sinceCheckpoint, 1);
        // The document comes back for a while, when the replay has begun and its delete has not come yet.
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            write(sinceCheckpoint.subList(0, 1), 1);
            return documents().containsKey("a");
        });

        write(sinceCheckpoint, 1);

        assertThat(documents()).isEmpty();
    }

    @Test
    void a_document_moves_to_another_routing_whether_or_not_its_shard_is_the_same() throws Exception {
        create("\"index.number_of_shards\":3", "");
        List<DocumentOperation> operations = new ArrayList<>();
        for (int id = 0; id < 20; id++) {
            operations.add(Operations.index(index, "d" + id, "r0", "{\"r\":0}", 10L * id + 1));
            for (int move = 1; move < 5; move++) {
                operations.add(DocumentOperation.leave(
                        index, "d" + id, "r" + (move - 1), Operations.change(10L * id + 1 + move)));
                operations.add(
                        Operations.index(index, "d" + id, "r" + move, "{\"r\":" + move + "}", 10L * id + 1 + move));
            }
        }
        write(operations, 7);
        assertThat(documents()).hasSize(20).allSatisfy((id, json) -> assertThat(json)
                .isEqualTo("{\"r\":4}"));

        write(operations, 7);
        assertThat(documents()).hasSize(20).allSatisfy((id, json) -> assertThat(json)
                .isEqualTo("{\"r\":4}"));
    }

    @Test
    void bad_documents_are_rejected_with_the_nodes_reason_and_the_rest_of_their_bulk_is_written() throws Exception {
        create("", "\"dynamic\":\"strict\",\"properties\":{\"n\":{\"type\":\"long\"},\"d\":{\"type\":\"date\"}}");
        write(
                List.of(
                        index("good", "{\"n\":1}", 1),
                        index("text", "{\"n\":\"x\"}", 2),
                        index("unknown", "{\"m\":1}", 3),
                        index("date", "{\"d\":\"2024-02-31\"}", 4),
                        index("object", "{\"n\":{\"a\":1}}", 5),
                        index("fine", "{\"n\":6}", 6)),
                100);

        assertThat(documents()).containsOnlyKeys("good", "fine");
        assertThat(rejects.rejections).hasSize(4).allSatisfy(rejection -> {
            assertThat(rejection.reason()).isEqualTo(RejectReason.BAD_DOCUMENT);
            assertThat(rejection.what()).contains(index + "/");
        });
        assertThat(rejects.rejections.get(0).what()).contains("failed to parse field [n] of type [long]");
        assertThat(rejects.rejections.get(1).what()).contains("dynamic introduction of [m]");
    }

    @Test
    void a_bad_document_leaves_the_one_that_it_would_have_replaced() throws Exception {
        create("", "\"properties\":{\"n\":{\"type\":\"long\"}}");
        // All wait together, so that the second would stand for the first, too.
        write(List.of(index("a", "{\"n\":1}", 1), index("a", "{\"n\":\"x\"}", 2)), 100);

        assertThat(documents()).containsOnly(Map.entry("a", "{\"n\":1}"));
        assertThat(rejects.rejections).hasSize(1);
    }

    @Test
    void too_many_fields_are_a_bad_document() throws Exception {
        create("\"index.mapping.total_fields.limit\":2", "");
        write(List.of(index("a", "{\"x\":1,\"y\":2,\"z\":3}", 1)), 100);

        assertThat(rejects.rejections).singleElement().satisfies(rejection -> assertThat(rejection.what())
                .contains("Limit of total fields [2]"));
    }

    @Test
    void partial_rows_are_merged_into_their_documents_digit_by_digit() throws Exception {
        create("", "\"properties\":{\"big\":{\"type\":\"keyword\"}}");
        write(
                List.of(index(
                        "a",
                        "{\"n\":1,\"price\":12345678901234567.123456789,\"big\":18446744073709551615,\"text\":\"ü\\n\"}",
                        1)),
                1);
        List<DocumentOperation> merges = List.of(
                DocumentOperation.merge(index, "a", null, "{\"n\":2}".getBytes(UTF_8), Operations.change(2)),
                DocumentOperation.merge(index, "a", null, "{\"m\":3}".getBytes(UTF_8), Operations.change(3)));
        write(merges, 10);

        String expected =
                "{\"n\":2,\"price\":12345678901234567.123456789,\"big\":18446744073709551615,\"text\":\"ü\\n\",\"m\":3}";
        assertThat(documents()).containsOnly(Map.entry("a", expected));

        write(merges, 10);
        assertThat(documents()).containsOnly(Map.entry("a", expected));
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(2);
    }

    @Test
    void a_partial_row_without_a_document_is_rejected() throws Exception {
        create("", "");
        write(
                List.of(DocumentOperation.merge(index, "a", null, "{\"n\":2}".getBytes(UTF_8), Operations.change(2))),
                10);

        assertThat(documents()).isEmpty();
        assertThat(rejects.rejections).singleElement().satisfies(rejection -> assertThat(rejection.reason())
                .isEqualTo(RejectReason.INCOMPLETE_ROW));
    }

    @Test
    void a_partial_row_that_is_read_again_after_its_delete_was_done_is_done_before() throws Exception {
        create("\"index.gc_deletes\":\"1h\"", "");
        DocumentOperation merge =
                DocumentOperation.merge(index, "a", null, "{\"n\":2}".getBytes(UTF_8), Operations.change(2));
        write(List.of(index("a", "{\"n\":1}", 1)), 1);
        write(List.of(DocumentOperation.delete(index, "a", null, Operations.change(3))), 1);

        for (int start = 1; start <= 2; start++) {
            write(List.of(merge), 1);
            assertThat(rejects.rejections).isEmpty();
            assertThat(figures.count("dbus.search.conflicts")).isEqualTo(1);
        }
        assertThat(documents()).isEmpty();
    }

    @Test
    void an_index_that_takes_no_writes_fails_the_job() {
        create("\"index.blocks.write\":true", "");
        assertThatThrownBy(() -> write(List.of(index("a", "{\"n\":1}", 1)), 1))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining(index + "/a")
                .hasMessageContaining("cluster_block_exception")
                .hasMessageContaining("take the block off");
    }

    @Test
    void an_index_that_is_closed_fails_the_job_and_rejects_nothing() {
        create("", "");
        server.call("POST", "/" + index + "/_close", "");
        assertThatThrownBy(() -> write(List.of(index("a", "{\"n\":1}", 1)), 1))
                .cause()
                .isInstanceOf(ElasticsearchFailure.class)
                .hasMessageContaining("index_closed_exception");
        assertThat(rejects.rejections).isEmpty();
    }

    @Test
    void the_last_of_many_changes_of_few_rows_is_what_stays_whatever_order_replays_come_in() throws Exception {
        create("\"index.number_of_shards\":2", "");
        Random random = new Random(7);
        List<DocumentOperation> operations = new ArrayList<>();
        Map<String, String> expected = new TreeMap<>();
        for (int number = 1; number <= 3_000; number++) {
            String id = "d" + random.nextInt(10);
            if (random.nextInt(5) == 0) {
                operations.add(delete(id, number));
                expected.remove(id);
            } else {
                operations.add(index(id, "{\"n\":" + number + "}", number));
                expected.put(id, "{\"n\":" + number + "}");
            }
        }
        write(operations, 50);
        assertThat(documents()).isEqualTo(expected);
        assertThat(figures.count("dbus.search.superseded")).isPositive();

        // Late ones, in any order at all: what a writer that is thought dead may still send.
        Collections.shuffle(operations, random);
        write(operations.subList(0, 1_000), 50);
        assertThat(documents()).isEqualTo(expected);
    }
}
