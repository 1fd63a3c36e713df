package io.dbus.job.graph;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventSerializer;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import io.dbus.job.Pipelines;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineReader;
import io.dbus.job.pipeline.PluginCatalog;
import io.dbus.job.pipeline.Secrets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.JobVertex;
import org.apache.flink.runtime.jobgraph.jsonplan.JsonPlanGenerator;
import org.apache.flink.runtime.plugable.SerializationDelegate;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamEdge;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.apache.flink.streaming.runtime.partitioner.ConfigurableStreamPartitioner;
import org.apache.flink.streaming.runtime.partitioner.StreamPartitioner;
import org.apache.flink.streaming.runtime.streamrecord.StreamElementSerializer;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.junit.jupiter.api.Test;

class PipelineGraphTest {
    private static final String SOURCES = """
            name: graph
            sources:
              one: {type: test-source, hostname: h}
              two: {type: test-source, hostname: h}
            """;

    /** Both sources are read by one operator alone. */
    private static final String FUNNEL = SOURCES + """
            operators:
              pass: {type: test-pass, inputs: [one, two]}
            sinks:
              out: {type: test-sink, inputs: [pass], into: x}
            """;

    /** One source is read by two. */
    private static final String FORK = SOURCES + """
            operators:
              pass: {type: test-pass, inputs: [one]}
            sinks:
              out: {type: test-sink, inputs: [pass, two], into: x}
              raw: {type: test-sink, inputs: [one], into: x}
            """;

    @Test
    void every_operator_has_a_uid_that_comes_from_its_component_s_name() throws Exception {
        StreamGraph graph = graph(FORK + "pipeline: {parallelism: 4}\n", new Configuration());

        // Flink refuses a graph in which one is missing; its committers' uids come from the sinks'.
        assertThat(graph.getJobGraph().getNumberOfVertices()).isPositive();
        assertThat(graph.getStreamNodes())
                .extracting(StreamNode::getTransformationUID)
                .containsExactlyInAnyOrder(
                        "one",
                        "two",
                        "one exchange",
                        "pass",
                        "out",
                        "Sink Committer: out",
                        "raw",
                        "Sink Committer: raw");
        assertThat(graph.getStreamNodes())
                .extracting(StreamNode::getOperatorName)
                .contains("Source: one", "one exchange", "pass", "out: Writer", "out: Committer");
    }

    @Test
    void an_operator_without_a_uid_is_refused() {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(new Configuration());
        JobOptions.configure(env, uncheckedRead(FUNNEL));
        env.fromSequence(1, 2).print();

        assertThatThrownBy(() -> env.getStreamGraph().getJobGraph()).hasMessageContaining("no UID or hash");
    }

    @Test
    void uids_stay_when_the_file_is_edited() throws Exception {
        Map<String, String> before = ids(graph(FUNNEL, new Configuration()).getJobGraph());

        String edited = FUNNEL.replace("inputs: [one, two]", "inputs: [one, two, three]")
                .replace("sources:\n", "sources:\n  three: {type: test-source, hostname: h}\n");
        assertThat(ids(graph(edited, new Configuration()).getJobGraph())).containsAllEntriesOf(before);
    }

    @Test
    void sources_that_one_component_reads_are_keyed_at_its_input() throws Exception {
        assertThat(edges(FUNNEL + "pipeline: {parallelism: 4, exchange: keyed}\n"))
                .containsExactly(
                        "Source: one -HASH-> pass",
                        "Source: two -HASH-> pass",
                        "out: Writer -FORWARD-> out: Committer",
                        "pass -FORWARD-> out: Writer");
    }

    @Test
    void a_source_that_several_read_crosses_the_exchange_once() throws Exception {
        assertThat(edges(FORK + "pipeline: {parallelism: 4, exchange: keyed}\n"))
                .containsExactly(
                        "Source: one -HASH-> one exchange",
                        "Source: two -HASH-> out: Writer",
                        "one exchange -FORWARD-> pass",
                        "one exchange -FORWARD-> raw: Writer",
                        "out: Writer -FORWARD-> out: Committer",
                        "pass -FORWARD-> out: Writer",
                        "raw: Writer -FORWARD-> raw: Committer");
    }

    @Test
    void behind_the_exchange_only_an_operator_that_wants_state_by_key_has_it() throws Exception {
        for (String text : List.of(FUNNEL, FORK)) {
            StreamGraph graph = graph(text + "pipeline: {parallelism: 4, exchange: keyed}\n", new Configuration());
            assertThat(graph.getStreamNodes()).allMatch(node -> node.getStateKeySerializer() == null);
        }
        StreamGraph counting = graph(FUNNEL.replace("test-pass", "test-count"), new Configuration());
        assertThat(counting.getStreamNodes())
                .filteredOn(node -> node.getStateKeySerializer() != null)
                .extracting(StreamNode::getOperatorName)
                .containsExactly("pass");
    }

    @Test
    void without_an_exchange_all_edges_go_forward_at_one_parallelism() throws Exception {
        StreamGraph graph = graph(FORK + "pipeline: {parallelism: 4, exchange: none}\n", new Configuration());

        assertThat(edges(graph)).isNotEmpty().allMatch(edge -> edge.contains("-FORWARD->"));
        assertThat(graph.getStreamNodes()).allMatch(node -> node.getParallelism() == 4);
    }

    @Test
    void a_keyed_operator_shuffles_no_second_time_right_behind_the_exchange() throws Exception {
        assertThat(edges(FUNNEL.replace("test-pass", "test-count") + "pipeline: {parallelism: 4}\n"))
                .filteredOn(edge -> edge.contains("HASH"))
                .containsExactly("Source: one -HASH-> pass", "Source: two -HASH-> pass");
    }

    @Test
    void named_outputs_are_read_by_their_names() throws Exception {
        List<String> edges = edges(SOURCES + """
                operators:
                  split: {type: test-split, inputs: [one, two], outputs: [eu, us]}
                sinks:
                  all: {type: test-sink, inputs: [split], into: x}
                  eu-us: {type: test-sink, inputs: [split.eu, split.us], into: x}
                pipeline: {exchange: none}
                """);

        assertThat(edges)
                .contains(
                        "split -FORWARD-> all: Writer",
                        "split:eu -FORWARD-> eu-us: Writer",
                        "split:us -FORWARD-> eu-us: Writer");
    }

    @Test
    void a_split_behind_the_exchange_goes_forward_to_its_readers_and_adds_no_uid() throws Exception {
        StreamGraph graph = graph(SOURCES + """
                operators:
                  lanes:
                    type: split
                    inputs: [one, two]
                    outputs: [{name: eu, where: "after.id == 1"}, {name: us, where: "true"}]
                  small: {type: filter, inputs: [lanes.us], operations: [insert]}
                sinks:
                  eu: {type: test-sink, inputs: [lanes.eu], into: x}
                  us: {type: test-sink, inputs: [small], into: x}
                pipeline: {exchange: keyed, parallelism: 4}
                """, new Configuration());

        assertThat(edges(graph))
                .contains(
                        "Source: one -HASH-> lanes",
                        "Source: two -HASH-> lanes",
                        "lanes:eu -FORWARD-> eu: Writer",
                        "lanes:us -FORWARD-> small",
                        "small -FORWARD-> us: Writer");
        assertThat(graph.getJobGraph().getVerticesAsArray())
                .as("sources and one chain")
                .hasSize(3);
    }

    @Test
    void the_defaults_are_exactly_once_with_retained_checkpoints_and_720_key_groups() throws Exception {
        StreamGraph graph = graph(FUNNEL + "pipeline: {parallelism: 3}\n", new Configuration());

        assertThat(graph.getCheckpointConfig().getCheckpointInterval()).isEqualTo(10_000);
        assertThat(graph.getCheckpointConfig().getCheckpointingConsistencyMode())
                .hasToString("EXACTLY_ONCE");
        assertThat(graph.getCheckpointConfig().getExternalizedCheckpointRetention())
                .hasToString("RETAIN_ON_CANCELLATION");
        assertThat(graph.getExecutionConfig().isObjectReuseEnabled()).isTrue();
        assertThat(graph.getJobGraph().getVertices()).allMatch(vertex -> vertex.getMaxParallelism() == 720);
        assertThat(graph.getJobName()).isEqualTo("graph");
    }

    @Test
    void the_cluster_s_options_win_over_the_defaults_and_the_file_s_over_both() throws Exception {
        Configuration cluster = new Configuration();
        cluster.setString("execution.checkpointing.interval", "1 min");
        cluster.setString("execution.checkpointing.timeout", "7 min");
        cluster.setString("parallelism.default", "5");

        StreamGraph graph = graph(FUNNEL + "pipeline: {flink.execution.checkpointing.timeout: 3 min}\n", cluster);

        assertThat(graph.getCheckpointConfig().getCheckpointInterval()).isEqualTo(60_000);
        assertThat(graph.getCheckpointConfig().getCheckpointTimeout()).isEqualTo(180_000);
        assertThat(graph.getStreamNodes()).allMatch(node -> node.getParallelism() == 5);
        assertThat(parallelism(FUNNEL + "pipeline: {parallelism: 2}\n", cluster))
                .isEqualTo(2);
    }

    @Test
    void state_by_key_goes_to_rocksdb_incrementally() throws Exception {
        Configuration keyed = graph(FUNNEL.replace("test-pass", "test-count"), new Configuration())
                .getJobConfiguration();

        assertThat(keyed.get(StateBackendOptions.STATE_BACKEND)).isEqualTo("rocksdb");
        assertThat(keyed.get(CheckpointingOptions.INCREMENTAL_CHECKPOINTS)).isTrue();
    }

    @Test
    void the_size_of_state_is_among_the_metrics() throws Exception {
        Configuration keyed = graph(FUNNEL.replace("test-pass", "test-count"), new Configuration())
                .getJobConfiguration();

        assertThat(keyed.get(RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS)).isTrue();
        assertThat(keyed.get(RocksDBNativeMetricOptions.ESTIMATE_LIVE_DATA_SIZE))
                .isTrue();
    }

    @Test
    void in_front_of_an_operator_that_needs_a_table_s_order_tables_are_spread_instead_of_rows() throws Exception {
        assertThat(channels(FUNNEL)).hasSize(4);
        assertThat(channels(FUNNEL.replace("test-pass", "complete"))).hasSize(1);
        assertThat(channels(FUNNEL.replace("type: test-pass", "type: complete, key-changes: reject")))
                .hasSize(4);
        String behind = FUNNEL.replace("inputs: [pass]", "inputs: [whole]")
                .replace("sinks:", "  whole: {type: complete, inputs: [pass]}\nsinks:");
        assertThat(channels(behind)).hasSize(1);
    }

    /** The lanes to which rows of one table go from the source {@code one}. */
    @SuppressWarnings("unchecked")
    private static Set<Integer> channels(String text) throws Exception {
        StreamGraph graph = graph(text + "pipeline: {parallelism: 4, exchange: keyed}\n", new Configuration());
        StreamNode source = graph.getStreamNodes().stream()
                .filter(node -> node.getOperatorName().equals("Source: one"))
                .findFirst()
                .orElseThrow();
        StreamPartitioner<Event> partitioner =
                (StreamPartitioner<Event>) source.getOutEdges().get(0).getPartitioner();
        ((ConfigurableStreamPartitioner) partitioner).configure(720);
        partitioner.setup(4);
        SerializationDelegate<StreamRecord<Event>> delegate =
                new SerializationDelegate<>((TypeSerializer<StreamRecord<Event>>)
                        (TypeSerializer<?>) new StreamElementSerializer<>(new EventSerializer()));
        Set<Integer> channels = new HashSet<>();
        EventKey.Builder key = new EventKey.Builder("one", "", "shop", "orders");
        Origin origin = new Origin(new Transaction("one", "one", "", 0, "", "", 0, 0, -1, 0), 0, 0, 0, 0, 0, false, "");
        for (int id = 0; id < 100; id++) {
            key.int64(id);
            delegate.setInstance(new StreamRecord<>(new Message(null, null, List.of(), 0, origin, key.build())));
            channels.add(partitioner.selectChannel(delegate));
        }
        return channels;
    }

    @Test
    void no_secret_is_in_what_flink_shows_of_the_graph() throws Exception {
        Secrets secrets = new Secrets();
        Pipeline pipeline = Pipelines.read(
                FORK.replace("hostname: h", "hostname: h, password: '${env:PW}', properties.token: tok-3f9a"),
                Map.of("PW", "pw-8c1d"),
                secrets);
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(new Configuration());
        PipelineGraph.build(env, pipeline);
        StreamGraph stream = env.getStreamGraph();
        JobGraph job = stream.getJobGraph();

        String shown = stream.getStreamingPlanAsJSON()
                + JsonPlanGenerator.generatePlan(job)
                + job
                + job.getJobConfiguration().toMap()
                + stream.getJobConfiguration().toMap()
                + env.getConfiguration()
                + env.getConfig().toConfiguration().toMap()
                + env.getConfig().getGlobalJobParameters().toMap();
        for (JobVertex vertex : job.getVertices()) {
            shown += vertex.getName() + vertex.getOperatorPrettyName() + vertex.getOperatorDescription();
        }

        assertThat(shown).contains("Source: one").doesNotContain("pw-8c1d").doesNotContain("tok-3f9a");
    }

    @Test
    void a_pipeline_without_its_secrets_is_not_built() throws Exception {
        Pipeline pipeline = new PipelineReader(
                        PluginCatalog.load(getClass().getClassLoader()), new Secrets(), Map.of(), false)
                .read("f", FUNNEL);

        assertThatThrownBy(() -> PipelineGraph.build(new StreamExecutionEnvironment(new Configuration()), pipeline))
                .hasMessageContaining("without its secrets");
    }

    private static Pipeline uncheckedRead(String text) {
        try {
            return Pipelines.read(text);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static StreamGraph graph(String text, Configuration cluster) throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(cluster);
        PipelineGraph.build(env, Pipelines.read(text));
        return env.getStreamGraph();
    }

    private static int parallelism(String text, Configuration cluster) throws Exception {
        return graph(text, cluster).getStreamNodes().iterator().next().getParallelism();
    }

    private static Map<String, String> ids(JobGraph graph) {
        return List.of(graph.getVerticesAsArray()).stream()
                .flatMap(vertex -> vertex.getOperatorIDs().stream())
                .map(pair -> pair.getGeneratedOperatorID().toString())
                .collect(toMap(id -> id, id -> id));
    }

    private static List<String> edges(String text) throws Exception {
        return edges(graph(text, new Configuration()));
    }

    private static List<String> edges(StreamGraph graph) {
        TreeSet<String> edges = new TreeSet<>();
        for (StreamNode node : graph.getStreamNodes()) {
            for (StreamEdge edge : node.getOutEdges()) {
                String tag = edge.getOutputTag() == null
                        ? ""
                        : ":" + edge.getOutputTag().getId();
                edges.add(node.getOperatorName() + tag + " -" + edge.getPartitioner() + "-> "
                        + graph.getStreamNode(edge.getTargetId()).getOperatorName());
            }
        }
        return List.copyOf(edges);
    }
}
