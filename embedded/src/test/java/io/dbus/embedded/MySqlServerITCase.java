package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.MYSQL)
class MySqlServerITCase {

    @Test
    void aServerIsReadyForASourceOfChanges() {
        MySqlServer server = SharedServers.mysql();
        assertThat(server.query("SELECT @@log_bin, @@gtid_mode, @@binlog_format, @@binlog_row_image,"
                        + " @@binlog_row_metadata, @@server_id"))
                .singleElement()
                .satisfies(row -> assertThat(row.values().stream().map(String::valueOf))
                        .containsExactly("1", "ON", "ROW", "FULL", "FULL", Long.toString(server.serverId())));
        assertThat(server.logFile()).exists();
        assertThat(server.binaryVersion()).matches("\\d+\\.\\d+\\.\\d+");
        assertThat(ProcessHandle.of(server.pid())).isPresent();
        assertThat(server.caCertificate()).exists();
    }

    @Test
    void twoServersStandSideBySideAndShareNothing() {
        MySqlServer first = SharedServers.mysql(1);
        MySqlServer second = SharedServers.mysql(2);
        String database = first.createDatabase("shop");
        assertThat(second.query("SHOW DATABASES LIKE '" + database + "'")).isEmpty();
        assertThat(first.port()).isNotEqualTo(second.port());
        assertThat(first.serverId()).isNotEqualTo(second.serverId());
        assertThat(first.serverUuid()).isNotEqualTo(second.serverUuid());
        assertThat(SharedServers.mysql(1)).isSameAs(first);
    }

    @Test
    void databasesOfTheSamePrefixGetUniqueNames() {
        MySqlServer server = SharedServers.mysql();
        String one = server.createDatabase("shop");
        String other = server.createDatabase("shop");
        assertThat(one).startsWith("shop_").isNotEqualTo(other);
    }

    @Test
    void aFreshServerHasAnEmptyHistory() {
        try (MySqlServer server = MySqlServer.builder().start()) {
            assertThat(server.gtidExecuted()).isEmpty();
            assertThat(server.binlogPosition().file()).isEqualTo("binlog.000001");
        }
    }

    @Test
    void optionsOfABuilderAndARestartHoldAndDataStays() {
        try (MySqlServer server = MySqlServer.builder()
                .option("binlog-row-metadata", "MINIMAL")
                .option("lower_case_table_names", "1")
                .start()) {
            String database = server.createDatabase("shop");
            server.execute("CREATE TABLE " + database + ".Orders (id INT PRIMARY KEY)");
            server.executeInTransaction(
                    "INSERT INTO " + database + ".orders VALUES (1)", "INSERT INTO " + database + ".orders VALUES (2)");
            assertThat(server.queryString("SELECT @@binlog_row_metadata")).isEqualTo("MINIMAL");
            int port = server.port();
            String uuid = server.serverUuid();
            long pid = server.pid();

            server.restartWith(Map.of("gtid_mode", "OFF", "enforce_gtid_consistency", "OFF"));

            assertThat(server.queryString("SELECT @@gtid_mode")).isEqualTo("OFF");
            assertThat(server.queryString("SELECT @@binlog_row_metadata")).isEqualTo("MINIMAL");
            assertThat(server.queryString("SELECT COUNT(*) FROM " + database + ".ORDERS"))
                    .isEqualTo("2");
            assertThat(server.port()).isEqualTo(port);
            assertThat(server.serverUuid()).isEqualTo(uuid);
            assertThat(server.pid()).isNotEqualTo(pid);
            assertThat(ProcessHandle.of(pid)).isEmpty();

            server.restartWith(Map.of("skip_log_bin", ""));

            assertThat(server.queryString("SELECT @@log_bin")).isEqualTo("0");
        }
    }

    @Test
    void aKilledServerComesBackWithWhatWasCommitted() {
        try (MySqlServer server = MySqlServer.builder().start()) {
            String database = server.createDatabase("shop");
            server.execute(
                    "CREATE TABLE " + database + ".t (id INT PRIMARY KEY)",
                    "INSERT INTO " + database + ".t VALUES (1)");
            String executed = server.gtidExecuted();
            long pid = server.pid();

            server.kill9();

            assertThat(server.isRunning()).isFalse();
            assertThat(ProcessHandle.of(pid)).isEmpty();
            assertThatThrownBy(server::connect)
                    .isInstanceOf(ServerFailedException.class)
                    .hasMessageContaining(server.logFile().toString());
            server.start();
            assertThat(server.queryString("SELECT COUNT(*) FROM " + database + ".t"))
                    .isEqualTo("1");
            assertThat(server.gtidExecuted()).isEqualTo(executed);
        }
    }

    @Test
    void aPausedServerAnswersNothingUntilItIsResumed() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start();
                Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setNetworkTimeout(Runnable::run, 1_000);
            server.pause();
            assertThatThrownBy(() -> statement.executeQuery("SELECT 1")).hasMessageContaining("Communications link");
            server.resume();
            assertThat(server.queryString("SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void aReplicaFollowsItsSourceByGtid() {
        try (MySqlServer source = MySqlServer.builder().start();
                MySqlServer replica = MySqlServer.builder().replicaOf(source).start()) {
            String database = source.createDatabase("shop");
            source.execute("CREATE TABLE " + database + ".t (id INT PRIMARY KEY)");
            source.execute("INSERT INTO " + database + ".t VALUES (7)");

            replica.awaitReplicated(Duration.ofSeconds(60));

            assertThat(replica.queryString("SELECT id FROM " + database + ".t")).isEqualTo("7");
            assertThat(replica.gtidExecuted()).isEqualTo(source.gtidExecuted());
            assertThat(replica.query("SHOW REPLICA STATUS"))
                    .singleElement()
                    .satisfies(status -> assertThat(status.get("Auto_Position")).hasToString("1"));
            assertThat(replica.serverUuid()).isNotEqualTo(source.serverUuid());
        }
    }

    @Test
    void aUserHasThePluginAndTheGrantsOfItsMaking() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String name = "u" + System.nanoTime();
        server.createUser(
                name, "it's \\ secret", "caching_sha2_password", "REPLICATION SLAVE, REPLICATION CLIENT ON *.*");
        try (Connection connection = server.connect(name, "it's \\ secret");
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW GRANTS")) {
            rows.next();
            assertThat(rows.getString(1)).contains("REPLICATION SLAVE, REPLICATION CLIENT ON *.*");
        }
    }

    @Test
    void nobodyConnectsWithoutAPassword() {
        MySqlServer server = SharedServers.mysql();
        assertThatThrownBy(() -> server.connect("root", "")).isInstanceOf(ServerFailedException.class);
        assertThatThrownBy(() -> server.connect("", "")).isInstanceOf(ServerFailedException.class);
    }

    @Test
    void tlsIsOfferedWithCertificatesThatAServerCanHaveForItself() throws Exception {
        MySqlServer shared = SharedServers.mysql();
        try (MySqlServer other = MySqlServer.builder().ownCertificates().start()) {
            assertThat(Files.readString(other.caCertificate())).isNotEqualTo(Files.readString(shared.caCertificate()));
        }
        try (Connection connection = DriverManager.getConnection(
                        shared.jdbcUrl("").replace("sslMode=PREFERRED", "sslMode=REQUIRED"),
                        shared.rootUser(),
                        shared.password());
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SHOW STATUS LIKE 'Ssl_version'")) {
            rows.next();
            assertThat(rows.getString(2)).startsWith("TLSv1");
        }
    }

    @Test
    void aServerThatCannotStartShowsItsLog() {
        assertThatThrownBy(() ->
                        MySqlServer.builder().option("no_such_option", "1").start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContaining("unknown variable 'no-such-option=1'")
                .hasMessageMatching("(?s).*its log is \\S+mysql-\\d+\\.log and ends with:.*");
    }

    @Test
    void aFailedStatementNamesItselfTheServerAndTheLog() {
        MySqlServer server = SharedServers.mysql();
        assertThatThrownBy(() -> server.execute("SELEKT 1"))
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll(
                        "\"SELEKT 1\"", server.name(), server.logFile().toString());
    }

    @Test
    void closingRemovesDataAndKeepsTheLog() {
        MySqlServer server = MySqlServer.builder().start();
        long pid = server.pid();
        server.close();
        server.close();
        assertThat(server.dataDirectory().getParent()).doesNotExist();
        assertThat(server.logFile()).exists();
        Awaitility.await().untilAsserted(() -> assertThat(ProcessHandle.of(pid)).isEmpty());
    }
}
