package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.source.EventJob;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients write into a socket as a stream. */
class StreamSocketTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        StreamJobs.REJECTED.clear();
    }

    @Test
    void several_clients_of_a_unix_socket_are_read_at_once_and_one_that_is_cut_is_told() throws Exception {
        Path socket = directory.resolve("s");
        try (EventJob job = StreamJobs.job(directory, "socket", socket.toString(), "max-line-bytes", "1 kb")) {
            job.start();
            await().atMost(PATIENCE).until(() -> Files.exists(socket));
            List<SocketChannel> clients = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                clients.add(connect(socket));
            }
            for (int round = 0; round < 20; round++) {
                for (int i = 0; i < clients.size(); i++) {
                    send(clients.get(i), "client " + i + " ");
                    send(clients.get(i), "round " + round + "\n");
                }
            }
            send(clients.get(0), "half a li");
            for (SocketChannel client : clients) {
                client.close();
            }
            await().atMost(PATIENCE).until(() -> job.count() == 100 && StreamJobs.REJECTED.size() == 1);
            assertThat(StreamJobs.REJECTED).containsExactly("cut-short: half a li");
            for (int i = 0; i < 5; i++) {
                String client = "client " + i;
                assertThat(StreamJobs.texts(job).stream().filter(text -> text.startsWith(client)))
                        .containsExactlyElementsOf(IntStream.range(0, 20)
                                .mapToObj(round -> client + " round " + round)
                                .toList());
            }
        }
        // By the fetcher's thread, for which a cancelled task does not wait.
        await("taken away at the end").atMost(PATIENCE).until(() -> Files.notExists(socket));
    }

    @Test
    void a_client_waits_when_the_pipeline_does_and_nothing_is_lost() throws Exception {
        Path socket = directory.resolve("s");
        int count = 20_000;
        String line = "x".repeat(500);
        try (EventJob job =
                StreamJobs.job(directory, "socket", socket.toString()).slowBy(Duration.ofNanos(100_000))) {
            job.start();
            await().atMost(PATIENCE).until(() -> Files.exists(socket));
            int most = 0;
            try (SocketChannel client = connect(socket)) {
                for (int i = 0; i < count; i++) {
                    send(client, i + " " + line + "\n");
                    most = Math.max(most, i - job.count());
                }
            }
            await().atMost(PATIENCE).until(() -> job.count() == count);
            // Two batches and the one in hand of a megabyte each, and what the kernel, the network between tasks and
            // one read hold.
            assertThat(most).as("lines that were on their way").isLessThan(count * 3 / 4);
        }
    }

    @Test
    void clients_beyond_the_limit_are_refused_and_others_go_on() throws Exception {
        StreamSettings settings = StreamJobs.settings("listen", "127.0.0.1:0", "max-clients", "1");
        try (SocketInput input = SocketInput.open(settings, StreamJobs.figures());
                SocketChannel one = SocketChannel.open(input.address());
                SocketChannel two = SocketChannel.open(input.address())) {
            LineBatch batch = new LineBatch("lines");
            send(one, "a\n");
            await().atMost(PATIENCE).until(() -> {
                input.read(batch);
                return !batch.isEmpty();
            });
            await().atMost(PATIENCE).until(() -> {
                input.read(batch);
                two.configureBlocking(false);
                return two.read(ByteBuffer.allocate(1)) < 0;
            });
            send(one, "b\n");
            LineBatch later = new LineBatch("lines");
            await().atMost(PATIENCE).until(() -> {
                input.read(later);
                return !later.isEmpty();
            });
        }
    }

    @Test
    void a_socket_s_file_that_a_killed_process_left_is_taken_over_and_one_in_use_is_not() throws Exception {
        Path socket = directory.resolve("s");
        StreamSettings settings = StreamJobs.settings("socket", socket.toString());
        ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        left.bind(UnixDomainSocketAddress.of(socket));
        assertThatThrownBy(() -> SocketInput.open(settings, StreamJobs.figures()))
                .hasMessageContaining("another process listens there");
        left.close();
        assertThat(socket).exists();
        SocketInput.open(settings, StreamJobs.figures()).close();
        Files.writeString(socket, "precious");
        assertThatThrownBy(() -> SocketInput.open(settings, StreamJobs.figures()))
                .hasMessageContaining("there is a file that is no socket");
        assertThat(socket).hasContent("precious");
    }

    private static SocketChannel connect(Path socket) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    private static void send(SocketChannel client, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(UTF_8));
        while (bytes.hasRemaining()) {
            client.write(bytes);
        }
    }
}
