package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.event.Message;
import io.dbus.source.EventJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as streams, and the source's state. */
class StreamSourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        StreamJobs.REJECTED.clear();
    }

    @Test
    void lines_of_a_growing_file_come_once_each_over_failures_restores_and_rotations() throws Exception {
        Path log = directory.resolve("app.log");
        try (EventJob job =
                StreamJobs.job(directory, "path", log.toString()).parallelism(2).failingOnceAfter(20)) {
            job.start();
            int n = 0;
            for (; job.restores() == 0; n += 10) {
                StreamJobs.append(log, StreamJobs.lines(n, n + 10));
                int written = n + 10;
                await().atMost(PATIENCE).until(() -> job.restores() == 1 || job.count() == written);
            }
            StreamJobs.append(log, StreamJobs.lines(n, n + 50) + "line " + (n + 50) / 10);
            int before = n + 50;
            await().atMost(PATIENCE).until(() -> job.count() == before);
            job.stopWithSavepoint();
            StreamJobs.append(log, (n + 50) % 10 + "\n" + StreamJobs.lines(n + 51, n + 100));
            Files.move(log, directory.resolve("app.log.1"));
            StreamJobs.append(log, StreamJobs.lines(n + 100, n + 150));
            job.parallelism(1).start();
            await().atMost(PATIENCE).until(() -> job.count() == before + 100);
            Files.move(log, directory.resolve("app.log.2"));
            StreamJobs.append(log, StreamJobs.lines(n + 150, n + 200));
            await().atMost(PATIENCE).until(() -> job.count() == before + 150);
            job.stopWithSavepoint().start();
            StreamJobs.append(log, StreamJobs.lines(n + 200, n + 210));
            await().atMost(PATIENCE).until(() -> job.count() >= before + 160);

            int all = n + 210;
            assertThat(StreamJobs.texts(job))
                    .containsExactlyElementsOf(StreamJobs.lines(0, all).lines().toList());
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
        StreamJobs.append(log, "nobody\n");
        try (EventJob job = StreamJobs.job(directory, "path", log.toString(), "key.pattern", "user=(\\w+)")) {
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
        StreamJobs.append(log, StreamJobs.lines(0, 100));
        try (EventJob job = StreamJobs.job(directory, "path", log.toString())) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 100);
            Files.writeString(log, StreamJobs.lines(100, 110));
            await().atMost(PATIENCE).until(() -> job.count() == 110);
            Files.writeString(log, "other than before: as long as it was, and longer than that\n".repeat(20));
            await().atMost(PATIENCE).until(() -> job.count() == 130);
            assertThat(StreamJobs.texts(job).subList(0, 110))
                    .containsExactlyElementsOf(StreamJobs.lines(0, 110).lines().toList());
        }
    }

    @Test
    void from_the_end_a_file_is_read_from_the_line_that_is_being_written_also_after_a_failure() throws Exception {
        Path log = directory.resolve("app.log");
        StreamJobs.append(log, StreamJobs.lines(0, 10) + "line ");
        try (EventJob job = StreamJobs.job(directory, "path", log.toString(), "scan.startup.mode", "latest-offset")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.checkpoints() > 2);
            job.stopWithSavepoint();
            StreamJobs.append(log, "10\n" + StreamJobs.lines(11, 20));
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 10);
            assertThat(StreamJobs.texts(job))
                    .containsExactlyElementsOf(StreamJobs.lines(10, 20).lines().toList());
        }
    }

    @Test
    void a_file_that_comes_later_is_waited_for() throws Exception {
        Path log = directory.resolve("later.log");
        try (EventJob job = StreamJobs.job(directory, "path", log.toString(), "scan.startup.mode", "latest-offset")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.checkpoints() > 1);
            StreamJobs.append(log, StreamJobs.lines(0, 5));
            await().atMost(PATIENCE).until(() -> job.count() == 5);
        }
    }

    @Test
    void a_file_that_was_lost_while_the_job_was_down_fails_it_with_the_cure_or_is_passed_when_asked() throws Exception {
        Path log = directory.resolve("app.log");
        StreamJobs.append(log, StreamJobs.lines(0, 10));
        String[] policy = {"fail"};
        EventJob job = new EventJob(directory, () -> StreamJobs.source("path", log.toString(), "lost-file", policy[0]));
        try (job) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 10);
            job.stopWithSavepoint();
            Files.delete(log);
            StreamJobs.append(log, StreamJobs.lines(10, 15));
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
        StreamJobs.append(log, "short\n" + "x".repeat(2000) + "\nnext\n");
        try (EventJob job = StreamJobs.job(directory, "path", log.toString(), "max-line-bytes", "1000")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() == 2);
            assertThat(StreamJobs.texts(job)).containsExactly("short", "next");
            assertThat(StreamJobs.REJECTED).containsExactly("record-too-large: " + "x".repeat(1024));
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
}
