package io.dbus.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.TcpProxy;
import io.dbus.embedded.ZooKeeperServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One job on one cluster; each test does something to its leader under load, and leaves it running. */
@RequiresServers
class LeaderFailoverITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String QUORUM = "high-availability.zookeeper.quorum";

    private static ZooKeeperServer zooKeeper;
    /** Each JobManager's way to ZooKeeper. */
    private static List<TcpProxy> ways;

    private static FlinkCluster flink;
    private static TwoSinksFlow flow;
    private static String job;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        flow = new TwoSinksFlow("leaders");
        zooKeeper = ZooKeeperServer.builder().start();
        ways = List.of(TcpProxy.to(zooKeeper.port()), TcpProxy.to(zooKeeper.port()));
        flink = FlinkCluster.builder()
                .zooKeeper(zooKeeper)
                .jobManagers(2)
                .jobManagerOption(0, QUORUM, ways.get(0).address())
                .jobManagerOption(1, QUORUM, ways.get(1).address())
                .taskManagers(2)
                .slots(1)
                .start();
        job = flow.submit(flink, folder);
    }

    @AfterAll
    static void stop() {
        if (flink != null) {
            flink.close();
        }
        if (ways != null) {
            ways.forEach(TcpProxy::close);
        }
        if (zooKeeper != null) {
            zooKeeper.close();
        }
    }

    @Test
    void aLeaderKilledUnderLoadIsFollowedByTheStandbyAndNothingIsLostOrTwice() throws Exception {
        flow.underLoad(() -> {
            flow.awaitProgress();
            int old = flink.leader();
            flink.kill9JobManager(old);
            flink.awaitLeaderOtherThan(old, PATIENCE);
            flow.awaitProgress();
            flink.startJobManager(old);
            assertThat(flink.leader()).isNotEqualTo(old);
        });
        flow.assertDelivered();
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void anOldLeaderThatWasStoppedAndGoesOnAfterTheNewOneLeadsDoesNoHarm() throws Exception {
        flow.underLoad(() -> {
            flow.awaitProgress();
            int old = flink.leader();
            flink.pauseJobManager(old);
            try {
                flink.awaitLeaderOtherThan(old, PATIENCE);
                flow.awaitProgress();
            } finally {
                flink.resumeJobManager(old);
            }
            flow.awaitProgress();
            assertThat(flink.leader()).isNotEqualTo(old);
        });
        flow.assertDelivered();
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void aLeaderCutOffFromZooKeeperAloneDoesNoHarmWhileAnotherLeadsNorAfterwards() throws Exception {
        flow.underLoad(() -> {
            flow.awaitProgress();
            int old = flink.leader();
            ways.get(old).cut();
            try {
                flink.awaitLeaderOtherThan(old, PATIENCE);
                flow.awaitProgress();
            } finally {
                ways.get(old).mend();
            }
            flow.awaitProgress();
            assertThat(flink.leader()).isNotEqualTo(old);
        });
        flow.assertDelivered();
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
    }

    @Test
    void zooKeeperAwayForHalfAMinuteIsSurvivedAndNothingIsLostOrTwice() throws Exception {
        flow.underLoad(() -> {
            flow.awaitProgress();
            zooKeeper.kill9();
            Awaitility.await("half a minute")
                    .pollDelay(Duration.ofSeconds(30))
                    .atMost(PATIENCE)
                    .until(() -> true);
            zooKeeper.start();
            flow.awaitProgress();
        });
        flow.assertDelivered();
        // A process whose attempts at ZooKeeper are used up ends.
        assertThat(List.of(
                        flink.isJobManagerRunning(0),
                        flink.isJobManagerRunning(1),
                        flink.isTaskManagerRunning(0),
                        flink.isTaskManagerRunning(1)))
                .as("which processes are there")
                .containsOnly(true);
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
    }
}
