package io.dbus.job.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.job.Pipelines;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.Secrets;
import io.dbus.plugin.KeptState;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.junit.jupiter.api.Test;

class JobFactsTest {
    private static final String FILE = """
            name: facts
            sources:
              db: {type: mysql, servers: {north: n, south: s}, username: u, password: '${env:PW}', tables: [shop.*], scan.startup.mode: latest-offset, message.key.columns: 'shop.a:x'}
            operators:
              token: {type: filter, inputs: [db], where: "after.x == 'pw-8c1d'"}
              order: {type: sort, inputs: [token], by: [table, source]}
            sinks:
              out: {type: mock, inputs: [order]}
            pipeline: {parallelism: 4, max-parallelism: 128, flink.state.backend.type: hashmap}
            """;

    @Test
    void a_job_s_parameters_tell_of_it_what_was_built() throws Exception {
        JobFacts facts = JobFacts.read(parameters(FILE)).orElseThrow();

        assertThat(facts.pipeline()).isEqualTo("facts");
        assertThat(facts.maxParallelism()).isEqualTo(128);
        assertThat(facts.exchange()).isEqualTo("keyed");
        assertThat(facts.stateBackend()).isEqualTo("hashmap");
        assertThat(facts.version()).matches("[0-9].*");
        assertThat(facts.file()).isEqualTo(FILE);
        assertThat(facts.fileIsWhole()).isTrue();
        assertThat(facts.components())
                .containsExactly(
                        new ComponentFacts(
                                "source",
                                "db",
                                "mysql",
                                List.of(),
                                Optional.of(new KeptState(
                                        "the positions of its servers", Map.of(), List.of("north", "south")))),
                        new ComponentFacts("operator", "token", "filter", List.of("db"), Optional.empty()),
                        new ComponentFacts(
                                "operator",
                                "order",
                                "sort",
                                List.of("token"),
                                Optional.of(new KeptState(
                                        "the events that it holds",
                                        Map.of(
                                                "by",
                                                "[source, table]",
                                                "sources.db.message.key.columns",
                                                "shop.a:x",
                                                "sources.db.shared-keys",
                                                "false"),
                                        List.of()))),
                        new ComponentFacts(
                                "sink", "out", "mock", List.of("order"), Optional.of(KeptState.of("its counts"))));
        assertThat(parameters(FILE))
                .containsEntry("dbus.description", "db (mysql) -> token (filter), order (sort) -> out (mock)");
    }

    @Test
    void flink_hides_none_of_the_parameters() throws Exception {
        assertThat(ConfigurationUtils.hideSensitiveValues(parameters(FILE))).isEqualTo(parameters(FILE));
    }

    @Test
    void parameters_that_the_job_was_given_stay() throws Exception {
        Configuration cluster = new Configuration();
        cluster.setString("pipeline.global-job-parameters", "team:shop");

        assertThat(parameters(FILE, cluster)).containsEntry("team", "shop").containsKey("dbus.file");
    }

    @Test
    void the_cluster_s_state_backend_is_told_where_the_file_names_none() throws Exception {
        Configuration cluster = new Configuration();
        cluster.setString("state.backend.type", "forst");

        assertThat(parameters(FILE.replace(", flink.state.backend.type: hashmap", ""), cluster))
                .containsEntry("dbus.state-backend", "forst");
    }

    @Test
    void jobs_of_others_have_no_facts() {
        assertThat(JobFacts.read(Map.of("name", "x"))).isEmpty();
    }

    @Test
    void facts_of_a_newer_dbus_are_refused() throws Exception {
        Map<String, String> newer = new HashMap<>(parameters(FILE));
        newer.put("dbus.facts", "2");
        newer.put("dbus.version", "9.1");

        assertThatThrownBy(() -> JobFacts.read(newer))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("built by dbus 9.1")
                .hasMessageContaining("take that dbus");
    }

    private static Map<String, String> parameters(String text) throws Exception {
        return parameters(text, new Configuration());
    }

    private static Map<String, String> parameters(String text, Configuration cluster) throws Exception {
        Pipeline pipeline = Pipelines.read(text, Map.of("PW", "pw-8c1d"), new Secrets());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(cluster);
        PipelineGraph.build(env, pipeline);
        return env.getConfig().getGlobalJobParameters().toMap();
    }
}
