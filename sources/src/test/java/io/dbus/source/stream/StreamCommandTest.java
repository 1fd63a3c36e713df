package io.dbus.source.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.source.EventJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The output of a command as a stream. */
class StreamCommandTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @BeforeEach
    void forget() {
        StreamJobs.REJECTED.clear();
    }

    @Test
    void the_output_of_a_command_is_the_stream_and_its_end_the_stream_s() throws Exception {
        try (EventJob job = StreamJobs.job(directory, "command", "sh;-c;printf 'one\\ntwo\\nlast'\necho unseen >&2")) {
            job.parallelism(2).start().finish();
            assertThat(StreamJobs.texts(job)).containsExactly("one", "two", "last");
        }
    }

    @Test
    void a_command_that_fails_fails_the_job_with_its_errors_and_half_a_line_is_rejected() throws Exception {
        try (EventJob job =
                StreamJobs.job(directory, "command", "sh;-c;printf 'one\\nha'\necho 'no such thing' >&2\nexit 3")) {
            assertThat(job.start().failure())
                    .contains("the command sh ended with exit code 3; the last of its error output: no such thing");
        }
        try (EventJob job = StreamJobs.job(directory, "command", "/no/such/program")) {
            assertThat(job.start().failure()).contains("the command /no/such/program cannot be started");
        }
    }

    @Test
    void a_command_that_fails_is_started_again_when_asked_until_it_is_done() throws Exception {
        Path marks = directory.resolve("marks");
        String script = "echo x >> " + marks + "; n=$(wc -l < " + marks + "); echo run $n; printf ha; test $n -ge 3";
        try (EventJob job = StreamJobs.job(
                directory,
                "command",
                "sh;-c;" + script.replace("; ", "\n"),
                "restart",
                "on-failure",
                "restart.delay",
                "10 ms")) {
            job.start().finish();
            assertThat(StreamJobs.texts(job)).containsExactly("run 1", "run 2", "run 3", "ha");
            assertThat(StreamJobs.REJECTED)
                    .as("half lines of runs that failed")
                    .containsExactly("cut-short: ha", "cut-short: ha");
        }
    }

    @Test
    void a_command_is_started_again_for_ever_and_ends_with_the_job() throws Exception {
        Path pid = directory.resolve("pid");
        try (EventJob job = StreamJobs.job(
                directory,
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
        try (EventJob job = StreamJobs.job(
                directory, "command", "sh;-c;echo $$ > " + pid + "\nexec cat /dev/zero | tr '\\0' '\\n'")) {
            job.slowBy(Duration.ofMillis(1)).start();
            await().atMost(PATIENCE).until(() -> job.count() > 10);
        }
        long number = Long.parseLong(Files.readString(pid).trim());
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(number).filter(ProcessHandle::isAlive).isEmpty());
    }
}
