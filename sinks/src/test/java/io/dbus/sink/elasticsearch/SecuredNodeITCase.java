package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A node with users and TLS. */
@RequiresServers(ServerKind.ELASTICSEARCH)
class SecuredNodeITCase {
    private static ElasticsearchServer server;

    @BeforeAll
    static void start() {
        server = ElasticsearchServer.builder().secured().start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static Map<String, String> options(String... more) {
        Map<String, String> options = new HashMap<>(Map.of(
                "hosts", server.url(),
                "index", "${db}-${table}",
                "username", server.user(),
                "password", server.password(),
                "ssl.certificate-authority", server.caCertificate().toString()));
        for (int i = 0; i < more.length; i += 2) {
            if (more[i + 1] == null) {
                options.remove(more[i]);
            } else {
                options.put(more[i], more[i + 1]);
            }
        }
        return options;
    }

    private static Answer health(Map<String, String> options) throws IOException, InterruptedException {
        try (ElasticsearchConnection connection =
                ConnectionSettings.of(Configuration.fromMap(options)).connect()) {
            return connection.call("GET", "/_cluster/health", Map.of(), null);
        }
    }

    private static List<Problem> preflight(Map<String, String> options) {
        return new ElasticsearchSinkPlugin().preflight(SearchJob.context(server, "secured", "${db}-${table}", options));
    }

    @Test
    void the_file_of_its_authority_and_the_fingerprint_in_any_form_are_ways_to_trust_it() throws Exception {
        assertThat(health(options()).status()).isEqualTo(200);
        String plain = server.caFingerprint().replace(":", "");
        String colons = plain.toUpperCase().replaceAll("(..)(?!$)", "$1:");
        for (String fingerprint : List.of(plain, colons)) {
            assertThat(health(options("ssl.certificate-authority", null, "ssl.certificate-fingerprint", fingerprint))
                            .status())
                    .isEqualTo(200);
        }
    }

    @Test
    void without_them_or_with_anothers_it_is_not_trusted() {
        assertThatThrownBy(() -> health(options("ssl.certificate-authority", null)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("GET /_cluster/health got no answer")
                .hasMessageContaining("PKIX");
        assertThatThrownBy(() -> health(
                        options("ssl.certificate-authority", null, "ssl.certificate-fingerprint", "ab".repeat(32))))
                .hasStackTraceContaining("has the fingerprint of ssl.certificate-fingerprint");
    }

    @Test
    void its_certificate_is_not_taken_for_another_name() {
        String otherName = server.url().replace("127.0.0.1", "127.0.0.2").replace("localhost", "127.0.0.2");
        assertThatThrownBy(() -> health(options("hosts", otherName))).isInstanceOf(IOException.class);
    }

    @Test
    void a_user_who_may_do_all_passes_the_look_beforehand() {
        assertThat(preflight(options("truncate", "delete"))).isEmpty();
    }

    @Test
    void preflight_names_wrong_credentials_and_shows_none() {
        assertThat(preflight(options("password", "guessed"))).singleElement().satisfies(problem -> {
            assertThat(problem.what()).contains("status 401").doesNotContain("guessed");
            assertThat(problem.cure()).contains("username and password");
        });
    }
}
