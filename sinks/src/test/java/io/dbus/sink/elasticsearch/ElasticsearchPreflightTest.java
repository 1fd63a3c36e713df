package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The look beforehand at servers that say what the test wants. */
class ElasticsearchPreflightTest {
    private static final String VERSION_9 = "{\"version\":{\"number\":\"9.1.0\"}}";

    private final Map<String, String> bodies = new HashMap<>();
    private final Map<String, Integer> statuses = new HashMap<>();
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String path = exchange.getRequestURI().getPath();
            byte[] body = bodies.getOrDefault(path, "{}").getBytes(UTF_8);
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(
                    statuses.getOrDefault(path, bodies.containsKey(path) ? 200 : 404), body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private List<Problem> problems(Map<String, String> more) {
        Map<String, String> options = new HashMap<>(Map.of("hosts", url(), "index", "${db}-${table}"));
        options.putAll(more);
        return new ElasticsearchSinkPlugin()
                .preflight(new PluginContext("shop", "search", Configuration.fromMap(options), List.of()));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"version\":{\"number\":\"8.19.21\"}}",
                "{\"version\":{\"number\":\"9.1.0\"}}",
                "{\"version\":{\"number\":\"2.19.1\",\"distribution\":\"opensearch\"}}"
            })
    void versions_that_it_can_write_to_pass(String page) {
        bodies.put("/", page);
        assertThat(problems(Map.of())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"version\":{\"number\":\"7.17.0\"}} | is Elasticsearch 7.17.0, which is older than 8",
                "{\"hello\":\"world\"} | says it is of version ''",
                "<html>Welcome to nginx</html> | which is no JSON object"
            })
    void what_is_no_elasticsearch_or_too_old_a_one_is_told(String page, String what) {
        bodies.put("/", page);
        assertThat(problems(Map.of())).singleElement().satisfies(problem -> assertThat(problem.what())
                .contains(what));
    }

    @Test
    void a_node_that_does_not_show_its_page_is_asked_as_a_node() {
        statuses.put("/", 405);
        bodies.put("/_nodes/_local", "{\"nodes\":{\"x\":{\"version\":\"8.19.21\"}}}");
        assertThat(problems(Map.of())).isEmpty();
    }

    @Test
    void each_host_that_cannot_be_reached_is_named() {
        bodies.put("/", VERSION_9);
        String gone = "http://127.0.0.1:1";
        assertThat(problems(Map.of("hosts", url() + ";" + gone)))
                .singleElement()
                .satisfies(problem -> assertThat(problem.what()).contains(gone).contains("cannot be reached"));
    }

    @ParameterizedTest
    @CsvSource({"401, username and password", "403, monitor"})
    void credentials_that_are_refused_are_told_with_the_cure(int status, String cure) {
        bodies.put("/", "{\"error\":{\"type\":\"security_exception\",\"reason\":\"no\"}}");
        statuses.put("/", status);
        assertThat(problems(Map.of())).singleElement().satisfies(problem -> {
            assertThat(problem.what()).contains("security_exception: no");
            assertThat(problem.cure()).contains(cure);
        });
    }

    @Test
    void privileges_that_are_missing_are_named() {
        bodies.put("/", VERSION_9);
        bodies.put(
                "/_security/user/_has_privileges",
                "{\"username\":\"dbus\",\"has_all_requested\":false,\"index\":{\"*-*\":{\"write\":true,\"create_index\":false,"
                        + "\"view_index_metadata\":false}}}");
        assertThat(problems(Map.of())).singleElement().satisfies(problem -> {
            assertThat(problem.what()).contains("the user dbus").contains("the indices *-*");
            assertThat(problem.cure()).contains("create_index, view_index_metadata");
        });
    }
}
