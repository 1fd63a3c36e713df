package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ElasticsearchSinkPluginTest {
    private final SinkPlugin plugin = new ElasticsearchSinkPlugin();

    private static PluginContext context(Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("hosts", "http://es:9200", "index", "${db}-${table}"));
        all.putAll(options);
        return new PluginContext(
                "shop",
                "search",
                Configuration.fromMap(all),
                List.of(new PluginContext.Upstream("shop-db", List.of("eu1"))));
    }

    private List<Problem> problems(Map<String, String> options) {
        return plugin.validate(context(options));
    }

    @Test
    void it_is_found_as_a_service_and_its_defaults_are_valid() {
        assertThat(ServiceLoader.load(SinkPlugin.class))
                .anyMatch(each -> each.type().equals("elasticsearch"));
        assertThat(problems(Map.of())).isEmpty();
    }

    @Test
    void each_option_is_there_once_and_is_described() {
        List<ConfigOption<?>> options = new java.util.ArrayList<>(plugin.requiredOptions());
        options.addAll(plugin.optionalOptions());
        assertThat(options).extracting(ConfigOption::key).doesNotHaveDuplicates();
        assertThat(options)
                .allSatisfy(option -> assertThat(option.description()).isNotNull());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "hosts | es:9200 | does not begin with http",
                "hosts | http://es:9200/search | has something behind host and port",
                "hosts | http://elastic:secret@es:9200 | holds a user",
                "hosts | http://a:9200;https://b:9200 | some hosts are spoken to by http and some by https",
                "username | elastic | a user without a password",
                "password | secret | a password without a user",
                "ssl.certificate-fingerprint | abc | is no SHA-256",
                "ssl.certificate-authority | /ca.crt | spoken to by http",
                "connection.path-prefix | search?x | is no path",
                "connection.timeout | 0 ms | cannot be 0 ms",
                "sink.bulk-flush.max-actions | 0 | there cannot be 0",
                "sink.bulk-flush.max-size | 0 b | it cannot be 0 bytes",
                "sink.bulk-flush.max-size | 3 gb | it cannot be 3221225472 bytes",
                "sink.bulk-flush.interval | 0 ms | there is no time",
                "sink.requests.max-inflight | 0 | there cannot be 0",
                "sink.retry-timeout | 0 ms | there is no time"
            })
    void a_wrong_option_is_named_with_what_is_wrong_and_shows_no_secret(String key, String value, String what) {
        assertThat(problems(Map.of(key, value)))
                .anySatisfy(problem -> assertThat(problem.what()).contains(what))
                .allSatisfy(
                        problem -> assertThat(problem.what() + problem.cure()).doesNotContain("secret"));
    }

    @Test
    void a_user_and_an_api_key_exclude_each_other() {
        assertThat(problems(Map.of("username", "u", "password", "p", "api-key", "k")))
                .singleElement()
                .satisfies(problem -> assertThat(problem.option()).isEqualTo("api-key"));
    }

    @Test
    void pauses_that_are_longer_than_the_time_for_repeats_are_refused() {
        assertThat(problems(Map.of("sink.bulk-flush.backoff.delay", "1 min")))
                .anySatisfy(problem -> assertThat(problem.what()).contains("longer than sink.retry-timeout"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            value = {
                "shop ! it holds not both ${db} and ${table}",
                "${db} ! it holds not both ${db} and ${table}",
                "${db}-${table}-${column:created|yyyy} ! it depends on columns"
            })
    void truncates_are_deleted_only_where_an_index_is_one_tables(String index, String why) {
        assertThat(problems(Map.of("truncate", "delete"))).isEmpty();
        assertThat(problems(Map.of("truncate", "delete", "index", index)))
                .anySatisfy(problem -> assertThat(problem.what()).contains(why));
        assertThat(problems(Map.of("truncate", "ignore", "index", index))).isEmpty();
    }

    @Test
    void the_sink_can_be_sent_to_other_machines_and_shows_no_secret() throws Exception {
        PluginContext context = context(Map.of("username", "elastic", "password", "s3cret"));
        SinkSettings settings = SinkSettings.of(context);

        assertThat(settings.toString()).doesNotContain("s3cret");
        assertThat(InstantiationUtil.clone(settings).connection()).isEqualTo(settings.connection());
        InstantiationUtil.clone(plugin.sink(context));
    }
}
