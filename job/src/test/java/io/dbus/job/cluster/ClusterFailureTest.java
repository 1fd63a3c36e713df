package io.dbus.job.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.flink.runtime.rest.ConnectionClosedException;
import org.apache.flink.runtime.rest.ConnectionIdleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterFailureTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "200 | <html><body>It works!</body></html> | \"<html><body>It works!</body></html>\"",
                "404 | Not Found                            | \"Not Found\"",
                "200 | {\"ok\": true}                       | other JSON than Flink's"
            })
    void what_answers_and_is_no_flink_is_told_so_with_what_it_answered(int status, String body, String told)
            throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            exchange.sendResponseHeaders(status, body.getBytes(UTF_8).length);
            exchange.getResponseBody().write(body.getBytes(UTF_8));
            exchange.close();
        });
        server.start();
        try (Cluster cluster = cluster("http://127.0.0.1:" + server.getAddress().getPort())) {
            assertThatThrownBy(cluster::jobs)
                    .isInstanceOf(ClusterException.class)
                    .hasMessage("what answers at http://127.0.0.1:"
                            + server.getAddress().getPort()
                            + " is no Flink cluster: GET /jobs/overview was answered with status " + status + " and "
                            + told + "; is this a Flink JobManager's REST address, where its web UI is?");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void who_hangs_up_on_http_may_speak_tls() throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        CompletableFuture<Void> hangingUp = CompletableFuture.runAsync(() -> hangUp(server));
        try (Cluster cluster = cluster("http://127.0.0.1:" + server.getLocalPort())) {
            assertThatThrownBy(cluster::jobs)
                    .isInstanceOf(UnreachableException.class)
                    .hasMessageContaining("does not answer")
                    .hasMessageContaining("as a server hangs up that speaks TLS (https://)");
        } finally {
            server.close();
        }
        hangingUp.join();
    }

    @Test
    void only_a_failing_way_to_the_cluster_is_one_that_may_do_the_next_time() throws Exception {
        assertThat(failure(new NoSuchFileException("/jars/a.jar")))
                .isExactlyInstanceOf(ClusterException.class)
                .hasMessageContaining("POST /jobs")
                .hasMessageContaining("/jars/a.jar");
        assertThat(failure(new IOException("No space left on device"))).isExactlyInstanceOf(ClusterException.class);
        assertThat(failure(new IOException("Connection reset by peer"))).isInstanceOf(UnreachableException.class);
        assertThat(failure(new ConnectionClosedException("Channel became inactive.")))
                .isInstanceOf(UnreachableException.class);
    }

    @Test
    void a_line_that_is_too_slow_for_the_jars_is_told_with_the_option_that_gives_them_longer() throws Exception {
        assertThat(failure(new ConnectionIdleException("Channel became idle.")))
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("30 min")
                .hasMessageContaining("-Drest.idleness-timeout=1h");
    }

    private static ClusterException failure(Throwable thrown) {
        return ClusterFailure.of(
                options("http://127.0.0.1:1"), "POST /jobs", new ExecutionException(new CompletionException(thrown)));
    }

    @Test
    void who_takes_a_question_and_never_answers_is_told_with_the_time_that_it_had() {
        assertThat(ClusterFailure.late(options("http://127.0.0.1:1"), "GET /jobs", Duration.ofMinutes(2)))
                .isInstanceOf(UnreachableException.class)
                .hasMessageContaining("does not answer: nothing came back to GET /jobs within 2 min; is it up");
    }

    private static void hangUp(ServerSocket server) {
        try {
            while (true) {
                try (Socket socket = server.accept()) {
                    socket.getInputStream().read();
                }
            }
        } catch (IOException e) {
            // The end of the test.
        }
    }

    private static Cluster cluster(String url) throws ClusterException {
        return Cluster.connect(options(url));
    }

    private static ClusterOptions options(String url) {
        return ClusterOptions.of(Optional.of(url), Map.of(), Map.of());
    }
}
