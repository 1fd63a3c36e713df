package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers(ServerKind.FLINK)
class FlinkClusterITCase {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static FlinkCluster flink;
    private static Path jar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        jar = CountJobJar.in(directory);
        flink = FlinkCluster.builder()
                .taskManagers(2)
                .slots(1)
                .option("restart-strategy.type", "fixed-delay")
                .option("restart-strategy.fixed-delay.attempts", "100")
                .option("restart-strategy.fixed-delay.delay", "200 ms")
                .start();
    }

    @AfterAll
    static void stop() {
        if (flink != null) {
            flink.close();
        }
    }

    @AfterEach
    void cancelWhatRuns() {
        flink.jobs().forEach((job, state) -> {
            if (!state.isTerminal()) {
                flink.cancel(job);
            }
        });
    }

    @Test
    void aJobSurvivesTheKillOfATaskManagerAndRestoresASavepointAtAnotherParallelism() {
        String first = flink.submit(JobSubmission.of(jar).parallelism(2));
        flink.awaitAllTasksRunning(first, LIMIT);
        flink.awaitCheckpoints(first, 2, LIMIT);
        assertThat(flink.jobs()).containsEntry(first, JobState.RUNNING);
        assertThat(flink.checkpoints(first).restored()).isZero();

        int spare = flink.addTaskManager();
        long pid = flink.taskManagerPid(0);
        flink.kill9TaskManager(0);
        assertThat(ProcessHandle.of(pid)).isEmpty();
        assertThatThrownBy(() -> flink.taskManagerPid(0)).isInstanceOf(IllegalStateException.class);
        flink.awaitNextCheckpoint(first, LIMIT);
        flink.awaitAllTasksRunning(first, LIMIT);
        assertThat(flink.checkpoints(first).restored()).isPositive();
        assertThat(flink.exceptions(first)).isNotEmpty();
        assertThat(flink.taskManagerPid(spare)).isPositive();

        String savepoint = flink.stopWithSavepoint(first);
        assertThat(flink.jobState(first)).isEqualTo(JobState.FINISHED);
        assertThat(savepoint).startsWith("file:" + flink.savepointDirectory());

        String second = flink.submit(JobSubmission.of(jar).parallelism(1).fromSavepoint(savepoint));
        flink.awaitCheckpoints(second, 1, LIMIT);
        assertThat(flink.checkpoints(second).restored()).isEqualTo(1);
        flink.cancel(second);
        assertThat(flink.jobState(second)).isEqualTo(JobState.CANCELED);
    }

    @Test
    void aJobThatFailsShowsItsExceptionToWhoAwaitsIt() {
        String job = flink.submit(
                JobSubmission.of(jar).arguments("fail").configuration(Map.of("restart-strategy.type", "none")));
        assertThatThrownBy(() -> flink.awaitCheckpoints(job, 1_000, LIMIT))
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll(
                        job, "FAILED", "told to fail", flink.jobManagerLog().toString());
        assertThat(flink.exceptions(job)).anyMatch(text -> text.contains("told to fail"));
    }

    @Test
    void aJarThatIsNoJobIsRefusedWithFlinksReason() {
        assertThatThrownBy(() -> flink.submit(JobSubmission.of(jar).mainClass("no.such.Job")))
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll("no.such.Job", flink.jobManagerLog().toString());
    }

    @Test
    void optionsThatFlinkRefusesFailWithTheLog() {
        assertThatThrownBy(() -> FlinkCluster.builder()
                        .option("taskmanager.memory.process.size", "200m")
                        .start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll("memory options that Flink refuses", "its log is ");
    }

    @Test
    void theWebUiIsThere() throws Exception {
        try (InputStream page = flink.restUri().toURL().openStream()) {
            assertThat(new String(page.readAllBytes())).contains("Apache Flink Web Dashboard");
        }
        assertThat(flink.rest("/overview").path("flink-version").asText()).startsWith("2.3");
        assertThat(flink.logFiles()).allMatch(Files::exists);
    }
}
