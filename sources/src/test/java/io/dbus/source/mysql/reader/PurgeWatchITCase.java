package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.position.BinlogPosition;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RequiresServers
class PurgeWatchITCase {
    private final CountedFigures counted = new CountedFigures();
    private final ServerFigures figures = new ServerFigures(counted);

    @Test
    void mysqlTellsHowManyFilesArePurgedBeforeTheSavedOne() throws Exception {
        try (MySqlServer server = MySqlServer.builder().start()) {
            filesArePurgedUpToTheSavedOneAndPastIt(server);
        }
    }

    @Test
    void mariaDbTellsHowManyFilesArePurgedBeforeTheSavedOne() throws Exception {
        try (MariaDbServer server = MariaDbServer.builder().start()) {
            filesArePurgedUpToTheSavedOneAndPastIt(server);
        }
    }

    private void filesArePurgedUpToTheSavedOneAndPastIt(DatabaseServer server) throws Exception {
        assertThat(purge()).containsExactly(-1L, -1L, -1L);
        server.execute("FLUSH BINARY LOGS");
        server.execute("FLUSH BINARY LOGS");
        io.dbus.embedded.BinlogPosition saved = server.binlogPosition();
        figures.saved(BinlogPosition.ofFile("server", saved.file(), saved.position()));
        try (PurgeWatch watch = watch(server)) {
            watch.ask();
            assertThat((Long) counted.gauge("purgeDistance")).isGreaterThanOrEqualTo(2);
            assertThat(counted.gauge("unsavedFiles")).isEqualTo(0L);
            assertThat(counted.gauge("unsavedBytes")).isEqualTo(0L);

            server.execute("FLUSH BINARY LOGS");
            server.execute("CREATE DATABASE behind");
            server.execute("PURGE BINARY LOGS TO '" + saved.file() + "'");
            watch.ask();
            assertThat(counted.gauge("purgeDistance")).isEqualTo(0L);
            assertThat(counted.gauge("unsavedFiles")).isEqualTo(1L);
            assertThat((Long) counted.gauge("unsavedBytes")).isPositive();

            server.execute("PURGE BINARY LOGS TO '" + server.binlogPosition().file() + "'");
            watch.ask();
            assertThat(purge()).containsExactly(-1L, -1L, -1L);
        }
    }

    private List<Object> purge() {
        return List.of(counted.gauge("purgeDistance"), counted.gauge("unsavedFiles"), counted.gauge("unsavedBytes"));
    }

    private PurgeWatch watch(DatabaseServer server) {
        ServerAddress address = new ServerAddress(server.hostname(), server.port());
        ReaderSettings settings = new ReaderSettings(
                "purge",
                "src",
                Map.of("db", List.of(address)),
                ConnectionSettings.of(server.rootUser(), server.password()),
                List.of("*.*"),
                KeyColumns.NONE,
                false,
                false,
                false,
                StatementHandling.FAIL,
                LostXa.FAIL,
                1 << 20,
                1 << 20,
                Duration.ofMillis(100),
                Duration.ofSeconds(1),
                0);
        return new PurgeWatch(settings, "db", () -> address, figures);
    }
}
