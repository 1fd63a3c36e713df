package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

@RequiresServers
class MariaDbSourceITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void rowsOfMariaDbComeOnceAlsoThroughAFailureInsideATransaction() throws Exception {
        MariaDbServer server = SharedServers.mariadb();
        String db = server.createDatabase("flip");
        server.execute("CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(3000))");
        try (SourceJob job = new SourceJob(directory, server, db + ".t").slowBy(Duration.ofNanos(50_000))) {
            job.failingOnceAfter(1000).start();
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO " + db + ".t VALUES (-2, 'a')", "UPDATE " + db + ".t SET id = -3");
            server.executeInTransaction(IntStream.range(0, 4000)
                    .mapToObj(i -> "INSERT INTO " + db + ".t VALUES (" + i + ", '" + i + "')")
                    .toArray(String[]::new));
            server.execute("DELETE FROM " + db + ".t WHERE id = -3");
            await().atMost(LONG).until(() -> job.lines().contains("t -D[-3, a]"));
            assertThat(job.lines())
                    .startsWith("t +I[-2, a]", "t -D[-2, a]", "t +I[-3, a]", "t +I[0, 0]")
                    .doesNotHaveDuplicates()
                    .hasSize(4004);
            assertThat(job.restores()).isPositive();
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(job.out().get(0).gtid()).matches("\\d+-\\d+-\\d+");
        }
    }
}
