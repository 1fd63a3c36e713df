package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Servers that are reset while nobody reads them and then write more than was read: by file names, positions and GTIDs they look as if
 * they had gone on.
 */
@RequiresServers
class ResetServerITCase {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final Map<Kind, DatabaseServer> SERVERS = new EnumMap<>(Kind.class);

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    enum Kind {
        MYSQL,
        MYSQL_WITHOUT_GTIDS,
        MARIADB;

        private DatabaseServer start() {
            return switch (this) {
                case MYSQL -> MySqlServer.builder().start();
                case MYSQL_WITHOUT_GTIDS ->
                    MySqlServer.builder()
                            .option("gtid_mode", "OFF")
                            .option("enforce_gtid_consistency", "OFF")
                            .start();
                case MARIADB -> MariaDbServer.builder().start();
            };
        }
    }

    @AfterAll
    static void stop() {
        SERVERS.values().forEach(DatabaseServer::close);
        SERVERS.clear();
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWroteTheSameAmountAndMoreFailsTheJobWithTheCure(Kind kind) throws Exception {
        DatabaseServer server = fresh(kind);
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job, server);
            job.stopWithSavepoint();
            reset(server);
            insert(server, 3, 4, 5);
            job.start();
            assertThat(job.failure()).contains("was reset").contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneThatWroteMoreFilesFailsTheJobWithTheCure(Kind kind) throws Exception {
        DatabaseServer server = fresh(kind);
        flush(server);
        try (SourceJob job = new SourceJob(directory, server, "flip.t").restarting()) {
            begin(job, server);
            job.stopWithSavepoint();
            reset(server);
            insert(server, 3);
            flush(server);
            insert(server, 4, 5, 6);
            flush(server);
            insert(server, 7);
            job.start();
            assertThat(job.failure()).contains("was reset").contains("start anew without the saved state");
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneThatOnlyRestartedAndBeganOtherFilesIsReadOn(Kind kind) throws Exception {
        DatabaseServer server = fresh(kind);
        try (SourceJob job = new SourceJob(directory, server, "flip.t")) {
            begin(job, server);
            job.stopWithSavepoint();
            insert(server, 3);
            server.stop();
            server.start();
            insert(server, 4);
            flush(server);
            job.start();
            await().atMost(LONG).until(() -> job.count() == 4);
            server.kill9();
            server.start();
            insert(server, 5);
            await().atMost(LONG).until(() -> job.count() == 5);
            job.stopWithSavepoint();
            flush(server);
            insert(server, 6);
            job.start();
            await().atMost(LONG).until(() -> job.count() == 6);
            assertThat(job.lines()).containsExactly("t +I[1]", "t +I[2]", "t +I[3]", "t +I[4]", "t +I[5]", "t +I[6]");
            assertThat(job.restores())
                    .as("starts from the two savepoints, and no others")
                    .isEqualTo(2);
        }
    }

    private static DatabaseServer fresh(Kind kind) {
        DatabaseServer server = SERVERS.computeIfAbsent(kind, Kind::start);
        server.execute(
                "DROP DATABASE IF EXISTS flip", "CREATE DATABASE flip", "CREATE TABLE flip.t (id INT PRIMARY KEY)");
        reset(server);
        return server;
    }

    private static void begin(SourceJob job, DatabaseServer server) throws Exception {
        job.start();
        await().atMost(LONG).until(() -> job.checkpoints() > 1);
        insert(server, 1, 2);
        await().atMost(LONG).until(() -> job.count() == 2);
    }

    private static void insert(DatabaseServer server, int... ids) {
        for (int id : ids) {
            server.execute("INSERT INTO flip.t VALUES (" + id + ")");
        }
    }

    private static void flush(DatabaseServer server) {
        server.execute("FLUSH BINARY LOGS");
    }

    /** MariaDB refuses while its binlog is read, as it is for a moment after its reader is gone; its binlog tells times by the second. */
    private static void reset(DatabaseServer server) {
        boolean mariaDb = server instanceof MariaDbServer;
        String before = second(server);
        await().atMost(LONG).ignoreExceptions().until(() -> {
            server.execute(mariaDb ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS");
            return true;
        });
        await().atMost(LONG).until(() -> !mariaDb || !second(server).equals(before));
    }

    private static String second(DatabaseServer server) {
        return server.queryString("SELECT UNIX_TIMESTAMP()");
    }
}
