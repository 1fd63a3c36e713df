package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.ELASTICSEARCH)
class ElasticsearchServerITCase {

    @Test
    void allDocumentsOfAnIndexAreReadInPagesWithVersionAndRouting() {
        ElasticsearchServer elasticsearch = SharedServers.elasticsearch();
        String index = elasticsearch.uniqueIndex("pages");
        elasticsearch.call(
                "PUT",
                "/" + index,
                "{\"settings\":{\"number_of_shards\":3},"
                        + "\"mappings\":{\"properties\":{\"o\":{\"type\":\"object\",\"enabled\":false}}}}");
        String lines = IntStream.range(0, 2_500)
                .mapToObj(i -> "{\"index\":{\"_id\":\"" + i + "\",\"version\":" + (1_000 + i)
                        + ",\"version_type\":\"external\"}}\n{\"n\":" + i + "}\n")
                .collect(Collectors.joining());
        assertThat(elasticsearch
                        .call("POST", "/" + index + "/_bulk", lines)
                        .path("errors")
                        .asBoolean())
                .isFalse();

        List<ElasticsearchDocument> documents = elasticsearch.documents(index);
        assertThat(documents).hasSize(2_500);
        assertThat(documents.stream().map(ElasticsearchDocument::id).distinct()).hasSize(2_500);
        assertThat(documents).allSatisfy(document -> {
            assertThat(document.source().path("n").asText()).isEqualTo(document.id());
            assertThat(document.version()).isEqualTo(1_000 + Long.parseLong(document.id()));
            assertThat(document.routing()).isEmpty();
            assertThat(document.index()).isEqualTo(index);
        });

        elasticsearch.call(
                "PUT", "/" + index + "/_doc/r?routing=eu", "{\"o\":{\"u\":18446744073709551615,\"d\":0.10}}");
        ElasticsearchDocument routed = elasticsearch.documents(index).stream()
                .filter(document -> document.id().equals("r"))
                .findFirst()
                .orElseThrow();
        assertThat(routed.routing()).contains("eu");
        assertThat(routed.source().at("/o/u").bigIntegerValue()).isEqualTo(new BigInteger("18446744073709551615"));
        assertThat(routed.source().at("/o/d").decimalValue()).isEqualByComparingTo("0.10");
    }

    @Test
    void whatItRefusesIsAFailureWithItsAnswer() {
        ElasticsearchServer elasticsearch = SharedServers.elasticsearch();
        assertThatThrownBy(() -> elasticsearch.call("PUT", "/UPPER", ""))
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("400")
                .hasMessageContaining("must be lowercase")
                .hasMessageContaining(elasticsearch.logFile().toString());
        assertThatThrownBy(() -> elasticsearch.documents("never"))
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("index_not_found_exception");
    }

    @Test
    void documentsSurviveAKillAndARestartWithOtherSettingsAndAPauseAnswersNothing() throws Exception {
        Path log;
        try (ElasticsearchServer elasticsearch = ElasticsearchServer.builder().start()) {
            log = elasticsearch.logFile();
            elasticsearch.call("PUT", "/t/_doc/1", "{\"a\":1}");
            String url = elasticsearch.url();
            elasticsearch.pause();
            HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/_cluster/health"))
                    .timeout(Duration.ofSeconds(1))
                    .build();
            HttpClient client = HttpClient.newHttpClient();
            assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(IOException.class);
            elasticsearch.resume();
            assertThat(elasticsearch.documents("t")).hasSize(1);

            elasticsearch.kill9();
            assertThat(elasticsearch.isRunning()).isFalse();
            elasticsearch.restartWith(Map.of("http.max_content_length", "1mb"));
            assertThat(elasticsearch.url()).isEqualTo(url);
            assertThat(elasticsearch.documents("t")).hasSize(1);
            assertThatThrownBy(() -> elasticsearch.call("PUT", "/t/_doc/2", "{\"a\":\"" + "x".repeat(2 << 20) + "\"}"))
                    .isInstanceOf(ServerFailedException.class);
        }
        assertThat(log).exists();
    }

    @Test
    void aSecuredNodeTakesItsUserOverTlsAndNobodyElse() throws Exception {
        try (ElasticsearchServer elasticsearch =
                ElasticsearchServer.builder().secured().start()) {
            assertThat(elasticsearch.url()).startsWith("https://127.0.0.1:");
            JsonNode caller = elasticsearch.call("GET", "/_security/_authenticate", "");
            assertThat(caller.path("username").asText()).isEqualTo(elasticsearch.user());
            assertThat(Files.readString(elasticsearch.caCertificate())).startsWith("-----BEGIN CERTIFICATE-----");
            assertThat(elasticsearch.caFingerprint()).matches("[0-9a-f]{64}");
            HttpRequest request = HttpRequest.newBuilder(URI.create(elasticsearch.url() + "/_cluster/health"))
                    .build();
            assertThatThrownBy(() -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()))
                    .isInstanceOf(javax.net.ssl.SSLException.class);
        }
    }

    @Test
    void aNodeThatCannotStartShowsItsLog() {
        assertThatThrownBy(() -> ElasticsearchServer.builder()
                        .option("no.such.setting", "x")
                        .start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("unknown setting [no.such.setting]")
                .hasMessageContaining(".log");
    }

    @Test
    void aTakenPortIsNotTaken() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FreePort.choose(taken.getLocalPort());
            try (ElasticsearchServer elasticsearch =
                    ElasticsearchServer.builder().start()) {
                assertThat(elasticsearch.port()).isNotEqualTo(taken.getLocalPort());
            }
        }
    }
}
