package io.dbus.source.mysql.connection;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static io.dbus.source.mysql.connection.TestStreams.groups;
import static io.dbus.source.mysql.connection.TestStreams.nextHeader;
import static io.dbus.source.mysql.connection.TestStreams.open;
import static io.dbus.source.mysql.connection.TestStreams.settings;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.connection.ConnectionSettings.Tls;
import io.dbus.source.mysql.connection.MySqlException.Kind;
import io.dbus.source.mysql.connection.TestStreams.Group;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.MariaDbGtid;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.StartPosition;
import io.dbus.source.mysql.position.Startup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What MariaDB does otherwise than MySQL. */
@RequiresServers
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MariaDbITCase {
    private MariaDbServer server;
    private final String user = "m" + ThreadLocalRandom.current().nextLong(1L << 40);

    /** With TLS, and a server of its own: files are purged here. */
    @BeforeAll
    void start(@TempDir Path directory) throws Exception {
        TestCertificates certificates = TestCertificates.create(directory, "ip:127.0.0.1");
        server = MariaDbServer.builder()
                .option("ssl_cert", certificates.certificate().toString())
                .option("ssl_key", certificates.key().toString())
                .start();
        server.execute("CREATE DATABASE d");
    }

    @AfterAll
    void close() {
        server.close();
    }

    @BeforeEach
    void createTable() {
        server.execute("CREATE OR REPLACE TABLE d.t (id INT PRIMARY KEY, b LONGBLOB)");
    }

    @Test
    void saysWhatItIs() throws Exception {
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings(server))) {
            ServerInfo info = connection.info();
            assertThat(info.flavor()).isEqualTo(ServerFlavor.MARIADB);
            assertThat(info.version()).startsWith(server.binaryVersion());
            assertThat(info.gtids()).isTrue();
            assertThat(info.fullMetadata()).isTrue();
            assertThat(info.executed()).hasToString(server.gtidBinlogPosition());
            assertThat(info.identity())
                    .isEqualTo("server-id-" + server.serverId() + "@" + server.queryString("SELECT @@hostname") + ":"
                            + server.port());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslMode.class,
            names = {"DISABLED", "PREFERRED", "REQUIRED"})
    void nativePasswordsLogIn(SslMode mode) throws Exception {
        server.execute("CREATE OR REPLACE USER '" + user + "'@'%' IDENTIFIED BY 'pw'");
        ConnectionSettings settings = ConnectionSettings.of(user, "pw").withTls(Tls.of(mode));
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings)) {
            assertThat(connection
                            .query("SHOW SESSION STATUS LIKE 'Ssl_cipher'")
                            .get(0)
                            .text(1)
                            .isEmpty())
                    .isEqualTo(mode == SslMode.DISABLED);
        }
        MySqlException refused = catchThrowableOfType(MySqlException.class, () -> MySqlConnection.open(
                        address(server), ConnectionSettings.of(user, "wrong").withTls(Tls.of(mode)))
                .close());
        assertThat(refused.kind()).isEqualTo(Kind.FATAL);
        assertThat(refused.code()).isEqualTo(1045);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void statementsOfRowsComeIfAskedFor(boolean asked) throws Exception {
        BinlogPosition start = now();
        server.execute(insert(1), insert(2));
        List<Integer> types = new ArrayList<>();
        try (BinlogStream stream =
                BinlogStream.open(address(server), settings(server), start, ServerIds.probe(), asked, unheeded -> {})) {
            while (types.stream().filter(type -> type == EventType.XID).count() < 2) {
                types.add(nextHeader(stream).type());
            }
        }
        assertThat(types.contains(EventType.MARIADB_ANNOTATE_ROWS)).isEqualTo(asked);
    }

    @Test
    void resumesWithTheSameTransactionByGtidAndByFile() throws Exception {
        BinlogPosition start = now();
        server.execute(
                insert(1), "SET SESSION gtid_domain_id = 7", insert(2), "SET SESSION gtid_domain_id = 0", insert(3));
        List<Group> all = groups(server, start);
        assertThat(all).extracting(Group::gtid).hasSize(3).element(1).asString().startsWith("7-");

        for (int i = 0; i < 3; i++) {
            // A start by file finds the position that a stream has after the transactions before it.
            Group group = all.get(i);
            BinlogPosition found = StartPosition.resolve(
                    address(server), settings(server), new Startup.SpecificFile(group.file(), group.start()));
            var passed = start.gtids().toBuilder();
            all.subList(0, i).forEach(before -> passed.add(gtid(before)));
            assertThat(found.gtids()).isEqualTo(passed.build());
            assertThat(found.position()).isEqualTo(group.start());
            assertThat(groups(server, BinlogPosition.ofGtids(found.gtids()))).isEqualTo(all.subList(i, 3));
            assertThat(groups(server, BinlogPosition.ofFile("", group.file(), group.start())))
                    .isEqualTo(all.subList(i, 3));
        }
    }

    @Test
    void aLargeEventIsWhole() throws Exception {
        BinlogPosition start = now();
        server.execute("SET GLOBAL max_allowed_packet = 1073741824");
        server.execute("INSERT INTO d.t VALUES (1, REPEAT('x', 17 * 1024 * 1024))");

        assertThat(groups(server, start)).hasSize(1);
    }

    @Test
    void startsBeginWhereTheySay() throws Exception {
        server.execute("FLUSH BINARY LOGS");
        purge();
        String purged = server.gtidBinlogPosition();
        server.execute(insert(1), "FLUSH BINARY LOGS", insert(2));

        BinlogPosition earliest = StartPosition.resolve(address(server), settings(server), new Startup.Earliest());
        assertThat(earliest.gtids()).hasToString(purged);
        assertThat(groups(server, earliest)).hasSize(2);
        BinlogPosition latest = StartPosition.resolve(address(server), settings(server), new Startup.Latest());
        assertThat(latest.gtids()).hasToString(server.gtidBinlogPosition());
        assertThat(groups(server, latest)).isEmpty();
        assertThat(groups(
                        server,
                        StartPosition.resolve(address(server), settings(server), new Startup.SpecificGtids(purged))))
                .hasSize(2);
    }

    @Test
    void purgedTransactionsAreNamedAndNotSkipped() throws Exception {
        MariaDbGtidPosition before = MariaDbGtidPosition.parse(server.gtidBinlogPosition());
        server.execute(insert(1), "FLUSH BINARY LOGS", insert(2), "FLUSH BINARY LOGS");
        purge();

        for (MariaDbGtidPosition gone : List.of(before, MariaDbGtidPosition.empty())) {
            try (BinlogStream stream = open(server, BinlogPosition.ofGtids(gone))) {
                MySqlException failure = failure(stream);
                assertThat(failure.kind()).isEqualTo(Kind.FATAL);
                assertThat(failure).hasMessageContaining("are no longer on this server");
            }
        }
    }

    @Test
    void theOlderOfTwoStreamsOfOneIdentityIsThrownOff() throws Exception {
        ReplicaIdentity identity = ServerIds.of("clash", "source", "mariadb");
        try (BinlogStream older = BinlogStream.open(address(server), settings(server), now(), identity)) {
            groups(server, older);
            try (BinlogStream newer = BinlogStream.open(address(server), settings(server), now(), identity)) {
                MySqlException clash = failure(older);
                assertThat(clash.kind()).as("%s", clash).isEqualTo(Kind.CLASH);
                assertThat(groups(server, newer)).isEmpty();
            }
        }
    }

    @Test
    void theGrantThatIsMissingIsInMariaDbsWords() {
        server.execute("CREATE OR REPLACE USER '" + user + "'@'%' IDENTIFIED BY 'pw'");

        assertThat(check())
                .extracting(Problem::cure)
                .containsExactly(
                        "GRANT REPLICATION SLAVE ON *.* TO '" + user + "'@'%';",
                        "GRANT BINLOG MONITOR ON *.* TO '" + user + "'@'%';");
        check().forEach(problem -> server.execute(problem.cure()));
        assertThat(check()).isEmpty();
    }

    @Test
    void tablesAreDescribed() throws Exception {
        server.execute("CREATE OR REPLACE TABLE d.v (id INT UNSIGNED PRIMARY KEY, v INT) WITH SYSTEM VERSIONING");
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings(server))) {
            var tables = ServerTables.read(connection, TableSelector.parse(List.of("d.*")));
            assertThat(tables.get(new TableId("d", "v")).key()).containsExactly("id");
            assertThat(tables.get(new TableId("d", "t")).columns()).hasSize(2);
        }
    }

    private List<Problem> check() {
        return Preflight.check(new Preflight.Request(
                "shop",
                address(server),
                ConnectionSettings.of(user, "pw"),
                TableSelector.parse(List.of("d.*")),
                new Startup.Latest(),
                ServerIds.of("pipeline", "shop", "shop"),
                false));
    }

    /** Leaves the current file alone; a file that a stream, just closed, was reading stays until the server has seen that. */
    private void purge() {
        String current = server.binlogPosition().file();
        await().until(() -> {
            server.execute("PURGE BINARY LOGS TO '" + current + "'");
            return server.query("SHOW BINARY LOGS").size() == 1;
        });
    }

    private BinlogPosition now() {
        return BinlogPosition.ofGtids(MariaDbGtidPosition.parse(server.gtidBinlogPosition()));
    }

    private static MariaDbGtid gtid(Group group) {
        return MariaDbGtid.parse(group.gtid());
    }

    private static String insert(int id) {
        return "INSERT INTO d.t VALUES (" + id + ", 'x')";
    }

    private static MySqlException failure(BinlogStream stream) {
        return TestStreams.failure(stream);
    }
}
