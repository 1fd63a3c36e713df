package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterOptionsTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "http://flink:8082, http://flink:8082",
        "flink:8082, http://flink:8082",
        "flink, http://flink:8081",
        "https://proxy.example, https://proxy.example:443",
        "https://proxy.example/flink/, https://proxy.example:443/flink"
    })
    void an_address_is_where_the_client_goes(String address, String url) {
        ClusterOptions options = ClusterOptions.of(Optional.of(address), Map.of(), Map.of());

        assertThat(options.url()).isEqualTo(url);
        Configuration flink = options.flink();
        String scheme = SecurityOptions.isRestSSLEnabled(flink) ? "https" : "http";
        assertThat(scheme + "://" + flink.get(RestOptions.ADDRESS) + ":" + flink.get(RestOptions.PORT)
                        + flink.get(RestOptions.PATH))
                .isEqualTo(url);
        // The host that TLS compares with the certificate.
        assertThat(flink.get(JobManagerOptions.ADDRESS)).isEqualTo(flink.get(RestOptions.ADDRESS));
    }

    @ParameterizedTest
    @CsvSource({"flink, https://flink:8081", "flink:8082, https://flink:8082", "http://flink, http://flink:8081"})
    void an_address_without_a_scheme_is_spoken_to_by_tls_if_the_options_say_so(String address, String url) {
        assertThat(ClusterOptions.of(Optional.of(address), Map.of("security.ssl.rest.enabled", "true"), Map.of())
                        .url())
                .isEqualTo(url);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ftp://flink", "http://", "http://a b", "http://u:p@flink", "http://flink?x=1", ""})
    void what_is_no_address_is_refused_with_one_that_is(String address) {
        assertThatThrownBy(() -> ClusterOptions.of(Optional.of(address), Map.of(), Map.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + address + "' is no address of a Flink cluster; write one such as http://");
    }

    @Test
    void without_anything_it_is_this_machine() {
        assertThat(ClusterOptions.of(Optional.empty(), Map.of(), Map.of()).url())
                .isEqualTo("http://localhost:8081");
    }

    @Test
    void the_configuration_folder_names_the_cluster_and_its_truststore_and_overrides_win() throws Exception {
        Files.writeString(folder.resolve("config.yaml"), """
                rest.address: jm.example
                rest.port: 8090
                security.ssl.rest.enabled: true
                security.ssl.rest.truststore: /etc/trust.jks
                """);
        Map<String, String> environment = Map.of("FLINK_CONF_DIR", folder.toString());

        ClusterOptions options = ClusterOptions.of(Optional.empty(), Map.of("rest.port", "8091"), environment);

        assertThat(options.url()).isEqualTo("https://jm.example:8091");
        assertThat(options.flink().get(SecurityOptions.SSL_REST_TRUSTSTORE)).isEqualTo("/etc/trust.jks");
        assertThat(ClusterOptions.of(Optional.of("http://other:1"), Map.of(), environment)
                        .url())
                .isEqualTo("http://other:1");
    }

    @Test
    void the_folder_of_a_flink_home_is_taken_when_no_other_is_named() throws Exception {
        Files.createDirectories(folder.resolve("conf"));
        Files.writeString(folder.resolve("conf/config.yaml"), "jobmanager.rpc.address: home.example\n");

        assertThat(ClusterOptions.of(Optional.empty(), Map.of(), Map.of("FLINK_HOME", folder.toString()))
                        .url())
                .isEqualTo("http://home.example:8081");
    }

    @Test
    void a_configuration_folder_without_a_configuration_is_refused() {
        assertThatThrownBy(() ->
                        ClusterOptions.of(Optional.empty(), Map.of(), Map.of("FLINK_CONF_DIR", folder.toString())))
                .hasMessageContaining("FLINK_CONF_DIR is " + folder + ", where no file config.yaml can be read");
    }

    @Test
    void a_leader_in_zookeeper_is_asked_for_unless_an_address_is_given() {
        Map<String, String> ha =
                Map.of("high-availability.type", "zookeeper", "high-availability.zookeeper.quorum", "zk:2181");

        assertThat(ClusterOptions.of(Optional.empty(), ha, Map.of()).url())
                .isEqualTo("the leader in zookeeper zk:2181");
        ClusterOptions named = ClusterOptions.of(Optional.of("flink:1"), ha, Map.of());
        assertThat(named.url()).isEqualTo("http://flink:1");
        assertThat(named.flink().get(HighAvailabilityOptions.HA_MODE)).isEqualTo("NONE");
    }

    @Test
    void a_cluster_that_does_not_answer_is_told_in_seconds_unless_told_otherwise() {
        assertThat(ClusterOptions.of(Optional.empty(), Map.of(), Map.of())
                        .flink()
                        .get(RestOptions.RETRY_MAX_ATTEMPTS))
                .isEqualTo(3);
        assertThat(ClusterOptions.of(Optional.empty(), Map.of("rest.retry.max-attempts", "7"), Map.of())
                        .flink()
                        .get(RestOptions.RETRY_MAX_ATTEMPTS))
                .isEqualTo(7);
    }
}
