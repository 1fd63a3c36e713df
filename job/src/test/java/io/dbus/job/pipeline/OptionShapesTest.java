package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import io.dbus.job.plugin.TestSourcePlugin;
import io.dbus.plugin.PluginContext;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a plugin gets of what a file says. */
class OptionShapesTest {
    @Test
    void scalars_have_the_type_of_their_option() throws Exception {
        assertThat(get("port: 3307", TestSourcePlugin.PORT)).isEqualTo(3307);
        assertThat(get("count: -1", TestSourcePlugin.COUNT)).isEqualTo(-1L);
        assertThat(get("rate: 1e3", TestSourcePlugin.RATE)).isEqualTo(1000.0);
        assertThat(get("tls: TRUE", TestSourcePlugin.TLS)).isTrue();
        assertThat(get("connect.timeout: 5 min", TestSourcePlugin.TIMEOUT)).isEqualTo(Duration.ofMinutes(5));
        assertThat(get("buffer: 64 kb", TestSourcePlugin.BUFFER)).isEqualTo(MemorySize.parse("64 kb"));
        assertThat(get("scan.startup.mode: latest-offset", TestSourcePlugin.MODE))
                .isEqualTo(TestSourcePlugin.Mode.LATEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"007", "1.10", "true", "0x10", "1_000", "a: b", "a, b", "[x]", "{x}", "#5", "~", "it's", "a\"b"})
    void text_stays_as_written(String text) throws Exception {
        String quoted = "'" + text.replace("'", "''") + "'";

        assertThat(get("password: " + quoted, TestSourcePlugin.PASSWORD)).isEqualTo(text);
        assertThat(get("tables: [" + quoted + "]", TestSourcePlugin.TABLES)).containsExactly(text);
        assertThat(get("servers: {" + quoted + ": " + quoted + "}", TestSourcePlugin.SERVERS))
                .isEqualTo(Map.of(text, text));
        assertThat(get("routes: [{" + quoted + ": " + quoted + "}]", TestSourcePlugin.ROUTES))
                .containsExactly(Map.of(text, text));
        assertThat(context("properties: {" + quoted + ": " + quoted + "}").withPrefix("properties."))
                .isEqualTo(Map.of(text, text));
    }

    @Test
    void plain_numbers_and_words_are_not_rewritten() throws Exception {
        assertThat(get("tables: [007, 1.10, true, 1e3, 0o7]", TestSourcePlugin.TABLES))
                .containsExactly("007", "1.10", "true", "1e3", "0o7");
        assertThat(get("servers: {a: 007}", TestSourcePlugin.SERVERS)).isEqualTo(Map.of("a", "007"));
    }

    @Test
    void line_ends_and_letters_of_all_scripts_survive() throws Exception {
        String text = "é €\t漢字 😀 \u00a0\u2028 \\ end";

        assertThat(get("tables: [\"é €\\t漢字 😀 \\u00a0\\u2028 \\\\ end\", \"a\\nb\"]", TestSourcePlugin.TABLES))
                .containsExactly(text, "a\nb");
        assertThat(get("servers:\n  a: |\n    one\n    two\n", TestSourcePlugin.SERVERS))
                .isEqualTo(Map.of("a", "one\ntwo\n"));
    }

    @Test
    void lists_hold_semicolons_and_commas_and_may_be_empty() throws Exception {
        assertThat(get("tables: ['a;b', 'c,d', '']", TestSourcePlugin.TABLES)).containsExactly("a;b", "c,d", "");
        assertThat(get("tables: []", TestSourcePlugin.TABLES)).isEmpty();
        assertThat(get("tables:\n  - shop.orders\n  - \"!shop.*_tmp\"\n", TestSourcePlugin.TABLES))
                .containsExactly("shop.orders", "!shop.*_tmp");
        assertThat(get("ports: [1, 2]", TestSourcePlugin.PORTS)).containsExactly(1, 2);
    }

    @Test
    void a_map_of_lists_holds_each_list_as_yaml() throws Exception {
        Map<String, String> servers =
                get("servers: {eu1: [a.example:3306, 'b:3306'], eu2: ['3306']}", TestSourcePlugin.SERVERS);

        assertThat(servers).containsOnlyKeys("eu1", "eu2");
        assertThat(list(servers.get("eu1"))).containsExactly("a.example:3306", "b:3306");
        assertThat(list(servers.get("eu2"))).containsExactly("3306");
    }

    @Test
    void a_list_of_maps_keeps_the_order_and_holds_each_inner_value_as_text() throws Exception {
        assertThat(get(
                        "routes: [{tables: \"shop.order_*\", to: sales.orders}, {tables: x, to: '007'}]",
                        TestSourcePlugin.ROUTES))
                .containsExactly(
                        Map.of("tables", "shop.order_*", "to", "sales.orders"), Map.of("tables", "x", "to", "007"));
        List<Map<String, String>> nested = get("routes: [{tables: [a, '1'], to: {b: c}}]", TestSourcePlugin.ROUTES);
        assertThat(list(nested.get(0).get("tables"))).containsExactly("a", "1");
    }

    @Test
    void a_prefix_takes_nested_and_flat_keys_alike() throws Exception {
        Map<String, String> expected = Map.of("bootstrap.servers", "k:9092", "acks", "all");

        assertThat(context("properties.bootstrap.servers: k:9092\nproperties.acks: all")
                        .withPrefix("properties."))
                .isEqualTo(expected);
        assertThat(context("properties: {bootstrap.servers: 'k:9092', acks: all}")
                        .withPrefix("properties."))
                .isEqualTo(expected);
        assertThat(context("properties: {bootstrap: {servers: 'k:9092'}}\nproperties.acks: all")
                        .withPrefix("properties."))
                .isEqualTo(expected);
    }

    @Test
    void an_option_s_own_points_may_be_nested_too() throws Exception {
        assertThat(get("scan: {startup: {mode: latest-offset}}", TestSourcePlugin.MODE))
                .isEqualTo(TestSourcePlugin.Mode.LATEST);
    }

    @Test
    void a_former_key_is_taken() throws Exception {
        assertThat(get("tcp-port: 99", TestSourcePlugin.PORT)).isEqualTo(99);
    }

    @Test
    void an_anchor_s_value_can_be_used_again() throws Exception {
        assertThat(get("servers: &s {a: b}\nroutes: [*s, *s]", TestSourcePlugin.ROUTES))
                .containsExactly(Map.of("a", "b"), Map.of("a", "b"));
    }

    private static List<String> list(String yaml) {
        Configuration options = new Configuration();
        options.setString(TestSourcePlugin.TABLES.key(), yaml);
        return options.get(TestSourcePlugin.TABLES);
    }

    private static <T> T get(String options, ConfigOption<T> option) throws Exception {
        return context(options).options().get(option);
    }

    private static PluginContext context(String options) throws Exception {
        return Pipelines.read("name: shapes\n"
                        + "sources:\n"
                        + "  db:\n"
                        + "    type: test-source\n"
                        + "    hostname: h\n"
                        + options.indent(4)
                        + "sinks:\n"
                        + "  out: {type: test-sink, inputs: [db], into: shapes}\n")
                .sources()
                .get(0)
                .context();
    }
}
