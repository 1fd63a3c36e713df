package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.RowChange;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Updates of keys under {@code binlog_row_image} MINIMAL and NOBLOB. */
@RequiresServers
class PartialImagesITCase {
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
    void createTable() {
        db = server.createDatabase("flip");
        server.execute(
                "CREATE TABLE " + db + ".t (a INT, b INT, v VARCHAR(20), doc TEXT, PRIMARY KEY (a, b))",
                "INSERT INTO " + db + ".t VALUES (1, 1, 'x', 'long'), (2, 2, 'y', 'long'), (3, 3, 'z', 'long')");
    }

    @Test
    void aKeyChangeOfAMinimalImageComesUnderBothKeysAndTakesTwoSequences() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_row_image = 'MINIMAL'",
                    "UPDATE " + db + ".t SET b = b + 10",
                    "UPDATE " + db + ".t SET a = 7, b = 7, v = 'w', doc = 'all columns' WHERE a = 1",
                    "UPDATE " + db + ".t SET v = 'same key' WHERE a = 2",
                    "DELETE FROM " + db + ".t WHERE a = 2");
            await().atMost(LONG).until(() -> job.count() == 7);
            assertThat(job.lines())
                    .containsExactly(
                            "t U[1, 1 -> 11]",
                            "t U[2, 2 -> 12]",
                            "t U[3, 3 -> 13]",
                            "t -D[1, 11]",
                            "t +I[7, 7, w, all columns]",
                            "t U[2, 12 -> same key]",
                            "t -D[2, 12]");
            List<RowChange> changes =
                    job.out().stream().map(SourceJob.Out::change).toList();
            assertThat(changes.get(0).newKey()).contains(changes.get(3).key());
            assertThat(changes.get(1).newKey()).contains(changes.get(5).key());
            assertThat(changes.subList(3, 7))
                    .allSatisfy(change -> assertThat(change.newKey()).isEmpty());
            assertThat(job.out())
                    .extracting(out -> out.sequence() - job.out().get(0).sequence())
                    .startsWith(0L, 2L, 4L)
                    .isSorted();
        }
    }

    @Test
    void theSequencesAreTheSameAfterAFailureInBetween() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .slowBy(Duration.ofMillis(2))
                .failingOnceAfter(200)
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            for (int i = 0; i < 150; i++) {
                server.execute("SET SESSION binlog_row_image = 'MINIMAL'", "UPDATE " + db + ".t SET b = b + 1");
            }
            await().atMost(LONG).until(() -> job.count() == 450 && job.restores() > 0);
            List<SourceJob.Out> out = job.out();
            for (int i = 1; i < out.size(); i++) {
                assertThat(out.get(i).sequence() - out.get(i - 1).sequence()).isGreaterThanOrEqualTo(2);
            }
        }
    }

    @Test
    void aKeyChangeOfANoblobImageLacksTheTextAlone() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t").start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_row_image = 'NOBLOB'",
                    "UPDATE " + db + ".t SET b = 11 WHERE a = 1",
                    "UPDATE " + db + ".t SET b = 12, doc = 'new' WHERE a = 2");
            await().atMost(LONG).until(() -> job.count() == 3);
            assertThat(job.lines()).containsExactly("t U[1, 1, x -> 1, 11, x]", "t -D[2, 2, y]", "t +I[2, 12, y, new]");
            assertThat(job.out().get(0).change().newKey()).isPresent();
        }
    }

    @Test
    void aNamedKeyThatAMinimalImageLacksStopsTheJobAndOneThatItHasDoesNot() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.KEY_COLUMNS, db + ".t:v")
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            server.execute(
                    "SET SESSION binlog_row_image = 'NOBLOB'", "UPDATE " + db + ".t SET v = 'named' WHERE a = 1");
            await().atMost(LONG).until(() -> job.count() == 1);
            assertThat(job.out().get(0).change().key().toString()).endsWith("['x']");
            assertThat(job.out().get(0).change().newKey())
                    .hasValueSatisfying(key -> assertThat(key.toString()).endsWith("['named']"));
            server.execute(
                    "SET SESSION binlog_row_image = 'MINIMAL'", "UPDATE " + db + ".t SET v = 'lost' WHERE a = 2");
            assertThat(job.failure())
                    .contains("lacks the key column v")
                    .contains(db + ".t")
                    .contains("binlog_row_image=FULL");
            assertThat(job.count()).isEqualTo(1);
        }
    }
}
