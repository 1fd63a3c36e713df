package io.dbus.job.pipeline;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.job.Pipelines;
import io.dbus.job.plugin.TestSourcePlugin;
import io.dbus.plugin.PluginContext.Upstream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineReaderTest {
    private static final String DIAMOND = """
            name: diamond
            sources:
              one: {type: test-source, hostname: h, servers: {b: x, a: [y, z]}}
              two: {type: test-source, hostname: h}
              three: {type: test-source, hostname: h}
            operators:
              last: {type: test-pass, inputs: [left, right]}
              left: {type: test-pass, inputs: [first]}
              right: {type: test-split, inputs: [first, two], outputs: [eu]}
              first: {type: test-pass, inputs: [one]}
            sinks:
              out: {type: test-sink, inputs: [last, right.eu], into: x}
              raw: {type: test-sink, inputs: [three], into: x}
            """;

    @Test
    void operators_come_after_those_that_they_read_whatever_their_order_in_the_file() throws Exception {
        Pipeline pipeline = Pipelines.read(DIAMOND);

        assertThat(pipeline.operators()).extracting(Component::name).containsExactly("first", "left", "right", "last");
        assertThat(pipeline.name()).isEqualTo("diamond");
    }

    @Test
    void a_component_is_told_of_all_sources_above_it_with_their_servers() throws Exception {
        Pipeline pipeline = Pipelines.read(DIAMOND);

        assertThat(pipeline.sinks().get(0).context().upstreams())
                .containsExactly(new Upstream("one", List.of("a", "b")), new Upstream("two", List.of("two")));
        assertThat(pipeline.sinks().get(1).context().upstreams())
                .containsExactly(new Upstream("three", List.of("three")));
        assertThat(pipeline.operators().get(1).context().upstreams())
                .containsExactly(new Upstream("one", List.of("a", "b")));
        assertThat(pipeline.sources().get(0).context().upstreams()).isEmpty();
    }

    @Test
    void a_secret_reaches_the_plugin_and_no_message() throws Exception {
        Secrets secrets = new Secrets();
        Pipeline pipeline = Pipelines.read(
                DIAMOND.replace("two: {", "two: {password: '${env:PW}', "), Map.of("PW", "s3cret-pw"), secrets);

        assertThat(pipeline.sources().get(1).context().options().get(TestSourcePlugin.PASSWORD))
                .isEqualTo("s3cret-pw");
        assertThat(secrets.redact("refused: s3cret-pw")).isEqualTo("refused: ******");
    }

    @Test
    void a_password_that_the_file_gives_openly_is_a_secret_all_the_same() throws Exception {
        Secrets secrets = new Secrets();
        Pipelines.read(
                DIAMOND.replace("two: {", "two: {password: open-pw, properties.sasl.jaas.config: jaas-pw, "),
                Map.of(),
                secrets);

        assertThat(secrets.redact("open-pw jaas-pw")).isEqualTo("****** ******");
    }

    @Test
    void without_secrets_a_pipeline_can_be_checked_but_says_that_it_is_not_complete() throws Exception {
        String text = DIAMOND.replace("two: {", "two: {password: '${env:PW}', port: '${env:PORT}', ");
        PluginCatalog plugins = PluginCatalog.load(getClass().getClassLoader());

        Pipeline pipeline = new PipelineReader(plugins, new Secrets(), Map.of(), false).read("f", text);

        assertThat(pipeline.complete()).isFalse();
        assertThatThrownBy(() -> new PipelineReader(plugins, new Secrets(), Map.of(), true).read("f", text))
                .isInstanceOf(PipelineException.class)
                .hasMessageContaining("f:4:19: sources.two.password: the environment variable of ${env:PW} is not set");
    }

    @Test
    void a_file_in_another_encoding_is_refused_where_it_shows() {
        byte[] latin = "name: shop\n# größe\n".getBytes(ISO_8859_1);
        PipelineReader reader =
                new PipelineReader(PluginCatalog.load(getClass().getClassLoader()), new Secrets(), Map.of(), true);

        assertThatThrownBy(() -> reader.read("f", latin))
                .isInstanceOf(PipelineException.class)
                .hasMessageStartingWith("f:2:5: ")
                .hasMessageContaining("UTF-8");
    }

    @Test
    void settings_have_their_defaults() throws Exception {
        PipelineSettings settings = Pipelines.read(DIAMOND).settings();

        assertThat(settings.parallelism()).isEmpty();
        assertThat(settings.exchange()).isEqualTo(ExchangeMode.AUTO);
        assertThat(settings.maxParallelism()).isEqualTo(720);
        assertThat(settings.flink().toMap()).isEmpty();
    }

    @Test
    void flink_s_options_may_be_nested_or_flat() throws Exception {
        PipelineSettings settings = Pipelines.read(DIAMOND + """
                        pipeline:
                          parallelism: 4
                          exchange: NONE
                          flink.execution.checkpointing.interval: 5 s
                          flink:
                            execution: {checkpointing: {timeout: 1 min}}
                            restart-strategy.type: fixed-delay
                        """).settings();

        assertThat(settings.parallelism()).hasValue(4);
        assertThat(settings.exchange()).isEqualTo(ExchangeMode.NONE);
        assertThat(settings.flink().toMap())
                .isEqualTo(Map.of(
                        "execution.checkpointing.interval", "5 s",
                        "execution.checkpointing.timeout", "1 min",
                        "restart-strategy.type", "fixed-delay"));
    }
}
