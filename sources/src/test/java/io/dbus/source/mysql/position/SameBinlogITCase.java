package io.dbus.source.mysql.position;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.source.mysql.connection.BinlogEnd;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.gtid.NoGtids;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@RequiresServers
class SameBinlogITCase {
    private static final Map<Kind, DatabaseServer> SERVERS = new EnumMap<>(Kind.class);

    private DatabaseServer server;
    private ConnectionSettings settings;

    /** Where the transaction stands that was read last, and when its file was begun. */
    private TransactionMark last;

    private long begunSeconds;

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
                            // Events that the server makes up have checksums all the same.
                            .option("binlog_checksum", "NONE")
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
    void theBinlogThatWasReadIsKnownAgainWhereverItGoesOn(Kind kind) throws Exception {
        readATransactionOf(kind);
        assertThatCode(check(begunSeconds, last)).doesNotThrowAnyException();
        server.execute("FLUSH BINARY LOGS", "CREATE TABLE flip.u (id INT)", "DROP TABLE flip.u");
        assertThatCode(check(begunSeconds, last)).doesNotThrowAnyException();
        assertThatCode(check(begunSeconds, TransactionMark.NONE)).doesNotThrowAnyException();
        assertThatCode(check(0, TransactionMark.NONE)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @EnumSource
    void aTransactionOfAnotherTimeAtItsPlaceIsRefused(Kind kind) throws Exception {
        readATransactionOf(kind);
        TransactionMark earlier =
                new TransactionMark(last.gtid(), last.file(), last.position(), last.commitMicros() - 1_000_000);
        assertRefused(check(begunSeconds, earlier));
    }

    @Test
    void aHostOfMariaDbThatIsRefusedMayBeAnotherOfTheSameIdentity() throws Exception {
        readATransactionOf(Kind.MARIADB);
        assertThatThrownBy(check(begunSeconds + 1, TransactionMark.NONE))
                .hasMessageContaining("another host was read that cannot be told from " + info().identity());
    }

    @ParameterizedTest
    @EnumSource
    void aPlaceWhereNoTransactionBeginsIsRefused(Kind kind) throws Exception {
        readATransactionOf(kind);
        TransactionMark inside = new TransactionMark(
                kind == Kind.MYSQL ? unknownGtid() : last.gtid(),
                last.file(),
                last.position() + 30,
                last.commitMicros());
        assertRefused(check(begunSeconds, inside));
    }

    @ParameterizedTest
    @EnumSource
    void aFileThatWasBegunAtAnotherTimeIsRefused(Kind kind) throws Exception {
        readATransactionOf(kind);
        assertRefused(check(begunSeconds + 1, TransactionMark.NONE));
    }

    @ParameterizedTest
    @EnumSource
    void ofWhatIsPurgedNothingIsRefusedHere(Kind kind) throws Exception {
        readATransactionOf(kind);
        server.execute("FLUSH BINARY LOGS", "CREATE TABLE flip.v (id INT)", "DROP TABLE flip.v");
        // Not before the reader of before has noticed that nobody listens.
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            server.execute("PURGE BINARY LOGS TO '" + server.binlogPosition().file() + "'");
            return server.query("SHOW BINARY LOGS").size() == 1;
        });
        assertThatCode(check(begunSeconds + 1, last)).doesNotThrowAnyException();
        assertThatCode(check(begunSeconds + 1, TransactionMark.NONE)).doesNotThrowAnyException();
    }

    @Test
    void withGtidsATransactionMayHaveMovedToAnotherPlaceButNotToAnotherTime() throws Exception {
        readATransactionOf(Kind.MYSQL);
        TransactionMark moved = new TransactionMark(last.gtid(), "binlog.999999", last.position(), last.commitMicros());
        assertThatCode(check(begunSeconds + 1, moved)).doesNotThrowAnyException();
        server.execute("FLUSH BINARY LOGS");
        TransactionMark behind4GiB = new TransactionMark(last.gtid(), last.file(), 5_000_000_000L, last.commitMicros());
        assertThatCode(check(begunSeconds + 1, behind4GiB)).doesNotThrowAnyException();
        assertRefused(check(
                begunSeconds,
                new TransactionMark(last.gtid(), "binlog.999999", last.position(), last.commitMicros() + 1)));
        assertThatThrownBy(check(
                        begunSeconds,
                        new TransactionMark(unknownGtid(), "binlog.999999", last.position(), last.commitMicros())))
                .hasMessageContaining("is not on it any more");
    }

    @Test
    void aTransactionWithATaggedGtidIsKnownAgain() throws Exception {
        readATransactionOf(Kind.MYSQL, "SET SESSION gtid_next = 'AUTOMATIC:night'");
        assertThat(last.gtid()).contains(":night:");
        assertThatCode(check(begunSeconds, last)).doesNotThrowAnyException();
        assertThatCode(check(
                        begunSeconds,
                        new TransactionMark(last.gtid(), "binlog.999999", last.position(), last.commitMicros())))
                .doesNotThrowAnyException();
    }

    @Test
    void ofAnotherServerThanWasReadNothingIsAsked() throws Exception {
        readATransactionOf(Kind.MYSQL);
        BinlogPosition read = new BinlogPosition(NoGtids.INSTANCE, "another", last.file(), last.position(), 0, 0);
        SameBinlog.check(info(), settings, read, new BinlogMark(begunSeconds + 1, TransactionMark.NONE), connection -> {
            throw new AssertionError("a connection is made");
        });
    }

    private static void assertRefused(ThrowingCallable check) {
        assertThatThrownBy(check)
                .isInstanceOfSatisfying(MySqlException.class, refusal -> assertThat(refusal.code())
                        .isEqualTo(BinlogEnd.CODE))
                .hasMessageContaining("was reset")
                .hasMessageContaining("start anew without the saved state");
    }

    private ThrowingCallable check(long begun, TransactionMark transaction) {
        return () -> {
            BinlogPosition read =
                    new BinlogPosition(NoGtids.INSTANCE, info().identity(), last.file(), last.position(), 0, 0);
            SameBinlog.check(info(), settings, read, new BinlogMark(begun, transaction), unheeded -> {});
        };
    }

    private static String unknownGtid() {
        return "00000000-1111-2222-3333-444444444444:1";
    }

    private ServerInfo info() throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address(), settings)) {
            return connection.info();
        }
    }

    private ServerAddress address() {
        return new ServerAddress(server.hostname(), server.port());
    }

    private void readATransactionOf(Kind kind, String... before) throws Exception {
        server = SERVERS.computeIfAbsent(kind, Kind::start);
        settings = ConnectionSettings.of(server.rootUser(), server.password());
        server.execute(
                "DROP DATABASE IF EXISTS flip",
                "CREATE DATABASE flip",
                "CREATE TABLE flip.t (id INT)",
                "FLUSH BINARY LOGS");
        server.execute("INSERT INTO flip.t VALUES (1)");
        io.dbus.embedded.BinlogPosition place = server.binlogPosition();
        String[] statements = Arrays.copyOf(before, before.length + 1);
        statements[before.length] = "INSERT INTO flip.t VALUES (2)";
        server.execute(statements);
        String identity = info().identity();
        try (BinlogStream stream = BinlogStream.open(
                address(),
                settings,
                BinlogPosition.ofFile(identity, place.file(), place.position()),
                ServerIds.probe())) {
            FormatDescription format = new FormatDescription("", stream.firstChecksum());
            while (true) {
                RawEvent raw = stream.next();
                EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
                int bodyStart = raw.offset() + EventHeader.LENGTH;
                int end = raw.offset() + raw.length();
                if (header.type() == EventType.FORMAT_DESCRIPTION) {
                    format = FormatDescription.parse(raw.bytes(), bodyStart, end);
                    begunSeconds = header.timestamp();
                } else if (header.type() != EventType.ROTATE) {
                    GtidEvent event = GtidEvent.parse(header, raw.bytes(), bodyStart, format.bodyEnd(end));
                    last = new TransactionMark(
                            event.gtid(), place.file(), place.position(), event.commitMicros(header));
                    return;
                }
            }
        }
    }
}
