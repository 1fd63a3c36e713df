package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.reject.RejectReason;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.util.function.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** The writer where all that it is told and asks for goes by order, not by chance. */
class BulkWriterTest {
    private final Figures figures = new Figures();
    private final KeptRejects rejects = new KeptRejects();
    private final VirtualTask task = new VirtualTask();
    private final ModelCluster cluster = new ModelCluster(task, new Random(1), 0);

    private BulkWriter writer(TaskThread thread, ElasticsearchConnection connection) {
        return new BulkWriter(
                "search",
                Operations.limits(1, 2, 1000, Duration.ofMillis(500)),
                Operations.retryWithin(Duration.ofSeconds(45)),
                connection,
                thread,
                rejects,
                figures.sinkMetrics(),
                new Random(1));
    }

    /** A writer as after a start. */
    private BulkWriter writer() {
        return writer(task, cluster.connect());
    }

    @Test
    void a_partial_row_that_is_read_again_after_its_delete_was_done_is_done_before_and_not_rejected() throws Exception {
        BulkWriter first = writer();
        first.add(Operations.index("d", "{\"a\":1,\"n\":1}", 1));
        first.add(Operations.merge("d", "{\"n\":2}", 2));
        first.add(Operations.delete("d", 3));
        first.drain();

        BulkWriter again = writer();
        again.add(Operations.merge("d", "{\"n\":2}", 2));
        again.drain();
        again.add(Operations.delete("d", 3));
        again.drain();

        assertThat(rejects.rejections).isEmpty();
        assertThat(figures.count("dbus.search.conflicts")).isEqualTo(2);
        assertThat(cluster.documents()).isEmpty();
    }

    @Test
    void a_partial_row_without_a_document_is_rejected_however_often_it_is_read_again() throws Exception {
        for (int start = 1; start <= 3; start++) {
            BulkWriter writer = writer();
            writer.add(Operations.merge("d", "{\"n\":2}", 2));
            writer.drain();
            assertThat(rejects.rejections).hasSize(start);
        }
        assertThat(rejects.rejections)
                .allSatisfy(rejection -> assertThat(rejection.reason()).isEqualTo(RejectReason.INCOMPLETE_ROW));

        BulkWriter later = writer();
        later.add(Operations.index("d", "{\"n\":3}", 3));
        later.drain();
        assertThat(cluster.documents()).containsOnlyKeys("docs/d");
    }

    @Test
    void a_document_whose_index_keeps_no_source_stays_and_the_partial_row_is_rejected() throws Exception {
        BulkWriter writer = writer(task, new AnsweringAtOnce());
        writer.add(Operations.merge("d", "{\"n\":2}", 2));
        writer.drain();

        assertThat(rejects.rejections).singleElement().satisfies(rejection -> {
            assertThat(rejection.reason()).isEqualTo(RejectReason.INCOMPLETE_ROW);
            assertThat(rejection.what()).contains("keeps no _source of document docs/d");
        });
    }

    @Test
    void not_more_documents_are_read_at_once_than_an_answer_holds() throws Exception {
        List<Integer> asked = new ArrayList<>();
        AnsweringAtOnce counting = new AnsweringAtOnce() {
            @Override
            public CompletableFuture<Answer> send(
                    String method, String path, Map<String, String> parameters, byte[] json) {
                int documents = ModelDocuments.read(new String(json, UTF_8))
                        .path("docs")
                        .size();
                asked.add(documents);
                String none = String.join(",", Collections.nCopies(documents, FOUND));
                return answer("POST /_mget", "{\"docs\":[" + none + "]}");
            }
        };
        BulkWriter writer = new BulkWriter(
                "search",
                Operations.limits(1000, 2, 1000, Duration.ofHours(1)),
                Operations.retryWithin(Duration.ofSeconds(45)),
                counting,
                task,
                rejects,
                figures.sinkMetrics(),
                new Random(1));
        for (int i = 0; i < 250; i++) {
            writer.add(Operations.merge("d" + i, "{}", i));
        }
        writer.drain();
        assertThat(asked).containsExactly(100, 100, 50);
    }

    @Test
    void an_answer_that_came_in_time_counts_though_the_task_was_held_up_for_longer_than_repeats_may_take()
            throws Exception {
        HeldUpTask held = new HeldUpTask();
        BulkWriter writer = writer(held, new AnsweringAtOnce());
        writer.add(Operations.index("a", "{}", 1));
        held.now += Duration.ofMinutes(10).toNanos();
        writer.add(Operations.index("b", "{}", 2));
        writer.drain();

        assertThat(figures.count("dbus.search.kind.index.documents")).isEqualTo(2);
    }

    /** A task's thread that time passes by when the test says so. */
    private static final class HeldUpTask implements TaskThread {
        private final Queue<ThrowingRunnable<Exception>> actions = new ArrayDeque<>();
        private long now;

        @Override
        public long nanoTime() {
            return now;
        }

        @Override
        public void execute(ThrowingRunnable<Exception> action, String description) {
            actions.add(action);
        }

        @Override
        public void executeIn(long nanos, ThrowingRunnable<Exception> action, String description) {
            actions.add(action);
        }

        @Override
        public void runNext() {
            try {
                actions.remove().run();
            } catch (Exception e) {
                throw new VirtualTask.Thrown(e);
            }
        }
    }

    /** Has done each bulk of one document by the time that it is sent; there are documents, without a source. */
    private static class AnsweringAtOnce implements ElasticsearchConnection {
        static final String FOUND = "{\"found\":true,\"_version\":1}";

        @Override
        public CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters) {
            if (new String(lines, 0, length, UTF_8).contains("\"delete\"")) {
                throw new AssertionError("No document is to be deleted");
            }
            return answer("POST /_bulk", "{\"items\":[{\"index\":{\"status\":201}}]}");
        }

        @Override
        public CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json) {
            return answer("POST /_mget", "{\"docs\":[" + FOUND + "]}");
        }

        static CompletableFuture<Answer> answer(String request, String json) {
            return CompletableFuture.completedFuture(new Answer(200, "http://model", request, json.getBytes(UTF_8)));
        }

        @Override
        public void close() {}
    }
}
