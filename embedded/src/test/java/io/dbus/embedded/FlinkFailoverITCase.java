package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers({ServerKind.FLINK, ServerKind.ZOOKEEPER})
class FlinkFailoverITCase {
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static ZooKeeperServer zooKeeper;
    private static FlinkCluster flink;
    private static Path jar;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        jar = CountJobJar.in(directory);
        zooKeeper = ZooKeeperServer.builder().start();
        flink = FlinkCluster.builder()
                .zooKeeper(zooKeeper)
                .jobManagers(2)
                .taskManagers(2)
                .slots(1)
                .option("high-availability.zookeeper.client.session-timeout", "5000")
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
        if (zooKeeper != null) {
            zooKeeper.close();
        }
    }

    @Test
    void aStandbyTakesTheJobOverFromALeaderThatIsKilledAndTheDeadOneComesBackAsAStandby() {
        String job = flink.submit(JobSubmission.of(jar).parallelism(1));
        flink.awaitAllTasksRunning(job, LIMIT);
        flink.awaitCheckpoints(job, 2, LIMIT);
        assertThat(flink.restUris()).hasSize(2).contains(flink.restUri());

        int first = flink.leader();
        flink.kill9JobManager(first);
        int second = flink.awaitLeaderOtherThan(first, LIMIT);
        assertThat(flink.isJobManagerRunning(first)).isFalse();
        assertThat(flink.isJobManagerRunning(second)).isTrue();
        assertThat(flink.restUri()).isEqualTo(flink.restUris().get(second));
        flink.awaitAllTasksRunning(job, LIMIT);
        assertThat(flink.checkpoints(job).restored()).isEqualTo(1);

        flink.startJobManager(first);
        assertThat(flink.leader()).isEqualTo(second);
        flink.stopTaskManager(0);
        assertThat(flink.isTaskManagerRunning(0)).isFalse();
        flink.awaitAllTasksRunning(job, LIMIT);

        flink.pauseJobManager(second);
        assertThat(flink.awaitLeaderOtherThan(second, LIMIT)).isEqualTo(first);
        // Not of the one that is stopped.
        assertThat(flink.jobState(job)).isNotNull();
        flink.resumeJobManager(second);
        flink.awaitAllTasksRunning(job, LIMIT);
        assertThat(flink.leader()).isEqualTo(first);

        zooKeeper.kill9();
        assertThatThrownBy(flink::leader).isInstanceOf(ServerFailedException.class);
        zooKeeper.start();
        flink.awaitAllTasksRunning(job, LIMIT);
        flink.stopWithSavepoint(job);
        assertThat(flink.jobState(job)).isEqualTo(JobState.FINISHED);
    }

    @Test
    void severalJobManagersNeedZooKeeper() {
        assertThatThrownBy(() -> FlinkCluster.builder().jobManagers(2).start())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("ZooKeeper");
    }
}
