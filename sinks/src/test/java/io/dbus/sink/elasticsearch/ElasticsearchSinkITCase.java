package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.embedded.SharedServers;
import io.dbus.event.RowChange;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.deadletter.FilesDeadLetterPlugin;
import io.dbus.sink.format.Rows;
import io.dbus.sink.kafka.FailOnce;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs of Flink's that write into a real node. */
@RequiresServers(ServerKind.ELASTICSEARCH)
class ElasticsearchSinkITCase {
    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    /** Sends with checkpoints alone: what one did not drain would be lost by the failure after it. */
    private static final Map<String, String> ONLY_WITH_CHECKPOINTS =
            Map.of("sink.bulk-flush.interval", "1 h", "sink.bulk-flush.max-actions", "1000000");

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(METRICS.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path folder;

    private final ElasticsearchServer server = SharedServers.elasticsearch();

    private static StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment env = SearchJob.environment(Map.of());
        env.enableCheckpointing(200);
        return env;
    }

    private static StreamExecutionEnvironment withoutRestarts() {
        StreamExecutionEnvironment env =
                SearchJob.environment(Map.of(RestartStrategyOptions.RESTART_STRATEGY.key(), "none"));
        env.enableCheckpointing(200);
        return env;
    }

    private static long count(JobID job, String metric) {
        return METRICS.findMetrics(job, metric).values().stream()
                .mapToLong(counter -> ((Counter) counter).getCount())
                .sum();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void documents_end_as_the_rows_through_a_failure(boolean onlyWithCheckpoints) throws Exception {
        String index = server.uniqueIndex("failure");
        StreamExecutionEnvironment env = environment();
        SearchJob.job(
                env,
                SearchJob.context(server, "failure", index, onlyWithCheckpoints ? ONLY_WITH_CHECKPOINTS : Map.of()),
                6_000,
                2_000,
                SearchJob.NO_TRUNCATE,
                FailOnce.armed());

        env.execute();

        assertThat(FailOnce.hasFailed()).isTrue();
        assertThat(SearchJob.written(server, index)).isEqualTo(SearchJob.expected(6_000, SearchJob.NO_TRUNCATE));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void deletes_from_an_index_that_was_dropped_are_done_and_do_not_bring_it_back(boolean create) throws Exception {
        String index = server.uniqueIndex("dropped");
        StreamExecutionEnvironment env = withoutRestarts();
        SearchJob.job(
                env,
                SearchJob.context(server, "dropped", index, Map.of("index.create", String.valueOf(create))),
                n -> RowChange.delete(Operations.SCHEMA, Operations.change(n).image(), Rows.origin(n), Rows.key(n)),
                20,
                1_000,
                event -> event);

        JobID job = env.execute().getJobID();

        assertThat(count(job, "dbus.dropped.kind.delete.documents")).isEqualTo(20);
        assertThat(server.call("GET", "/_cat/indices/" + index + "*?format=json", ""))
                .isEmpty();
    }

    @Test
    void the_writer_has_no_state() {
        assertThat(new ElasticsearchSinkPlugin().sink(SearchJob.context(server, "stateless", "x", Map.of())))
                .isNotInstanceOf(SupportsWriterState.class);
    }

    @Test
    void what_is_written_is_measured() throws Exception {
        String index = server.uniqueIndex("measured");
        StreamExecutionEnvironment env = environment();
        env.setParallelism(1);
        SearchJob.job(
                env,
                SearchJob.context(server, "measured", index, Map.of("sink.bulk-flush.max-actions", "1")),
                300,
                1_000,
                SearchJob.NO_TRUNCATE,
                event -> event);

        JobID job = env.execute().getJobID();

        long superseded = count(job, "dbus.measured.superseded");
        assertThat(count(job, "dbus.measured.kind.index.documents")
                        + count(job, "dbus.measured.kind.delete.documents")
                        + superseded)
                .isEqualTo(300);
        assertThat(count(job, "dbus.measured.bytesOut")).isGreaterThan((300 - superseded) * 50);
        assertThat(count(job, "numRecordsSend")).isEqualTo(300 - superseded);
        Histogram latency =
                (Histogram) METRICS.findMetric(job, "dbus.measured.latencyMs").orElseThrow();
        // The rows of the test were committed in 2016.
        assertThat(latency.getStatistics().getMin()).isGreaterThan(1_000_000_000_000L / 10);
    }

    @Test
    void a_truncate_deletes_earlier_rows_documents_with_its_checkpoint_and_no_later_ones() throws Exception {
        String index = server.uniqueIndex("truncated") + "-${db}-${table}";
        String name = index.replace("${db}", "shop").replace("${table}", "t");
        StreamExecutionEnvironment env = environment();
        // Rows 30 to 49 have no change after the truncate.
        long truncate = 2_020;
        long count = 2_030;
        SearchJob.job(
                env,
                SearchJob.context(server, "truncated", index, Map.of("truncate", "delete")),
                count,
                1_000,
                truncate,
                FailOnce.armed());

        env.execute();

        assertThat(FailOnce.hasFailed()).isTrue();
        assertThat(SearchJob.written(server, name))
                .isEqualTo(SearchJob.expected(count, truncate))
                .hasSizeLessThan(SearchJob.ROWS)
                .isNotEmpty();
    }

    @Test
    void a_truncate_may_be_ignored_and_is_counted() throws Exception {
        String index = server.uniqueIndex("ignored");
        StreamExecutionEnvironment env = environment();
        SearchJob.job(
                env,
                SearchJob.context(server, "ignored", index, Map.of("truncate", "ignore")),
                120,
                1_000,
                60,
                event -> event);

        JobID job = env.execute().getJobID();

        assertThat(SearchJob.written(server, index)).hasSize(SearchJob.ROWS);
        assertThat(count(job, "dbus.ignored.reason.truncate.dropped")).isEqualTo(1);
    }

    @Test
    void a_truncate_fails_the_job_by_default_and_says_what_to_do() {
        String index = server.uniqueIndex("refused");
        StreamExecutionEnvironment env = environment();
        SearchJob.job(env, SearchJob.context(server, "refused", index, Map.of()), 120, 1_000, 60, event -> event);

        assertThatThrownBy(env::execute)
                .hasStackTraceContaining("Component refused: the documents of the table's rows would have to go")
                .hasStackTraceContaining("set truncate of refused to delete or ignore");
    }

    @Test
    void bad_documents_are_dead_letters_once_each_through_a_failure() throws Exception {
        String index = server.uniqueIndex("bad");
        // n is over a byte's range from 128 on.
        server.call("PUT", "/" + index, "{\"mappings\":{\"properties\":{\"n\":{\"type\":\"byte\"}}}}");
        StreamExecutionEnvironment env = environment();
        PluginContext letters = new PluginContext(
                "shop",
                "dead-letters",
                Configuration.fromMap(Map.of("path", folder.toString(), "max-per-minute", "100000")),
                List.of());
        PluginContext context = SearchJob.context(server, "bad", index, Map.of())
                .withRejects(new FilesDeadLetterPlugin().rejects(letters));
        // Each row has one change: none stands for a bad one before it.
        SearchJob.job(
                env, context, n -> SearchJob.event(n, 1_500, SearchJob.NO_TRUNCATE), 1_500, 150, FailOnce.armed());

        env.execute();

        assertThat(FailOnce.hasFailed()).isTrue();
        List<JsonNode> stored = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder).filter(Files::isRegularFile)) {
            for (Path file : files.toList()) {
                for (String line : Files.readAllLines(file)) {
                    stored.add(ModelDocuments.read(line));
                }
            }
        }
        TreeSet<String> ids = new TreeSet<>();
        stored.forEach(letter -> ids.add(letter.path("id").asText()));
        assertThat(ids).hasSize(1_500 - 128);
        assertThat(stored).allSatisfy(letter -> {
            assertThat(letter.path("reason").asText()).isEqualTo("bad-document");
            assertThat(letter.toString()).contains("out of range");
        });
        assertThat(SearchJob.written(server, index)).hasSize(128);
    }

    @Test
    void a_node_that_is_killed_under_load_and_comes_back_costs_no_document_and_no_restart() throws Exception {
        try (ElasticsearchServer node = ElasticsearchServer.builder().start()) {
            StreamExecutionEnvironment env = withoutRestarts();
            SearchJob.job(
                    env,
                    SearchJob.context(node, "killed", "killed", Map.of("sink.retry-timeout", "10 min")),
                    20_000,
                    4_000,
                    SearchJob.NO_TRUNCATE,
                    event -> event);
            JobClient job = env.executeAsync();
            await().atMost(Duration.ofSeconds(120)).ignoreExceptions().until(() -> documents(node, "killed") > 20);

            node.kill9();
            await().atMost(Duration.ofSeconds(60)).until(() -> count(job.getJobID(), "dbus.killed.retried") > 0);
            node.start();
            job.getJobExecutionResult().get();

            assertThat(SearchJob.written(node, "killed")).isEqualTo(SearchJob.expected(20_000, SearchJob.NO_TRUNCATE));
        }
    }

    @Test
    void a_node_that_is_away_for_longer_than_the_retry_timeout_costs_restarts_and_no_document() throws Exception {
        try (ElasticsearchServer node = ElasticsearchServer.builder().start()) {
            StreamExecutionEnvironment env = environment();
            SearchJob.job(
                    env,
                    SearchJob.context(node, "away", "away", Map.of("sink.retry-timeout", "1 s")),
                    10_000,
                    2_000,
                    SearchJob.NO_TRUNCATE,
                    event -> event);
            JobClient job = env.executeAsync();
            await().atMost(Duration.ofSeconds(120)).ignoreExceptions().until(() -> documents(node, "away") > 20);

            // Connections stay open and nothing is answered.
            node.pause();
            await().atMost(Duration.ofSeconds(60)).until(() -> restarts(job.getJobID()) > 0);
            node.resume();
            job.getJobExecutionResult().get();

            assertThat(SearchJob.written(node, "away")).isEqualTo(SearchJob.expected(10_000, SearchJob.NO_TRUNCATE));
        }
    }

    private static long restarts(JobID job) {
        return METRICS.findMetrics(job, "numRestarts").values().stream()
                .mapToLong(gauge -> ((Number) ((org.apache.flink.metrics.Gauge<?>) gauge).getValue()).longValue())
                .sum();
    }

    /** How many documents an index has; 0 when it is not there yet. */
    private static int documents(ElasticsearchServer server, String index) {
        return server.documents(index + "*").size();
    }
}
