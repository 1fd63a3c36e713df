package io.dbus.source.mysql.connection;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static io.dbus.source.mysql.connection.TestStreams.failure;
import static io.dbus.source.mysql.connection.TestStreams.groups;
import static io.dbus.source.mysql.connection.TestStreams.nextHeader;
import static io.dbus.source.mysql.connection.TestStreams.open;
import static io.dbus.source.mysql.connection.TestStreams.settings;
import static io.dbus.source.mysql.connection.TestStreams.statements;
import static io.dbus.source.mysql.connection.TestStreams.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.MySqlException.Kind;
import io.dbus.source.mysql.connection.TestStreams.Group;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresServers
class BinlogStreamITCase {
    private final MySqlServer server = SharedServers.mysql();
    private String table;

    @BeforeEach
    void createTable() {
        table = server.createDatabase("stream") + ".t";
        server.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, b LONGBLOB)");
    }

    @Test
    void resumesWithTheSameTransactionByGtidAndByFile() throws Exception {
        BinlogPosition start = now();
        write(server, insert(1), insert(2), insert(3));
        List<Group> all = groups(server, start);
        assertThat(statements(all)).containsExactly(insert(1), insert(2), insert(3));

        Group second = all.get(1);
        BinlogPosition byGtid = BinlogPosition.ofGtids(
                ((GtidSet) start.gtids()).union(GtidSet.parse(all.get(0).gtid())));
        BinlogPosition byFile = BinlogPosition.ofFile(server.serverUuid(), second.file(), second.start());

        assertThat(groups(server, byGtid)).isEqualTo(groups(server, byFile)).startsWith(second);
    }

    @Test
    void taggedTransactionsThatAreDoneAreNotSentAgain() throws Exception {
        BinlogPosition start = now();
        write(
                server,
                insert(1),
                "SET GTID_NEXT = 'AUTOMATIC:dbus_tag'",
                insert(2),
                insert(3),
                "SET GTID_NEXT = 'AUTOMATIC'",
                insert(4));
        List<Group> all = groups(server, start);
        assertThat(all).extracting(Group::gtid).element(2).asString().contains(":dbus_tag:");

        GtidSet done = ((GtidSet) start.gtids())
                .union(GtidSet.parse(all.get(0).gtid()))
                .union(GtidSet.parse(all.get(2).gtid()));
        assertThat(statements(groups(server, BinlogPosition.ofGtids(done)))).containsExactly(insert(2), insert(4));
        // The server's own text and encoding of the same set.
        assertThat(GtidSet.parse(server.gtidExecuted())).hasToString(server.gtidExecuted());
    }

    @ParameterizedTest
    @ValueSource(ints = {0x1000000 - 60, 3 * 0xffffff + 17})
    void anEventLargerThanAPacketIsWhole(int size) throws Exception {
        BinlogPosition start = now();
        write(server, "INSERT INTO " + table + " VALUES (1, REPEAT('x', " + size + "))");

        assertThat(groups(server, start)).hasSize(1);
    }

    /** A packet's payload of exactly 2^24 - 1 bytes is followed by an empty one. */
    @Test
    void anEventThatFillsItsPacketsExactlyIsWhole() throws Exception {
        BinlogPosition start = now();
        // Header, table id, flags, extra data, column count and bitmap, NULL bits, id, the blob's length, checksum,
        // marker.
        int around = 19 + 8 + 2 + 1 + 1 + 1 + 4 + 4 + 4 + 1;
        write(server, "INSERT INTO " + table + " VALUES (1, REPEAT('x', " + (2 * 0xffffff - around) + "))");

        try (BinlogStream stream = open(server, start)) {
            EventHeader header = nextHeader(stream);
            while (header.type() != EventType.WRITE_ROWS) {
                header = nextHeader(stream);
            }
            assertThat(header.eventSize() + 1).isEqualTo(2 * 0xffffff);
            assertThat(nextHeader(stream).type()).isEqualTo(EventType.XID);
        }
    }

    @Test
    void aSilentServerIsHeardOfByHeartbeats() throws Exception {
        try (BinlogStream stream = open(server, now())) {
            int heartbeats = 0;
            // Many times over what the read timeout would take for silence.
            while (heartbeats < 6) {
                int type = nextHeader(stream).type();
                heartbeats += type == EventType.HEARTBEAT || type == EventType.HEARTBEAT_V2 ? 1 : 0;
            }
        }
    }

    @Test
    void timeThatTheConsumerTakesIsNoSilence() throws Exception {
        ConnectionSettings hasty = settings(server).withHeartbeat(Duration.ofMillis(100));
        try (BinlogStream stream = BinlogStream.open(address(server), hasty, now(), ServerIds.probe())) {
            nextHeader(stream);
            // Four times the read timeout.
            server.queryString("SELECT SLEEP(1.2)");
            write(server, insert(1));

            assertThat(statements(groups(server, stream))).containsExactly(insert(1));
        }
    }

    /** The limit is there for the failure: a stream that waits for longer would hang. */
    @Test
    @Timeout(value = 90, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aServerThatStandsStillIsLostAfterThreeHeartbeats() throws Exception {
        try (MySqlServer own = MySqlServer.builder().start()) {
            BinlogPosition here = BinlogPosition.ofGtids(GtidSet.parse(own.gtidExecuted()));
            ConnectionSettings settings = new ConnectionSettings(
                    own.rootUser(),
                    new Secret(own.password()),
                    ConnectionSettings.Tls.of(SslMode.PREFERRED),
                    Duration.ofHours(1),
                    Duration.ofMillis(500));
            try (BinlogStream stream = BinlogStream.open(address(own), settings, here, ServerIds.probe())) {
                groups(own, stream);
                own.pause();
                MySqlException lost = failure(stream);
                assertThat(lost.kind()).isEqualTo(Kind.RETRYABLE);
                assertThat(lost).hasMessageContaining("silent for three heartbeats (PT1.5S)");
            } finally {
                own.resume();
            }
        }
    }

    @Test
    void aServerThatStopsOrDiesMayBeTriedAgain() throws Exception {
        try (MySqlServer own = MySqlServer.builder().start()) {
            BinlogPosition here = BinlogPosition.ofGtids(GtidSet.parse(own.gtidExecuted()));
            try (BinlogStream stream = open(own, here)) {
                groups(own, stream);
                own.stop();
                assertThat(failure(stream).kind()).isEqualTo(Kind.RETRYABLE);
            }
            own.start();
            try (BinlogStream stream = open(own, here)) {
                groups(own, stream);
                own.kill9();
                assertThat(failure(stream).kind()).isEqualTo(Kind.RETRYABLE);
            }
            MySqlException refused = catchThrowableOfType(MySqlException.class, () -> open(own, here));
            assertThat(refused.kind()).isEqualTo(Kind.RETRYABLE);
            assertThat(refused).hasMessageContaining("no connection to 127.0.0.1:" + own.port());
        }
    }

    @Test
    void aStreamThatAnAdministratorKillsMayBeTriedAgain() throws Exception {
        ReplicaIdentity identity = ServerIds.probe();
        try (BinlogStream stream = BinlogStream.open(address(server), settings(server), now(), identity)) {
            groups(server, stream);
            String id = server.queryString(
                    "SELECT MAX(ID) FROM information_schema.PROCESSLIST WHERE COMMAND LIKE 'Binlog Dump%'");
            server.execute("KILL " + id);
            assertThat(failure(stream).kind()).isEqualTo(Kind.RETRYABLE);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = SslMode.class,
            names = {"DISABLED", "REQUIRED"})
    void closingFromAnotherThreadEndsABlockedRead(SslMode mode) throws Exception {
        ConnectionSettings patient =
                settings(server).withTls(ConnectionSettings.Tls.of(mode)).withHeartbeat(Duration.ofHours(1));
        BinlogStream stream = BinlogStream.open(address(server), patient, now(), ServerIds.probe());
        CompletableFuture<Void> reading = CompletableFuture.runAsync(() -> {
            try {
                while (true) {
                    stream.next();
                }
            } catch (MySqlException e) {
                throw new IllegalStateException(e);
            }
        });
        String waiting =
                "SELECT COUNT(*) > 0 FROM information_schema.PROCESSLIST WHERE STATE LIKE '%waiting for more updates%'";
        await().until(() -> server.queryString(waiting).matches("1|true"));

        stream.close();

        assertThatThrownBy(() -> reading.get(20, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasStackTraceContaining("the stream was closed");
    }

    @Test
    void theOlderOfTwoStreamsOfOneIdentityIsToldOfTheClash() throws Exception {
        ReplicaIdentity identity = ServerIds.of("clash", "source", "server");
        try (BinlogStream older = BinlogStream.open(address(server), settings(server), now(), identity)) {
            groups(server, older);
            try (BinlogStream newer = BinlogStream.open(address(server), settings(server), now(), identity)) {
                MySqlException clash = failure(older);
                assertThat(clash.kind()).isEqualTo(Kind.CLASH);
                assertThat(clash).hasMessageContaining("stop it, or rename one of the two");
                assertThat(groups(server, newer)).isEmpty();
            }
        }
    }

    @Test
    void streamsOfOtherIdentitiesLiveSideBySide() throws Exception {
        try (BinlogStream first = open(server, now());
                BinlogStream second = open(server, now())) {
            write(server, insert(1));
            assertThat(statements(groups(server, first)))
                    .isEqualTo(statements(groups(server, second)))
                    .containsExactly(insert(1));
        }
    }

    @Test
    void purgedTransactionsAreNamedAndNotSkipped() throws Exception {
        try (MySqlServer own = MySqlServer.builder().start()) {
            GtidSet before = GtidSet.parse(own.gtidExecuted());
            String file = own.binlogPosition().file();
            own.execute("CREATE DATABASE d", "FLUSH BINARY LOGS");
            own.execute("PURGE BINARY LOGS TO '" + own.binlogPosition().file() + "'");

            for (BinlogPosition gone :
                    List.of(BinlogPosition.ofGtids(before), BinlogPosition.ofFile(own.serverUuid(), file, 4))) {
                try (BinlogStream stream = open(own, gone)) {
                    MySqlException failure = failure(stream);
                    assertThat(failure.kind()).isEqualTo(Kind.FATAL);
                    assertThat(failure.code()).isEqualTo(1236);
                    assertThat(failure).hasMessageContaining("are no longer on this server");
                }
            }
        }
    }

    @Test
    void aChangeOfTheChecksumDoesNotEndTheStream() throws Exception {
        try (MySqlServer own = MySqlServer.builder().start()) {
            own.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
            BinlogPosition start = BinlogPosition.ofGtids(GtidSet.parse(own.gtidExecuted()));
            BinlogPosition head =
                    BinlogPosition.ofFile(own.serverUuid(), own.binlogPosition().file(), BinlogPosition.FILE_START);
            String[] writes = {
                "INSERT INTO d.t VALUES (1)",
                "SET GLOBAL binlog_checksum = 'NONE'",
                "INSERT INTO d.t VALUES (2)",
                "FLUSH BINARY LOGS",
                "INSERT INTO d.t VALUES (3)",
                "SET GLOBAL binlog_checksum = 'CRC32'",
                "INSERT INTO d.t VALUES (4)",
            };
            List<String> inserts = List.of(writes[0], writes[2], writes[4], writes[6]);
            try (BinlogStream stream = open(own, start)) {
                write(own, writes);
                assertThat(statements(groups(own, stream))).isEqualTo(inserts);
            }
            assertThat(statements(groups(own, head))).endsWith(inserts.toArray(new String[0]));
            own.execute("SET GLOBAL binlog_checksum = 'NONE'");
            assertThat(statements(groups(own, start))).isEqualTo(inserts);
        }
    }

    @Test
    void withoutGtidsTheFileAndPositionServe() throws Exception {
        try (MySqlServer own = MySqlServer.builder()
                .option("gtid_mode", "OFF")
                .option("enforce_gtid_consistency", "OFF")
                .start()) {
            own.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
            io.dbus.embedded.BinlogPosition end = own.binlogPosition();
            BinlogPosition here = BinlogPosition.ofFile(own.serverUuid(), end.file(), end.position());
            write(own, "INSERT INTO d.t VALUES (1)");
            List<Group> groups = groups(own, here);

            assertThat(statements(groups)).containsExactly("INSERT INTO d.t VALUES (1)");
            assertThat(groups.get(0).start()).isEqualTo(end.position());
            assertThat(groups.get(0).gtid()).isEmpty();
            assertThatThrownBy(() -> open(own, BinlogPosition.ofGtids(GtidSet.empty())))
                    .isInstanceOf(MySqlException.class)
                    .hasMessageContaining("set gtid_mode to ON");
        }
    }

    @Test
    void aFileOfAnotherServerMeansNothing() {
        assertThatThrownBy(() -> open(server, BinlogPosition.ofFile("another-uuid", "binlog.000001", 4)))
                .isInstanceOf(MySqlException.class)
                .hasMessageContaining("is of the server another-uuid");
    }

    @Test
    void aPositionPast4GiBIsNotCutOff() {
        assertThatThrownBy(() -> open(server, BinlogPosition.ofFile("", "binlog.000001", (1L << 32) + 4)))
                .isInstanceOf(MySqlException.class)
                .hasMessageContaining("past 4 GiB");
    }

    @Test
    void aPositionPastTheEndIsNotSkippedTo() throws Exception {
        io.dbus.embedded.BinlogPosition end = server.binlogPosition();
        assertThatThrownBy(() ->
                        open(server, BinlogPosition.ofFile(server.serverUuid(), end.file(), end.position() + 1000)))
                .isInstanceOfSatisfying(MySqlException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(Kind.FATAL))
                .hasMessageContaining("ends at " + end.file())
                .hasMessageContaining("start anew without the saved state");
    }

    @Test
    void missingReplicationPrivilegeIsNamed() throws Exception {
        String user = "noreplica_" + table.replaceAll("\\W", "");
        server.createUser(user, "pw", "");
        ConnectionSettings settings = ConnectionSettings.of(user, "pw");
        try (BinlogStream stream = BinlogStream.open(address(server), settings, now(), ServerIds.probe())) {
            MySqlException failure = failure(stream);
            assertThat(failure.kind()).isEqualTo(Kind.FATAL);
            assertThat(failure.code()).isEqualTo(1227);
            assertThat(failure).hasMessageContaining("GRANT REPLICATION SLAVE");
        }
    }

    private BinlogPosition now() {
        return BinlogPosition.ofGtids(GtidSet.parse(server.gtidExecuted()));
    }

    private String insert(int id) {
        return "INSERT INTO " + table + " VALUES (" + id + ", 'x')";
    }
}
