package io.dbus.source.mysql.position;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static io.dbus.source.mysql.connection.TestStreams.groups;
import static io.dbus.source.mysql.connection.TestStreams.settings;
import static io.dbus.source.mysql.connection.TestStreams.statements;
import static io.dbus.source.mysql.connection.TestStreams.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.TestStreams.Group;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.NoGtids;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@RequiresServers
class StartPositionITCase {
    private static final String T = "INSERT INTO d.t VALUES (";

    private MySqlServer server;

    /** A server of its own: files are purged here. */
    @BeforeAll
    void start() {
        server = MySqlServer.builder().start();
    }

    @AfterAll
    void close() {
        server.close();
    }

    /** Two files with two transactions each, tags and several rows among them; everything before is purged. */
    @BeforeEach
    void fill() {
        server.execute(
                "DROP DATABASE IF EXISTS d",
                "CREATE DATABASE d",
                "CREATE TABLE d.t (id INT PRIMARY KEY)",
                "FLUSH BINARY LOGS");
        server.execute("PURGE BINARY LOGS TO '" + server.binlogPosition().file() + "'");
        write(server, T + "1)", "SET GTID_NEXT = 'AUTOMATIC:dbus'", T + "2),(20)", "SET GTID_NEXT = 'AUTOMATIC'");
        server.execute("FLUSH BINARY LOGS");
        write(server, T + "3)", "BEGIN", T + "4)", T + "5)", "COMMIT");
    }

    @Test
    void earliestBeginsWithWhatIsPurged() throws Exception {
        BinlogPosition start = resolve(new Startup.Earliest());

        assertThat(start.gtids()).hasToString(query("SELECT @@gtid_purged"));
        assertThat(from(start)).containsExactly(T + "1)", T + "2),(20)", T + "3)", T + "4)", T + "5)");
    }

    @Test
    void latestBeginsWithWhatIsExecuted() throws Exception {
        BinlogPosition start = resolve(new Startup.Latest());
        write(server, T + "6)");

        assertThat(start.file()).isEqualTo(server.binlogPosition().file());
        assertThat(start.server()).isEqualTo(server.serverUuid());
        assertThat(from(start)).containsExactly(T + "6)");
    }

    @Test
    void everyPlaceInAFileGivesTheSetOfWhatLiesBeforeItsTransaction() throws Exception {
        List<Group> all = groups(server, resolve(new Startup.Earliest()));
        String file = all.get(0).file();
        GtidSet before = (GtidSet) resolve(new Startup.Earliest()).gtids();
        GtidSet first = before.union(GtidSet.parse(all.get(0).gtid()));
        GtidSet second = first.union(GtidSet.parse(all.get(1).gtid()));
        long firstStart = all.get(0).start();
        long secondStart = all.get(1).start();
        long end = size(file);

        assertPlace(file, 4, before, firstStart);
        assertPlace(file, firstStart, before, firstStart);
        // Inside of a transaction: nothing of it is lost.
        assertPlace(file, firstStart + 1, before, firstStart);
        assertPlace(file, secondStart - 1, before, firstStart);
        assertPlace(file, secondStart, first, secondStart);
        assertPlace(file, secondStart + 100, first, secondStart);
        // Before and behind the ROTATE at the file's end.
        long rotate = resolve(new Startup.SpecificFile(file, end)).position();
        assertPlace(file, rotate, second, rotate);
        assertPlace(file, rotate - 1, first, secondStart);
        assertPlace(file, end, second, rotate);
    }

    @Test
    void thePlaceWhereTheServerWritesIsTheLatest() throws Exception {
        io.dbus.embedded.BinlogPosition end = server.binlogPosition();
        BinlogPosition start = resolve(new Startup.SpecificFile(end.file(), end.position()));

        assertThat(start).isEqualTo(resolve(new Startup.Latest()));
        BinlogPosition inside = resolve(new Startup.SpecificFile(end.file(), end.position() - 1));
        assertThat(from(inside)).containsExactly(T + "4)", T + "5)");
    }

    @Test
    void placesThatAreNotThereAreSaidToBeNone() {
        io.dbus.embedded.BinlogPosition end = server.binlogPosition();

        assertRefused(new Startup.SpecificFile("binlog.000001", 4), "the binlog file binlog.000001 is not on MySQL");
        assertRefused(new Startup.SpecificFile(end.file(), end.position() + 1), "is past the end of " + end.file());
    }

    @Test
    void aGtidSetIsTakenAsItIsWhenNothingOutsideOfItIsPurged() throws Exception {
        GtidSet executed = GtidSet.parse(server.gtidExecuted());
        GtidSet purged = GtidSet.parse(query("SELECT @@gtid_purged"));
        write(server, T + "7)");

        assertThat(from(resolve(new Startup.SpecificGtids(" " + executed + "\n"))))
                .containsExactly(T + "7)");
        assertThat(resolve(new Startup.SpecificGtids(purged.toString())).gtids())
                .isEqualTo(purged);
        assertRefused(new Startup.SpecificGtids(""), "lacks transactions that MySQL");
        assertRefused(new Startup.SpecificGtids(""), "has purged: " + purged);
        assertRefused(new Startup.SpecificGtids("0-1-100"), "correct scan.startup.specific-offset.gtid-set");
    }

    @Test
    void aTimeFindsTheFirstTransactionCommittedThenOrLater() throws Exception {
        long base = (System.currentTimeMillis() / 1000 + 1000) * 1000;
        write(
                server,
                "SET SESSION original_commit_timestamp = " + (base * 1000 + 1500),
                T + "100)",
                "SET SESSION original_commit_timestamp = " + (base * 1000 + 2500),
                T + "101)");

        assertThat(from(resolve(new Startup.Timestamp(base)))).containsExactly(T + "100)", T + "101)");
        assertThat(from(resolve(new Startup.Timestamp(base + 1)))).containsExactly(T + "100)", T + "101)");
        assertThat(from(resolve(new Startup.Timestamp(base + 2)))).containsExactly(T + "101)");
        assertThat(from(resolve(new Startup.Timestamp(base + 3)))).isEmpty();
    }

    /** Files tell when they were begun to the second: one may have been begun in the time's second but behind a transaction of it. */
    @Test
    void aTimeIsFoundInTheFileThatWasWrittenThen() throws Exception {
        List<Long> seconds = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (int id = 200; id < 208; id += 2) {
            seconds.add(nextSecond());
            written.addAll(List.of(T + id + ")", T + (id + 1) + ")"));
            write(server, T + id + ")", "FLUSH BINARY LOGS", T + (id + 1) + ")");
        }
        for (int i = 0; i < 4; i++) {
            assertThat(from(resolve(new Startup.Timestamp(seconds.get(i) * 1000))))
                    .isEqualTo(written.subList(2 * i, 8));
        }
    }

    @Test
    void aTimeBeforeThePurgedFilesIsNotPassedOff() {
        assertRefused(new Startup.Timestamp(1_000_000_000_000L), "and not to the start time 2001-09-09T01:46:40Z");
        // And where nothing was ever purged it is the beginning.
        try (MySqlServer fresh = MySqlServer.builder().start()) {
            assertThat(StartPosition.resolve(address(fresh), settings(fresh), new Startup.Timestamp(1_000_000_000_000L))
                            .gtids()
                            .isEmpty())
                    .isTrue();
        } catch (MySqlException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void checkingReadsNoTransactionsAndSaysTheSame() throws Exception {
        String file = server.binlogPosition().file();
        for (Startup good : List.of(
                new Startup.Earliest(),
                new Startup.Latest(),
                new Startup.SpecificFile(file, 4),
                new Startup.Timestamp(System.currentTimeMillis() + 1000))) {
            StartPosition.check(address(server), settings(server), good);
        }
        for (Startup bad : List.of(
                new Startup.SpecificFile("binlog.000001", 4),
                new Startup.SpecificGtids(""),
                new Startup.Timestamp(0))) {
            assertThatThrownBy(() -> StartPosition.check(address(server), settings(server), bad))
                    .isInstanceOf(MySqlException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void withoutGtidsPlacesAreFilesAndPositions(boolean permissive) throws Exception {
        try (MySqlServer plain = MySqlServer.builder()
                .option("gtid_mode", permissive ? "ON_PERMISSIVE" : "OFF")
                .option("enforce_gtid_consistency", permissive ? "ON" : "OFF")
                .start()) {
            write(plain, "CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)");
            io.dbus.embedded.BinlogPosition before = plain.binlogPosition();
            write(plain, T + "1)", T + "2)");
            BinlogPosition inside = StartPosition.resolve(
                    address(plain), settings(plain), new Startup.SpecificFile(before.file(), before.position() + 200));

            assertThat(inside.gtids()).isSameAs(NoGtids.INSTANCE);
            assertThat(inside.position()).isEqualTo(before.position());
            assertThat(statements(groups(plain, inside))).containsExactly(T + "1)", T + "2)");
            assertThatThrownBy(
                            () -> StartPosition.resolve(address(plain), settings(plain), new Startup.SpecificGtids("")))
                    .hasMessageContaining("set gtid_mode to ON there");
        }
    }

    /** Waits until the server's clock shows another second. */
    private long nextSecond() {
        String now = query("SELECT UNIX_TIMESTAMP()");
        await().until(() -> !query("SELECT UNIX_TIMESTAMP()").equals(now));
        return Long.parseLong(query("SELECT UNIX_TIMESTAMP()"));
    }

    private void assertPlace(String file, long position, GtidSet gtids, long start) throws MySqlException {
        assertThat(resolve(new Startup.SpecificFile(file, position)))
                .as("position %d", position)
                .isEqualTo(new BinlogPosition(gtids, server.serverUuid(), file, start, 0, 0));
    }

    private void assertRefused(Startup startup, String why) {
        assertThatThrownBy(() -> resolve(startup))
                .isInstanceOf(MySqlException.class)
                .hasMessageContaining(why)
                .extracting(e -> ((MySqlException) e).kind())
                .isEqualTo(MySqlException.Kind.FATAL);
    }

    private BinlogPosition resolve(Startup startup) throws MySqlException {
        return StartPosition.resolve(address(server), settings(server), startup);
    }

    private List<String> from(BinlogPosition position) throws MySqlException {
        return statements(groups(server, position));
    }

    private long size(String file) {
        return server.query("SHOW BINARY LOGS").stream()
                .filter(row -> file.equals(row.get("Log_name")))
                .mapToLong(row -> ((Number) row.get("File_size")).longValue())
                .findFirst()
                .orElseThrow();
    }

    private String query(String sql) {
        return server.queryString(sql).replace("\n", "");
    }
}
