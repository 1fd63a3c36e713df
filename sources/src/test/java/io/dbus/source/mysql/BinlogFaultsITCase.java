package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Binlogs that are reset, cut off or begun anew while they are read and while they are not. */
@RequiresServers
class BinlogFaultsITCase {
    private static final Duration LONG = Duration.ofSeconds(120);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private MySqlServer server;

    @BeforeEach
    void start() {
        server = MySqlServer.builder().start();
        server.execute("CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY, v VARCHAR(3000))");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void aBinlogThatIsResetUnderTheReaderFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatIsResetUnderTheReaderOfALaterFileFailsTheJobWithTheCure() throws Exception {
        server.execute("FLUSH BINARY LOGS");
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatIsResetAndWrittenOnUnderTheReaderFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            server.execute("RESET BINARY LOGS AND GTIDS");
            for (int i = 10; i < 40; i++) {
                server.execute("INSERT INTO flip.t VALUES (" + i + ", 'after')");
            }
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).isSubsetOf("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatWasResetMeanwhileFailsTheJobWithTheCure() throws Exception {
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            server.execute("RESET BINARY LOGS AND GTIDS", "INSERT INTO flip.t VALUES (3, 'after')");
            job.start();
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    @Test
    void aBinlogThatWasResetAndWrittenBeyondWhereItWasReadFailsTheJobToo() throws Exception {
        server.execute("FLUSH BINARY LOGS");
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job);
            job.stopWithSavepoint();
            server.execute("RESET BINARY LOGS AND GTIDS");
            for (int i = 10; i < 30; i++) {
                server.execute("INSERT INTO flip.t VALUES (" + i + ", 'after')");
            }
            job.start();
            assertThat(job.failure()).contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1, a]", "t +I[2, b]");
        }
    }

    private void begin(SourceJob job) throws Exception {
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        server.execute("INSERT INTO flip.t VALUES (1, 'a')", "INSERT INTO flip.t VALUES (2, 'b')");
        await().atMost(LONG).until(() -> job.count() == 2);
    }
}
