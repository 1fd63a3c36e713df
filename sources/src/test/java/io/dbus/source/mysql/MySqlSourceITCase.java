package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.SharedServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

class MySqlSourceITCase {
    private static final Duration LONG = Duration.ofSeconds(60);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private final MySqlServer server = SharedServers.mysql();
    private String db;

    @BeforeEach
    void createDatabase() {
        db = server.createDatabase("flip");
        server.execute(
                "CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v VARCHAR(3000))",
                "CREATE TABLE " + db + ".other (id INT PRIMARY KEY, v VARCHAR(3000))");
    }

    @Test
    void rowsOfSelectedTablesComeOnceAndInOrder() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute("INSERT INTO " + db + ".t VALUES (1, 'a'), (2, 'b')");
            server.execute("UPDATE " + db + ".t SET v = 'c' WHERE id = 1");
            server.execute("UPDATE " + db + ".t SET id = 3 WHERE id = 2");
            server.execute("INSERT INTO " + db + ".other VALUES (1, 'x')");
            server.execute("DELETE FROM " + db + ".t WHERE id = 1");
            await().atMost(LONG).until(() -> job.count() >= 6);
            assertThat(job.lines())
                    .containsExactly(
                            "t +I[1, a]", "t +I[2, b]", "t U[1, a -> 1, c]", "t -D[2, b]", "t +I[3, b]", "t -D[1, c]");
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
            assertThat(job.out()).extracting(SourceJob.Out::last).containsExactly(false, true, true, false, true, true);
        }
    }

    @Test
    void aJobThatFailsInsideATransactionGoesOnInsideIt() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".*")
                .with(MySqlSourceOptions.QUEUE_SIZE, org.apache.flink.configuration.MemorySize.parse("64kb"))
                .slowBy(Duration.ofNanos(50_000))
                .failingOnceAfter(4000)
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.executeInTransaction(IntStream.range(0, 100)
                    .mapToObj(i -> "INSERT INTO " + db + (i % 2 == 0 ? ".t" : ".other") + " VALUES "
                            + String.join(
                                    ",",
                                    IntStream.range(i * 200, i * 200 + 200)
                                            .mapToObj(n -> "(" + n + ", 'v" + n + "')")
                                            .toList()))
                    .toArray(String[]::new));
            server.execute("INSERT INTO " + db + ".t VALUES (-1, 'end')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, end]"));
            assertThat(job.restores()).isPositive();
            assertThat(job.restoredRows()).isBetween(1, 19_999);
            assertThat(job.count()).isEqualTo(20_001);
            assertThat(job.lines()).doesNotHaveDuplicates();
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }
}
