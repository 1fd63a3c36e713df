package io.dbus.source.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamSourcePluginTest {
    private final StreamSourcePlugin plugin = new StreamSourcePlugin();

    static PluginContext context(String... options) {
        Map<String, String> all = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            all.put(options[i], options[i + 1]);
        }
        return new PluginContext("pipe", "lines", Configuration.fromMap(all), List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:9514", "localhost:0", "[::1]:80", "127.9.9.9:1"})
    void addresses_of_this_machine_are_taken(String listen) {
        assertThat(plugin.validate(context("listen", listen))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0:9514", "[::]:9514", "192.0.2.1:80"})
    void other_addresses_are_refused_unless_meant(String listen) {
        assertThat(plugin.validate(context("listen", listen)))
                .extracting(Problem::what)
                .containsExactly("other machines can reach " + listen + ", and nothing keeps them from sending");
        assertThat(plugin.validate(context("listen", listen, "listen.any-address", "true")))
                .isEmpty();
    }

    @Test
    void lines_come_from_one_place() {
        assertThat(plugin.validate(context()))
                .extracting(Problem::what)
                .containsExactly("nothing says where lines come from");
        assertThat(plugin.validate(context("path", "/a", "socket", "/b")))
                .extracting(Problem::what)
                .containsExactly("lines cannot come from several places");
        assertThat(plugin.validate(context("path", "/var/log/a"))).isEmpty();
        assertThat(plugin.validate(context("command", "sh;-c;true", "restart", "always")))
                .isEmpty();
        assertThat(plugin.validate(context("socket", "/run/a", "key.pattern", "k=(.)")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "listen | 127.0.0.1 | '127.0.0.1' is no host:port",
                "listen | 127.0.0.1:65536 | is no host:port",
                "socket | /restart | it says nothing without command",
                "path | /x/ | '/x/' is no file",
            })
    void a_wrong_place_is_told(String option, String value, String what) {
        assertThat(plugin.validate(context(
                        option,
                        value,
                        option.equals("socket") ? "restart" : "max-clients",
                        option.equals("socket") ? "always" : "5")))
                .extracting(Problem::what)
                .anyMatch(text -> text.contains(what));
    }

    @ParameterizedTest
    @CsvSource({
        "max-line-bytes, 65 mb, 68157440 bytes are not possible",
        "max-clients, 0, 0 is not possible",
        "restart.delay, 2 min, longer than restart.delay.max",
        "key.pattern, (, the regular expression is not valid: missing closing )",
    })
    void a_wrong_value_is_told(String option, String value, String what) {
        assertThat(plugin.validate(context("command", "true", option, value)))
                .extracting(Problem::what)
                .anyMatch(text -> text.contains(what));
    }
}
