package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.MARIADB)
class MariaDbServerITCase {

    @Test
    void aServerIsReadyForASourceOfChanges() {
        MariaDbServer server = SharedServers.mariadb();
        assertThat(server.query("SELECT @@log_bin, @@gtid_strict_mode, @@binlog_format, @@binlog_row_image,"
                        + " @@binlog_row_metadata, @@server_id"))
                .singleElement()
                .satisfies(row -> assertThat(row.values().stream().map(String::valueOf))
                        .containsExactly("1", "1", "ROW", "FULL", "FULL", Long.toString(server.serverId())));
        assertThat(server.queryString("SELECT VERSION()")).contains("MariaDB").startsWith(server.binaryVersion());
    }

    @Test
    void itStandsBesideAnotherOfItsKindAndKeepsDataOverAKillAndARestartWithOtherOptions() {
        MariaDbServer shared = SharedServers.mariadb();
        try (MariaDbServer server =
                MariaDbServer.builder().option("log_bin_compress", "ON").start()) {
            assertThat(server.gtidBinlogPosition()).isEmpty();
            assertThat(server.port()).isNotEqualTo(shared.port());
            String database = server.createDatabase("shop");
            assertThat(shared.query("SHOW DATABASES LIKE '" + database + "'")).isEmpty();
            server.execute("CREATE TABLE " + database + ".t (id INT PRIMARY KEY)");
            server.executeInTransaction("INSERT INTO " + database + ".t VALUES (1), (2)");
            String position = server.gtidBinlogPosition();
            assertThat(position).isEqualTo("0-" + server.serverId() + "-3");
            int port = server.port();

            server.kill9();
            server.start();
            assertThat(server.gtidBinlogPosition()).isEqualTo(position);

            server.restartWith(Map.of("binlog_row_metadata", "NO_LOG"));
            assertThat(server.queryString("SELECT @@binlog_row_metadata")).isEqualTo("NO_LOG");
            assertThat(server.queryString("SELECT @@log_bin_compress")).isEqualTo("1");
            assertThat(server.queryString("SELECT COUNT(*) FROM " + database + ".t"))
                    .isEqualTo("2");
            assertThat(server.port()).isEqualTo(port);
        }
    }

    @Test
    void aReplicaFollowsItsSourceByGtid() {
        try (MariaDbServer source = MariaDbServer.builder().start();
                MariaDbServer replica =
                        MariaDbServer.builder().replicaOf(source).start()) {
            String database = source.createDatabase("shop");
            source.execute("CREATE TABLE " + database + ".t (id INT PRIMARY KEY)");
            source.execute("INSERT INTO " + database + ".t VALUES (7)");

            replica.awaitReplicated(Duration.ofSeconds(60));

            assertThat(replica.queryString("SELECT id FROM " + database + ".t")).isEqualTo("7");
            assertThat(replica.gtidBinlogPosition()).isEqualTo(source.gtidBinlogPosition());
        }
    }

    @Test
    void aUserHasThePluginAndTheGrantsOfItsMaking() throws Exception {
        MariaDbServer server = SharedServers.mariadb();
        String name = "u" + System.nanoTime();
        server.createUser(name, "it's \\ secret", "mysql_native_password", "REPLICATION SLAVE ON *.*");
        try (Connection connection = server.connect(name, "it's \\ secret");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            rows.next();
            assertThat(rows.getString(1)).contains("REPLICATION SLAVE ON *.*");
        }
    }

    @Test
    void nobodyConnectsWithoutAPassword() {
        MariaDbServer server = SharedServers.mariadb();
        assertThatThrownBy(() -> server.connect("root", "")).isInstanceOf(ServerFailedException.class);
        assertThatThrownBy(() -> server.connect("", "")).isInstanceOf(ServerFailedException.class);
    }

    @Test
    void aServerThatCannotStartShowsItsLog() {
        assertThatThrownBy(() ->
                        MariaDbServer.builder().option("no_such_option", "1").start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("unknown variable 'no-such-option=1'")
                .hasMessageMatching("(?s).*its log is \\S+mariadb-\\d+\\.log and ends with:.*");
    }
}
