package io.dbus.source.mysql.connection;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.pattern.TableSelector;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.Startup;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@RequiresServers
class PreflightITCase {
    private final MySqlServer server = SharedServers.mysql();
    private final String user = "p" + ThreadLocalRandom.current().nextLong(1L << 40);

    @Test
    void aServerThatIsReadyHasNoProblem() {
        server.createUser(user, "pw", "", "REPLICATION SLAVE, REPLICATION CLIENT ON *.*");

        assertThat(check(server, user, new Startup.Earliest())).isEmpty();
    }

    @Test
    void theGrantThatIsMissingIsWrittenOut() {
        server.createUser(user, "pw", "");

        assertThat(check(server, user, new Startup.Latest()))
                .extracting(Problem::cure)
                .containsExactly(
                        "GRANT REPLICATION SLAVE ON *.* TO '" + user + "'@'%';",
                        "GRANT REPLICATION CLIENT ON *.* TO '" + user + "'@'%';");
        server.execute("GRANT REPLICATION SLAVE ON *.* TO '" + user + "'@'%';");
        assertThat(check(server, user, new Startup.Latest()))
                .extracting(Problem::cure)
                .containsExactly("GRANT REPLICATION CLIENT ON *.* TO '" + user + "'@'%';");
        server.execute("GRANT REPLICATION CLIENT ON *.* TO '" + user + "'@'%';");
        assertThat(check(server, user, new Startup.Latest())).isEmpty();
    }

    @Test
    void privilegesOfAnActiveRoleCountAndThoseOfAnotherDoNot() {
        String role = user + "_role";
        server.createUser(user, "pw", "");
        server.execute(
                "CREATE ROLE '" + role + "'",
                "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* TO '" + role + "'",
                "GRANT '" + role + "' TO '" + user + "'@'%'");
        assertThat(check(server, user, new Startup.Latest())).hasSize(2);

        server.execute("SET DEFAULT ROLE ALL TO '" + user + "'@'%'");
        assertThat(check(server, user, new Startup.Latest())).isEmpty();
    }

    @Test
    void aLoginThatFailsIsOneProblemWithItsCure() {
        server.createUser(user, "another password", "");

        assertThat(check(server, user, new Startup.Latest())).singleElement().satisfies(problem -> {
            assertThat(problem.what()).startsWith("the server shop: error 1045 while logging in");
            assertThat(problem.cure()).contains("check username and password");
        });
    }

    @Test
    void aUserThatDoesNotExistIsOneProblemWhateverMethodTheServerAsksItBy() {
        for (int i = 0; i < 20; i++) {
            assertThat(check(server, user + "-" + i, new Startup.Latest()))
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.what())
                                .startsWith("the server shop: ")
                                .contains("logging in");
                        assertThat(problem.cure())
                                .containsAnyOf("check username and password", "check that the user exists");
                    });
        }
    }

    @ParameterizedTest
    @CsvSource({
        "skip_log_bin, '', writes no binlog, log_bin",
        "binlog_format, STATEMENT, 'has binlog_format STATEMENT', SET GLOBAL binlog_format = 'ROW'",
        "server_id, 0, has server_id 0, SET GLOBAL server_id",
        "binlog_row_value_options, PARTIAL_JSON, has binlog_row_value_options PARTIAL_JSON, SET GLOBAL binlog_row_value_options = ''",
    })
    void aServerThatIsSetUpWrongIsSaidWithTheCure(String option, String value, String what, String cure) {
        try (MySqlServer own = MySqlServer.builder().option(option, value).start()) {
            assertThat(check(own, own.rootUser(), own.password(), new Startup.Latest(), false))
                    .as("server %s", own)
                    .anySatisfy(problem -> {
                        assertThat(problem.what())
                                .startsWith("the server shop (MySQL ")
                                .contains(what);
                        assertThat(problem.cure()).contains(cure);
                    });
        }
    }

    @Test
    void withoutFullMetadataAStartInThePastNeedsTheUsersWord() {
        try (MySqlServer own =
                MySqlServer.builder().option("binlog_row_metadata", "MINIMAL").start()) {
            own.execute("CREATE DATABASE shop", "CREATE TABLE shop.t (id INT PRIMARY KEY)");

            assertThat(check(own, own.rootUser(), own.password(), new Startup.Latest(), false))
                    .isEmpty();
            assertThat(check(own, own.rootUser(), own.password(), new Startup.Earliest(), true))
                    .isEmpty();
            assertThat(check(own, own.rootUser(), own.password(), new Startup.Earliest(), false))
                    .singleElement()
                    .satisfies(problem -> {
                        assertThat(problem.what()).contains("has binlog_row_metadata MINIMAL");
                        assertThat(problem.cure()).contains("schema.assume-current: true");
                    });

            own.createUser(user, "pw", "", "REPLICATION SLAVE, REPLICATION CLIENT ON *.*");
            assertThat(check(own, user, new Startup.Latest())).singleElement().satisfies(problem -> {
                assertThat(problem.what()).contains("has no table that '" + user + "'@'%' can see");
                assertThat(problem.cure()).startsWith("GRANT SELECT ON *.* TO '" + user + "'@'%';");
            });
            own.execute("GRANT SELECT ON shop.* TO '" + user + "'@'%'");
            assertThat(check(own, user, new Startup.Latest())).isEmpty();
        }
    }

    @Test
    void fewerColumnsInRowsAndNoGtidsAreNoProblem() {
        try (MySqlServer own = MySqlServer.builder()
                .option("binlog_row_image", "MINIMAL")
                .option("gtid_mode", "OFF")
                .start()) {
            assertThat(check(own, own.rootUser(), own.password(), new Startup.Latest(), false))
                    .isEmpty();
        }
    }

    @Test
    void aStartThatIsPurgedIsSaidBeforeTheJobStarts() {
        try (MySqlServer own = MySqlServer.builder().start()) {
            GtidSet before = GtidSet.parse(own.gtidExecuted());
            String file = own.binlogPosition().file();
            own.execute("CREATE DATABASE d", "FLUSH BINARY LOGS");
            own.execute("PURGE BINARY LOGS TO '" + own.binlogPosition().file() + "'");

            for (Startup startup : List.of(
                    new Startup.SpecificGtids(before.toString()),
                    new Startup.SpecificFile(file, 4),
                    new Startup.Timestamp(1))) {
                assertThat(check(own, own.rootUser(), own.password(), startup, false))
                        .as("%s", startup)
                        .hasSize(1);
            }
            assertThat(check(own, own.rootUser(), own.password(), new Startup.Earliest(), false))
                    .isEmpty();
        }
    }

    @Test
    void theServersOwnIdIsRefusedAsOurs() {
        ReplicaIdentity same = ServerIds.of("pipeline", "shop", "shop", server.serverId());
        List<Problem> problems = Preflight.check(new Preflight.Request(
                "shop",
                address(server),
                ConnectionSettings.of(server.rootUser(), server.password()),
                TableSelector.parse(List.of("shop.*")),
                new Startup.Latest(),
                same,
                false));

        assertThat(problems).singleElement().satisfies(problem -> assertThat(problem.option())
                .isEqualTo("server-id"));
    }

    private static List<Problem> check(DatabaseServer server, String user, Startup startup) {
        return check(server, user, "pw", startup, false);
    }

    private static List<Problem> check(
            DatabaseServer server, String user, String password, Startup startup, boolean assumeCurrent) {
        return Preflight.check(new Preflight.Request(
                "shop",
                address(server),
                ConnectionSettings.of(user, password),
                TableSelector.parse(List.of("shop.*")),
                startup,
                ServerIds.of("pipeline", "shop", "shop"),
                assumeCurrent));
    }
}
