package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.source.mysql.position.StartupMode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Transactions with tags in their GTIDs, since MySQL 8.3, on servers of their own: what has seen one writes others in its files. */
@RequiresServers
class TaggedGtidsITCase {
    private static final Duration LONG = Duration.ofSeconds(90);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    @Test
    void taggedTransactionsComeOnceThroughEveryStartAndAFailover() throws Exception {
        try (MySqlServer primary = MySqlServer.builder().start();
                MySqlServer replica = MySqlServer.builder().replicaOf(primary).start()) {
            primary.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY)");
            insert(primary, 1, "");
            insert(primary, 2, "red");
            String set = primary.gtidExecuted();
            insert(primary, 3, "red");
            insert(primary, 4, "blue");
            assertThat(set).contains(":red:1");
            try (SourceJob earliest = new SourceJob(directory.resolve("earliest"), primary, "flip.t")
                            .with(MySqlSourceOptions.STARTUP_MODE, StartupMode.EARLIEST_OFFSET)
                            .start();
                    SourceJob set1 = new SourceJob(
                                    directory.resolve("set"), Map.of("s", List.<DatabaseServer>of(primary)), "flip.t")
                            .with(MySqlSourceOptions.STARTUP_MODE, StartupMode.SPECIFIC_OFFSET)
                            .with(MySqlSourceOptions.SPECIFIC_GTID_SET, set)
                            .start()) {
                await().atMost(LONG).until(() -> earliest.count() == 4 && set1.count() == 2);
                assertThat(earliest.lines()).containsExactly("t +I[1]", "t +I[2]", "t +I[3]", "t +I[4]");
                assertThat(set1.lines()).containsExactly("t +I[3]", "t +I[4]");
                assertThat(set1.out().get(1).gtid()).isEqualTo(primary.serverUuid() + ":blue:1");
            }
            try (SourceJob job = new SourceJob(
                            directory.resolve("latest"),
                            Map.of("l", List.<DatabaseServer>of(primary, replica)),
                            "flip.t")
                    .start()) {
                await().atMost(LONG).until(() -> job.checkpoints() > 1);
                insert(primary, 5, "red");
                insert(primary, 6, "");
                await().atMost(LONG).until(() -> job.count() == 2);
                job.stopWithSavepoint();
                insert(primary, 7, "blue");
                primary.execute("FLUSH BINARY LOGS");
                insert(primary, 8, "green");
                job.start();
                await().atMost(LONG).until(() -> job.count() == 4);
                replica.awaitReplicated(LONG);
                primary.kill9();
                replica.execute("STOP REPLICA");
                insert(replica, 9, "red");
                await().atMost(LONG).until(() -> job.count() == 5);
                assertThat(job.lines()).containsExactly("t +I[5]", "t +I[6]", "t +I[7]", "t +I[8]", "t +I[9]");
                assertThat(job.out().get(4).gtid()).isEqualTo(replica.serverUuid() + ":red:1");
            }
        }
    }

    private static void insert(MySqlServer server, int id, String tag) {
        server.execute(
                "SET GTID_NEXT = 'AUTOMATIC" + (tag.isEmpty() ? "" : ":" + tag) + "'",
                "INSERT INTO flip.t VALUES (" + id + ")",
                "SET GTID_NEXT = 'AUTOMATIC'");
    }
}
