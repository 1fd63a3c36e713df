package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.TableSchema;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is asked of a cluster about indices, and when, against one that answers as the test says. */
class ClusterIndicesTest {
    private static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(LogicalType.Kind.INT));
    private static final int NO_ANSWER = 0;

    private final List<String> asked = new ArrayList<>();
    private final Queue<Integer> statuses = new ArrayDeque<>();
    private long now;

    private final ElasticsearchConnection connection = new ElasticsearchConnection() {
        @Override
        public CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json) {
            asked.add(method + " " + path);
            // Each question takes a while.
            now += Duration.ofSeconds(1).toNanos();
            int status = statuses.isEmpty() ? 200 : statuses.remove();
            return status == NO_ANSWER
                    ? CompletableFuture.failedFuture(new IOException("Connection reset"))
                    : CompletableFuture.completedFuture(new Answer(
                            status, "http://model", method + " " + path, "{\"i\":{\"mappings\":{}}}".getBytes(UTF_8)));
        }

        @Override
        public CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters) {
            throw new AssertionError("There are no documents here");
        }

        @Override
        public void close() {}
    };

    private Indices indices(Duration operationLife) {
        DocumentSettings settings = Options.settings();
        return new ClusterIndices(connection, "search", settings.form(), settings.creation(), operationLife, () -> now);
    }

    @Test
    void anIndexThatWasThereIsLookedForAgainAfterAMinuteAndMadeAnewForRowsOnceItIsGone() throws Exception {
        Indices indices = indices(Duration.ofSeconds(45));
        statuses.addAll(List.of(404, 200));
        indices.ensure("i", SCHEMA);
        assertThat(asked).containsExactly("GET /i", "PUT /i");

        asked.clear();
        assertThat(indices.isThere("i")).isTrue();
        assertThat(asked).isEmpty();

        now += Duration.ofSeconds(60).toNanos();
        statuses.add(404);
        assertThat(indices.isThere("i")).isFalse();
        assertThat(asked).containsExactly("HEAD /i");

        asked.clear();
        statuses.addAll(List.of(404, 200));
        indices.ensure("i", SCHEMA);
        assertThat(asked).containsExactly("GET /i", "PUT /i");
    }

    @Test
    void anIndexThatWasDroppedWhileNoRowsCameIsMadeWithItsMappingForTheNextRow() throws Exception {
        Indices indices = indices(Duration.ofSeconds(45));
        statuses.addAll(List.of(404, 200));
        indices.ensure("i", SCHEMA);
        indices.ensure("j", SCHEMA);
        asked.clear();

        now += Duration.ofSeconds(60).toNanos();
        statuses.addAll(List.of(404, 404, 200));
        indices.ensure("i", SCHEMA);
        assertThat(asked).containsExactly("HEAD /i", "GET /i", "PUT /i");
    }

    @Test
    void indicesThatRowsComeToAllTheTimeAreNotLookedForAgain() throws Exception {
        Indices indices = indices(Duration.ofSeconds(45));
        indices.ensure("i", SCHEMA);
        indices.ensure("j", SCHEMA);
        asked.clear();
        for (int i = 0; i < 20; i++) {
            now += Duration.ofSeconds(20).toNanos();
            indices.ensure("i", SCHEMA);
            indices.ensure("i", SCHEMA);
            now += Duration.ofSeconds(20).toNanos();
            indices.ensure("j", SCHEMA);
        }
        assertThat(asked).isEmpty();
    }

    @Test
    void anIndexThatIsNotThereIsLookedForEachTimeAndNotMade() throws Exception {
        Indices indices = indices(Duration.ofSeconds(45));
        statuses.addAll(List.of(404, 404));
        assertThat(indices.isThere("i")).isFalse();
        assertThat(indices.isThere("i")).isFalse();
        assertThat(asked).containsExactly("HEAD /i", "HEAD /i");
    }

    @Test
    void aClusterThatIsBusyOrAwayForAWhileIsAskedAgain() throws Exception {
        statuses.addAll(List.of(503, 429, NO_ANSWER, 404, 502, 200));
        indices(Duration.ofSeconds(45)).ensure("i", SCHEMA);
        assertThat(asked).containsExactly("GET /i", "GET /i", "GET /i", "GET /i", "PUT /i", "PUT /i");
    }

    @Test
    void aClusterThatStaysAwayFailsTheJobWhenTheTimeOfAnOperationIsOver() {
        for (int i = 0; i < 10; i++) {
            statuses.add(NO_ANSWER);
        }
        assertThatThrownBy(() -> indices(Duration.ofSeconds(2)).ensure("i", SCHEMA))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Sink search, index i")
                .hasMessageContaining("Connection reset")
                .hasMessageContaining("See whether the cluster is up");
        assertThat(asked).hasSizeBetween(2, 3);
    }
}
