package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsFactory;
import io.dbus.source.EventJob;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamSourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Queue<String> REJECTED = new ConcurrentLinkedQueue<>();
    private static final RejectsFactory KEEPING = context -> new Rejects() {
        @Override
        public void reject(Rejection rejection) {
            REJECTED.add(rejection.reason().label() + ": "
                    + new String(((Message) rejection.event()).value().orElseThrow(), UTF_8));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        REJECTED.clear();
    }

    @Test
    void lines_of_a_growing_file_come_once_each_over_failures_restores_and_rotations() throws Exception {
        Path log = directory.resolve("app.log");
        try (EventJob job = job("path", log.toString()).parallelism(2).failingOnceAfter(20)) {
            job.start();
            int n = 0;
            for (; job.restores() == 0; n += 10) {
                append(log, lines(n, n + 10));
                int written = n + 10;
                await().atMost(PATIENCE).until(() -> job.restores() == 1 || job.count() == written);
            }
            append(log, lines(n, n + 50) + "line " + (n + 50) / 10);
            int before = n + 50;
            await().atMost(PATIENCE).until(() -> job.count() == before);
            job.stopWithSavepoint();
            append(log, (n + 50) % 10 + "\n" + lines(n + 51, n + 100));
            Files.move(log, directory.resolve("app.log.1"));
            append(log, lines(n + 100, n + 150));
            job.parallelism(1).start();
            await().atMost(PATIENCE).until(() -> job.count() == before + 100);
            Files.move(log, directory.resolve("app.log.2"));
            append(log, lines(n + 150, n + 200));
            await().atMost(PATIENCE).until(() -> job.count() == before + 150);
            job.stopWithSavepoint().start();
            append(log, lines(n + 200, n + 210));
            await().atMost(PATIENCE).until(() -> job.count() >= before + 160);

            int all = n + 210;
            assertThat(texts(job))
                    .containsExactlyElementsOf(lines(0, all).lines().toList());
            assertThat(job.out().stream().map(event -> event.origin().sequence()))
                    .containsExactlyElementsOf(IntStream.rangeClosed(1, all)
                            .mapToObj(i -> (long) i)
                            .toList());
        }
    }

    @Test
    void a_line_says_where_it_comes_from_and_what_its_key_is() throws Exception {
        Path log = directory.resolve("app.log");
        Files.write(log, "user=ann \u00ff\n".getBytes(ISO_8859_1));
        append(log, "nobody\n");
        try (EventJob job = job("path", log.toString(), "key.pattern", "user=(\\w+)")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 2);

            Message line = (Message) job.out().get(0);
            assertThat(line.value().orElseThrow()).isEqualTo("user=ann \u00ff".getBytes(ISO_8859_1));
            assertThat(line.recordKey().orElseThrow()).isEqualTo("ann".getBytes(UTF_8));
            assertThat(line.key()).hasToString("lines['ann']");
            assertThat(job.out().get(1).key()).hasToString("lines[]");
            assertThat(job.out().get(1).origin().describe()).contains("source lines, server lines, " + log + ":11");
        }
    }

    @Test
    void a_file_that_is_truncated_or_written_anew_is_read_from_its_beginning() throws Exception {
        Path log = directory.resolve("app.log");
        append(log, lines(0, 100));
        try (EventJob job = job("path", log.toString())) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 100);
            Files.writeString(log, lines(100, 110));
            await().atMost(PATIENCE).until(() -> job.count() == 110);
            Files.writeString(log, "other than before: as long as it was, and longer than that\n".repeat(20));
            await().atMost(PATIENCE).until(() -> job.count() == 130);
            assertThat(texts(job).subList(0, 110))
                    .containsExactlyElementsOf(lines(0, 110).lines().toList());
        }
    }

    @Test
    void from_the_end_a_file_is_read_from_the_line_that_is_being_written_also_after_a_failure() throws Exception {
        Path log = directory.resolve("app.log");
        append(log, lines(0, 10) + "line ");
        try (EventJob job = job("path", log.toString(), "scan.startup.mode", "latest-offset")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.checkpoints() > 2);
            job.stopWithSavepoint();
            append(log, "10\n" + lines(11, 20));
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 10);
            assertThat(texts(job))
                    .containsExactlyElementsOf(lines(10, 20).lines().toList());
        }
    }

    @Test
    void a_file_that_comes_later_is_waited_for() throws Exception {
        Path log = directory.resolve("later.log");
        try (EventJob job = job("path", log.toString(), "scan.startup.mode", "latest-offset")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.checkpoints() > 1);
            append(log, lines(0, 5));
            await().atMost(PATIENCE).until(() -> job.count() == 5);
        }
    }

    @Test
    void a_file_that_was_lost_while_the_job_was_down_fails_it_with_the_cure_or_is_passed_when_asked() throws Exception {
        Path log = directory.resolve("app.log");
        append(log, lines(0, 10));
        String[] policy = {"fail"};
        EventJob job = new EventJob(directory, () -> source("path", log.toString(), "lost-file", policy[0]));
        try (job) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 10);
            job.stopWithSavepoint();
            Files.delete(log);
            append(log, lines(10, 15));
            assertThat(job.start().failure())
                    .contains("the file that was read up to byte 70 as " + log, "set lost-file to continue");
            policy[0] = "continue";
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 15);
        }
    }

    @Test
    void a_line_that_is_too_long_is_rejected_whole_and_the_next_one_comes() throws Exception {
        Path log = directory.resolve("app.log");
        append(log, "short\n" + "x".repeat(2000) + "\nnext\n");
        try (EventJob job = job("path", log.toString(), "max-line-bytes", "1000")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 2);
            assertThat(texts(job)).containsExactly("short", "next");
            assertThat(REJECTED).containsExactly("record-too-large: " + "x".repeat(1024));
        }
        StreamSettings failing = StreamSourceConfiguration.of(
                        StreamSourcePluginTest.context("path", log.toString(), "max-line-bytes", "1000"))
                .settings();
        try (EventJob job = new EventJob(directory, () -> new StreamSource(failing))) {
            assertThat(job.start().failure())
                    .contains("a line has 2000 bytes, more than the 1000 that lines may have", log + ":6");
        }
    }

    @Test
    void the_output_of_a_command_is_the_stream_and_its_end_the_stream_s() throws Exception {
        try (EventJob job = job("command", "sh;-c;printf 'one\\ntwo\\nlast'\necho unseen >&2")) {
            job.parallelism(2).start().finish();
            assertThat(texts(job)).containsExactly("one", "two", "last");
        }
    }

    @Test
    void a_command_that_fails_fails_the_job_with_its_errors_and_half_a_line_is_rejected() throws Exception {
        try (EventJob job = job("command", "sh;-c;printf 'one\\nha'\necho 'no such thing' >&2\nexit 3")) {
            assertThat(job.start().failure())
                    .contains("the command sh ended with exit code 3; the last of its error output: no such thing");
        }
        try (EventJob job = job("command", "/no/such/program")) {
            assertThat(job.start().failure()).contains("the command /no/such/program cannot be started");
        }
    }

    @Test
    void a_command_that_fails_is_started_again_when_asked_until_it_is_done() throws Exception {
        Path marks = directory.resolve("marks");
        String script = "echo x >> " + marks + "; n=$(wc -l < " + marks + "); echo run $n; printf ha; test $n -ge 3";
        try (EventJob job = job(
                "command", "sh;-c;" + script.replace("; ", "\n"), "restart", "on-failure", "restart.delay", "10 ms")) {
            job.start().finish();
            assertThat(texts(job)).containsExactly("run 1", "run 2", "run 3", "ha");
            assertThat(REJECTED).as("half lines of runs that failed").containsExactly("cut-short: ha", "cut-short: ha");
        }
    }

    @Test
    void a_command_is_started_again_for_ever_and_ends_with_the_job() throws Exception {
        Path pid = directory.resolve("pid");
        try (EventJob job = job(
                "command",
                "sh;-c;echo run",
                "restart",
                "always",
                "restart.delay",
                "1 ms",
                "restart.delay.max",
                "10 ms")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() > 5);
            assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        }
        try (EventJob job = job("command", "sh;-c;echo $$ > " + pid + "\nexec cat /dev/zero | tr '\\0' '\\n'")) {
            job.slowBy(Duration.ofMillis(1)).start();
            await().atMost(PATIENCE).until(() -> job.count() > 10);
        }
        long number = Long.parseLong(Files.readString(pid).trim());
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }

    @Test
    void several_clients_of_a_unix_socket_are_read_at_once_and_one_that_is_cut_is_told() throws Exception {
        Path socket = directory.resolve("s");
        try (EventJob job = job("socket", socket.toString(), "max-line-bytes", "1 kb")) {
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
            await().atMost(PATIENCE).until(() -> job.count() == 100 && REJECTED.size() == 1);
            assertThat(REJECTED).containsExactly("cut-short: half a li");
            for (int i = 0; i < 5; i++) {
                String client = "client " + i;
                assertThat(texts(job).stream().filter(text -> text.startsWith(client)))
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
        try (EventJob job = job("socket", socket.toString()).slowBy(Duration.ofNanos(100_000))) {
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
        StreamSettings settings = settings("listen", "127.0.0.1:0", "max-clients", "1");
        try (SocketInput input = SocketInput.open(settings, figures());
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
        StreamSettings settings = settings("socket", socket.toString());
        ServerSocketChannel left = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        left.bind(UnixDomainSocketAddress.of(socket));
        assertThatThrownBy(() -> SocketInput.open(settings, figures()))
                .hasMessageContaining("another process listens there");
        left.close();
        assertThat(socket).exists();
        SocketInput.open(settings, figures()).close();
        Files.writeString(socket, "precious");
        assertThatThrownBy(() -> SocketInput.open(settings, figures()))
                .hasMessageContaining("there is a file that is no socket");
        assertThat(socket).hasContent("precious");
    }

    @Test
    void state_of_version_1_is_read_and_is_still_written_so() throws IOException {
        StreamSplit split = new StreamSplit(
                "lines",
                7,
                Optional.of(new FilePlace("/var/log/ä", "(dev=1,ino=2)", "one\n".getBytes(UTF_8), 1L << 40)));
        StreamSplitSerializer splits = new StreamSplitSerializer();
        assertThat(splits.deserialize(1, golden("stream-split-v1.bin"))).isEqualTo(split);
        assertThat(splits.serialize(split)).isEqualTo(golden("stream-split-v1.bin"));

        StreamEnumeratorState state =
                new StreamEnumeratorState(List.of(split, new StreamSplit("lines", 0, Optional.empty())));
        StreamEnumeratorStateSerializer states = new StreamEnumeratorStateSerializer();
        assertThat(states.deserialize(1, golden("stream-enumerator-v1.bin"))).isEqualTo(state);
        assertThat(states.serialize(state)).isEqualTo(golden("stream-enumerator-v1.bin"));
        assertThatThrownBy(() -> splits.deserialize(2, new byte[0])).hasMessageContaining("or a newer one");
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = StreamSourceTest.class.getClassLoader().getResourceAsStream("state/" + name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }

    private static StreamFigures figures() {
        return new StreamFigures(ComponentMetrics.of(new UnregisteredMetricsGroup(), "lines"));
    }

    private static StreamSettings settings(String... options) {
        StreamSourceConfiguration configuration = StreamSourceConfiguration.of(
                StreamSourcePluginTest.context(options).withRejects(KEEPING));
        assertThat(configuration.problems()).isEmpty();
        return configuration.settings();
    }

    private static StreamSource source(String... options) {
        return new StreamSource(settings(options));
    }

    private EventJob job(String... options) {
        return new EventJob(directory, () -> source(options));
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

    private static String lines(int from, int to) {
        StringBuilder text = new StringBuilder();
        IntStream.range(from, to).forEach(i -> text.append("line ").append(i).append('\n'));
        return text.toString();
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, CREATE, APPEND);
    }

    private static List<String> texts(EventJob job) {
        return job.out().stream().map(StreamSourceTest::text).toList();
    }

    private static String text(Event event) {
        return new String(((Message) event).value().orElseThrow(), UTF_8);
    }
}
